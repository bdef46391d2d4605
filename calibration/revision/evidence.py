"""What was said of each disagreement, and how well settled it is."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from calibration.agreement.held import Held
from calibration.revision.disagreeing import CELLS, Direction, Disagreement
from judging.ratings import Label, Outcome, Verdict
from storage import Project, View
from storage.kept_labels import KeptLabel


class Basis(IntEnum):
    """What speaks against the judge, the weightiest first."""

    ADJUDICATED = 0
    SECOND_LOOK = 1
    LABEL = 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    A disagreement with the words of both sides.

    Attributes:
        verdict: The judge's; None where it can no longer be seen.

        labels: Those that say what the reference says, and first the one that settled it.
    """

    one: Disagreement
    verdict: Verdict | None
    labels: tuple[Label, ...]

    @property
    def human(self) -> Outcome:
        """What the reference says."""
        return CELLS[self.one.direction][0]

    @property
    def basis(self) -> Basis:
        """What it rests on that the judge is wrong."""
        if any(label.adjudicated for label in self.labels):
            return Basis.ADJUDICATED
        has_view = {View.JUDGE_WRONG, View.RULE_UNCLEAR}.intersection(self.one.views)
        return Basis.SECOND_LOOK if has_view else Basis.LABEL

    @property
    def is_slip(self) -> bool:
        """Whether all who looked again found the label wrong, and nobody has settled it."""
        is_settled = self.basis is Basis.ADJUDICATED
        return not is_settled and set(self.one.views) == {View.LABEL_SLIPPED}

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why people say so: of labels, then of second looks."""
        labels = (label.rationale for label in self.labels)
        looks = (look.why for look in self.one.looks)
        return tuple(filter(None, map(str.strip, (*labels, *looks))))

    @property
    def text(self) -> str:
        """All that was written about it; empty where nothing was."""
        said = self.verdict.rationale if self.verdict else ""
        return "\n".join(filter(None, (said.strip(), *self.reasons)))


def gathered(project: Project, held: Held, found: Sequence[Disagreement]) -> list[Evidence]:
    """
    Return what was said of these disagreements, in their order.

    Args:
        project: Whose they are.

        held: The judge, and the reference that it differs from.

        found: As `disagreeing.listed` gives them: none of the sealed test.
    """
    sessions = sorted({one.session.id for one in found})
    verdicts = project.verdicts.standing(
        sessions, rubric_version=held.version.id, judge=held.judge.id
    )
    kept = _by_unit(project.second_looks.labels_on(sessions))
    evidence = []
    for one in found:
        unit = (one.session.id, one.criterion.key, one.turn)
        stored = verdicts.get(unit)
        labels = _speaking(kept.get((*unit, one.criterion.meaning), ()), one.direction, held)
        evidence.append(Evidence(one, stored.verdict if stored else None, tuple(labels)))
    return evidence


def _by_unit(
    labels: Sequence[KeptLabel],
) -> Mapping[tuple[int, str, int, int], Sequence[KeptLabel]]:
    units: dict[tuple[int, str, int, int], list[KeptLabel]] = defaultdict(list)
    for kept in labels:
        units[kept.session, kept.label.criterion, kept.label.turn, kept.meaning].append(kept)
    return units


def _speaking(kept: Sequence[KeptLabel], direction: Direction, held: Held) -> Iterator[Label]:
    """Yield the labels that say what the reference does; settlements, which weigh more, first."""
    wanted, human = held.reference, CELLS[direction][0]
    for one in sorted(kept, key=lambda one: not one.label.adjudicated):
        label = one.label
        is_theirs = wanted.reviewer in (None, label.reviewer) and label.made_by is wanted.maker
        is_counted = label.adjudicated or label.blind or not wanted.blind_only
        if is_theirs and is_counted and label.outcome is human:
            yield label
