"""Drawing sessions to be labelled, so that what is found on them says something of all."""

from dataclasses import dataclass
from typing import cast

from calibration.agreement.held import Held
from calibration.labels import queue_designs
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import StoreError
from judging.rubrics import Criterion
from judging.sampling import Design
from judging.sampling import draw as drawn
from judging.splitting import Part
from storage import Project, label_queues
from storage.label_queues import Chosen, NewQueue


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
    there = label_queues.of(project)
    population = there.population(part)
    if not population:
        raise StoreError(
            "There is no session left to draw.",
            fix="Import more, or draw from another part with --split.",
        )
    design = Design.VERDICT if of else Design.RANDOM
    judged = (of[0], [of[1]]) if of else None
    found = drawn(queue_designs.strata(project, design, population, judged).of, n, seed)
    chosen = [Chosen(cast("int", one.name), one.stratum, one.probability) for one in found]
    settings = {"part": part, "population": len(population), "seed": seed}
    kept = there.add(NewQueue(str(design), chosen, settings))
    return Sample(kept.name, len(chosen), len(population))
