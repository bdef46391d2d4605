"""How far a judge agrees with itself, where it was asked the same more than once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from calibration.agreement.reporting import CriterionReport
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import self_consistency
from judging.agreement.reruns import SelfConsistency
from judging.ratings import Outcome
from judging.rubrics import Criterion, Level
from storage import Compared, Project, Store, repeated_units
from storage.repeated_units import RepeatedUnit

# So many times and sessions tell enough to say whether the gate's limit is kept.
USUAL_RUNS, USUAL_UNITS = 3, 50


@dataclass(frozen=True, slots=True)
class Consistency:
    """
    A judge's answers on one criterion, compared with each other.

    Attributes:
        units: All that were asked more than once, scored or not.

        runs: How often those that were asked most.

        measured: Over those with two scored answers or more.

        among_fails: Over those of them that the reference fails: what is lost of the failures
            by asking once.
    """

    criterion: Criterion
    units: tuple[RepeatedUnit, ...]
    runs: int
    measured: SelfConsistency
    among_fails: SelfConsistency

    @property
    def flipped(self) -> tuple[RepeatedUnit, ...]:
        """The units whose scored answers are not all the same."""
        return tuple(unit for unit in self.units if len({*unit.outcomes} - {None}) > 1)

    @property
    def sentence(self) -> str:
        """What was found, in a sentence that begins with what was done."""
        noun = "turn" if self.criterion.level is Level.TURN else "session"
        units, flips = self.measured.units, self.measured.flip_probability
        about = f"Asked {self.runs} times about {units:,} {noun}{'' if units == 1 else 's'}"
        if flips.value is None:
            return f"Asked {self.runs} times, it has no {noun} with two answers that can be read."
        between = ""
        if flips.low is not None and flips.high is not None:
            between = f" [{flips.low:.0%}, {flips.high:.0%}]"
        return (
            f"{about}, the judge contradicted itself in {flips.value:.0%}{between} of the pairs "
            "of answers."
        )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What makes the answers these: asked again while nothing has changed, they are the same."""

    store: Store
    number: int
    compared: Compared
    revision: str
    project: Project = field(compare=False)
    criterion: Criterion = field(compare=False)


@access.needs(Right.READ_REPORTS)
def of(project: Project, entry: CriterionReport) -> Consistency | None:
    """Compare the answers that a judge gave to one criterion; None where it was asked once."""
    store, number, revision = project.store, project.number, project.agreement.revision()
    return _of(_Asked(store, number, entry.compared, revision, project, entry.criterion))


@lru_cache(maxsize=64)
def _of(asked: _Asked) -> Consistency | None:
    units = repeated_units.of(asked.project).of(asked.compared)
    if not units:
        return None
    fails = [unit for unit in units if unit.human is Outcome.FAIL]
    return Consistency(
        criterion=asked.criterion,
        units=tuple(units),
        runs=max(len(unit.outcomes) for unit in units),
        measured=_measured(units),
        among_fails=_measured(fails),
    )


def _measured(units: Sequence[RepeatedUnit]) -> SelfConsistency:
    return self_consistency([unit.outcomes for unit in units], [unit.group for unit in units])
