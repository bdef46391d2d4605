"""How sessions are chosen for a queue: from which strata, and what their labels are good for."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from calibration.agreement.held import Held
from calibration.agreement.slicing import length_of
from judging.families import family
from judging.ratings import Outcome
from judging.rubrics import Criterion
from judging.sampling import Design
from storage import Project, SessionLine

FAIL, PASS = Outcome.FAIL, Outcome.PASS
UNJUDGED, UNKNOWN = "", "unknown family"
Classes = dict[str, list[list[str]]]


@dataclass(frozen=True, slots=True)
class Strata:
    """
    What sessions are drawn from.

    Attributes:
        of: The stratum of each session, by number.

        half: The strata that half of the sample comes from.

        classes: The answers that each stratum is likely to bring, [criterion, outcome] each.
    """

    of: Mapping[Hashable, str]
    half: frozenset[str] = frozenset()
    classes: Classes | None = None


GOOD_FOR = {
    Design.RANDOM: "Its labels are good for everything: agreement, pass rates and the gate.",
    Design.VERDICT: (
        "Its labels are good for precision and missed failures as they are. Kappa, recalls and "
        "pass rates weigh each label by the chance that its session had."
    ),
    Design.LENGTH: (
        "Its labels are good for each length by itself. What is said of all sessions weighs each "
        "label by the chance that its session had."
    ),
    Design.FAMILY: (
        "Its labels are good for each family by itself. What is said of all sessions weighs each "
        "label by the chance that its session had."
    ),
    Design.CHOSEN: (
        "Its labels stand for these sessions alone: nobody knows of how many others they are "
        "typical. They do not count for the gate, and pass rates leave them out."
    ),
}


def strata(
    project: Project,
    design: Design,
    population: Sequence[int],
    of: tuple[Held, Sequence[Criterion]] | None = None,
) -> Strata:
    """
    Return what each session of a population is drawn from under a design.

    Args:
        project: Whose sessions.

        design: By what.

        population: The sessions.

        of: For a judge's verdicts the judge, and the criteria that it was asked.
    """
    if design is Design.VERDICT and of is not None:
        return _by_verdict(project, population, *of)
    if design in (Design.LENGTH, Design.FAMILY):
        lines = {line.id: line for line in _lines(project)}
        named = length_of_line if design is Design.LENGTH else family_of_line
        return Strata({number: named(lines[number]) for number in population})
    return Strata(dict.fromkeys(population, ""))


def length_of_line(line: SessionLine) -> str:
    """Return what a session is called by its length."""
    return length_of(line.n_turns)


def family_of_line(line: SessionLine) -> str:
    """Return the family of the agent's model, or that it is not known."""
    return line.agent_family or family(line.agent_model or "") or UNKNOWN


def verdicts(
    project: Project, population: Sequence[int], held: Held, criteria: Sequence[Criterion]
) -> Mapping[int, Mapping[str, Outcome]]:
    """Return what a judge says of each session by criterion; of its turns, a fail if one fails."""
    stood = project.verdicts.standing(
        population, rubric_version=held.version.id, judge=held.judge.id, with_sealed=True
    )
    keys = {criterion.key for criterion in criteria}
    found: dict[int, dict[str, Outcome]] = defaultdict(dict)
    for (session, key, _), stored in stood.items():
        if key in keys and found[session].get(key) is not FAIL:
            found[session][key] = stored.verdict.outcome
    return found


def _by_verdict(
    project: Project, population: Sequence[int], held: Held, criteria: Sequence[Criterion]
) -> Strata:
    said = verdicts(project, population, held, criteria)
    if len(criteria) == 1:
        return _by_answer(population, said, criteria[0].key)
    return _by_rarest_fail(population, said, [criterion.key for criterion in criteria])


def _by_answer(
    population: Sequence[int], said: Mapping[int, Mapping[str, Outcome]], key: str
) -> Strata:
    """Tell sessions apart by what the judge says on one criterion."""
    found: dict[Hashable, str] = {
        number: str(said.get(number, {}).get(key, UNJUDGED)) for number in population
    }
    classes = {str(outcome): [[key, str(outcome)]] for outcome in (FAIL, PASS)}
    return Strata(found, frozenset({str(FAIL)}), classes)


def _by_rarest_fail(
    population: Sequence[int], said: Mapping[int, Mapping[str, Outcome]], keys: Sequence[str]
) -> Strata:
    """Tell sessions apart by the criterion that the judge fails most rarely of those it fails."""
    failed = {n: [k for k in keys if said.get(n, {}).get(k) is FAIL] for n in population}
    fails = Counter(key for some in failed.values() for key in some)
    rare = sorted(keys, key=lambda key: (fails[key], key))
    found: dict[Hashable, str] = {}
    for number, some in failed.items():
        first = next((key for key in rare if key in some), None)
        other = str(PASS) if number in said else UNJUDGED
        found[number] = f"{FAIL} {first}" if first else other
    classes = {f"{FAIL} {key}": [[key, str(FAIL)]] for key in keys}
    classes[str(PASS)] = [[key, str(PASS)] for key in keys]
    return Strata(found, frozenset(classes) - {str(PASS)}, classes)


def _lines(project: Project) -> Sequence[SessionLine]:
    return list(project.sessions.numbers(project.sessions.listed_ids()).values())
