"""The alternative annotator test: could the judge take a reviewer's place?"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from judging.agreement.multiplicity import benjamini_yekutieli
from judging.agreement.panel import RatedUnit
from judging.ratings import DECIDED, Outcome

UNITS_MINIMUM = 30
WINS = 0.5


@dataclass(frozen=True, slots=True)
class Replacement:
    """
    The judge in the place of one reviewer.

    Attributes:
        reviewer: Who is replaced.

        units: Units on which the others can be compared with both.

        judge_wins: The share of units on which the judge agrees with the others at least as
            well as the reviewer does.

        p_value: How well chance alone explains that the judge is worth no less than the
            reviewer's cost-benefit margin allows.

        rejected: Whether the judge may take this reviewer's place.
    """

    reviewer: str
    units: int
    judge_wins: float
    p_value: float
    rejected: bool


@dataclass(frozen=True, slots=True)
class AltTest:
    """
    The test over all reviewers with enough units. For display; not a gate.

    Attributes:
        winning_rate: The share of reviewers whose place the judge may take; None where no
            reviewer has enough units.

        advantage_probability: The mean over reviewers of `judge_wins`, by which judges are
            compared; None where no reviewer has enough units.

        passes: Whether the winning rate is one half or more.

        replacements: One entry a reviewer tested.

        left_out: Reviewers with too few units.
    """

    winning_rate: float | None
    advantage_probability: float | None
    passes: bool
    replacements: tuple[Replacement, ...]
    left_out: tuple[str, ...]

    @property
    def few_reviewers(self) -> bool:
        """Whether fewer than three reviewers were tested, so that the result is to be flagged."""
        return len(self.replacements) < 3


def alternative_annotator_test(
    units: Iterable[RatedUnit],
    *,
    margin: float = 0.15,
    false_discovery_rate: float = 0.05,
    minimum: int = UNITS_MINIMUM,
) -> AltTest:
    """
    Test for each reviewer whether the judge stands as close to the others as that reviewer.

    Args:
        units: Units with reviewers' labels and the judge's outcome.

        margin: How much worse the judge may be and still be worth it: 0.2 where reviewers are
            experts, 0.15 where they are skilled, 0.1 for a crowd.

        false_discovery_rate: The level for the reviewers together.

        minimum: The fewest units to test a reviewer on.

    Returns:
        The test. With unreliable reviewers it is easy to win, so show it beside their own
        agreement.

    References:
        Calderon, Reichart and Dror (2025), arXiv:2501.10970. Groups of several units are
        averaged first, so that the test is over groups.
    """
    units = [unit for unit in units if unit.judge in DECIDED]
    names = dict.fromkeys(name for unit in units for name in unit.ratings)
    compared = {name: _compared(name, units) for name in names}
    tested = [name for name in names if len(compared[name]) >= max(1, minimum)]
    p_values = [_p_value(compared[name], margin) for name in tested]
    adjusted = benjamini_yekutieli(p_values)
    replacements = tuple(
        Replacement(
            name,
            len(compared[name]),
            float(np.mean([judge for _, judge, _ in compared[name]])),
            p,
            corrected <= false_discovery_rate,
        )
        for name, p, corrected in zip(tested, p_values, adjusted, strict=True)
    )
    left_out = tuple(name for name in names if name not in tested)
    return _summary(replacements, left_out)


def _summary(replacements: tuple[Replacement, ...], left_out: tuple[str, ...]) -> AltTest:
    if not replacements:
        return AltTest(None, None, passes=False, replacements=(), left_out=left_out)
    rate = float(np.mean([each.rejected for each in replacements]))
    advantage = float(np.mean([each.judge_wins for each in replacements]))
    return AltTest(rate, advantage, rate >= WINS, replacements, left_out)


def _compared(name: str, units: Iterable[RatedUnit]) -> list[tuple[str, bool, bool]]:
    """For each unit its group, whether the judge wins or draws, and whether the reviewer does."""
    found = []
    for unit in units:
        own = unit.ratings.get(name)
        others = [o for other, o in unit.ratings.items() if other != name and o in DECIDED]
        if own in DECIDED and others:
            judge, reviewer = _share(others, unit.judge), _share(others, own)
            found.append((unit.group, judge >= reviewer, reviewer >= judge))
    return found


def _share(others: list[Outcome], answer: Outcome | None) -> float:
    return others.count(answer) / len(others) if answer is not None else 0.0


def _p_value(compared: Iterable[tuple[str, bool, bool]], margin: float) -> float:
    by_group: dict[str, list[int]] = defaultdict(list)
    for group, judge, reviewer in compared:
        by_group[group].append(int(reviewer) - int(judge))
    means = np.array([np.mean(each) for each in by_group.values()])
    error = float(means.std(ddof=1)) / np.sqrt(len(means)) if len(means) > 1 else 0.0
    lead = float(means.mean()) - margin
    if not error:
        return 0.0 if lead < 0 and len(means) > 1 else 1.0
    return float(stdtr(len(means) - 1, lead / error))
