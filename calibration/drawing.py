"""Drawing sessions to be labelled, so that what is found on them says something of all."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from calibration import access
from calibration.access import Right
from calibration.held import Held
from judging.errors import StoreError
from judging.rubrics import Criterion
from judging.sampling import draw as drawn
from judging.splitting import Part
from storage import Project, draws
from storage.draws import Chosen

Design = Literal["random", "judge-stratified"]


@dataclass(frozen=True, slots=True)
class Sample:
    """
    What was drawn.

    Attributes:
        sessions: How many.

        population: Of how many: those that nobody had labelled, and that had not been drawn.
    """

    name: str
    sessions: int
    population: int


@access.needs(Right.OPEN_TEST)
def draw(
    project: Project,
    n: int,
    part: Part,
    *,
    of: tuple[Held, Criterion] | None = None,
    seed: str = "",
) -> Sample:
    """
    Draw sessions to be labelled: on the Label page they come first, in an order of chance.

    Args:
        project: Whose sessions.

        n: How many.

        part: Of which part of the sessions.

        of: A judge and a criterion, to draw as many of each of its answers: more of what is rare.
            What it said is not told.

        seed: Another one, another sample.

    Raises:
        StoreError: If there is nothing to draw from.
    """
    there = draws.of(project)
    population = there.population(part)
    if not population:
        raise StoreError(
            "There is no session left to draw.",
            fix="Import more, or draw from another part with --split.",
        )
    strata = _strata(project, population, of)
    found = drawn(strata, n, seed)
    chosen = [Chosen(cast("int", one.name), one.stratum, one.probability) for one in found]
    design: Design = "judge-stratified" if of else "random"
    name = there.add(design, chosen, {"part": part, "population": len(population), "seed": seed})
    return Sample(name, len(chosen), len(population))


def _strata(
    project: Project, population: list[int], of: tuple[Held, Criterion] | None
) -> Mapping[Hashable, str]:
    if of is None:
        return dict.fromkeys(population, "")
    held, criterion = of
    stood = project.verdicts.standing(
        population, rubric_version=held.version.id, judge=held.judge.id, with_sealed=True
    )
    said = {s: v.verdict.outcome for (s, key, _), v in stood.items() if key == criterion.key}
    return {session: str(said.get(session, "")) for session in population}
