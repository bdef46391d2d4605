"""Whether people who saw a judge's verdict after their own change their answer to it."""

from collections.abc import Sequence
from dataclasses import replace

from calibration.bias.bias_outcomes import Checked, Further
from judging.agreement import Clusters
from judging.agreement.bias import Group
from judging.agreement.clustered_rate import clustered_wilson
from judging.ratings import DECIDED
from storage.revealed import Revealed

TOWARD = "labels that differed from the judge until it was seen, changed to its answer"
AWAY = "labels that agreed with the judge until it was seen, changed away from it"


def added(made: Checked, labels: Sequence[Revealed], confidence: float) -> Checked:
    """
    Add to a check how many labels given blind were changed after a sight of the verdict.

    Args:
        made: The check on labels that were not given blind.

        labels: Every label given blind that was followed by a sight of the verdict.

        confidence: The intervals' two-sided level.

    Returns:
        The check with two rates, of labels changed to the judge's answer among those that had
        differed from it, and of labels changed away among those that had agreed; as it was
        where no label was followed by a sight.
    """
    decided = [one for one in labels if {one.before, one.judged} <= DECIDED]
    usable = [one for one in decided if one.after in DECIDED]
    if not usable:
        return made
    differed = [one for one in usable if one.before is not one.judged]
    agreed = [one for one in usable if one.before is one.judged]
    further = (
        Further("toward_judge", _changed(TOWARD, differed, confidence)),
        Further("away_from_judge", _changed(AWAY, agreed, confidence)),
    )
    return replace(
        made,
        remarks=(*made.remarks, *_remarks(usable, len(decided) - len(usable))),
        further=(*made.further, *further),
    )


def _changed(name: str, labels: Sequence[Revealed], confidence: float) -> Group:
    sums: dict[str, list[int]] = {}
    for one in labels:
        sums.setdefault(one.group, [0, 0])[one.after is one.before] += 1
    rate = clustered_wilson(Clusters.of(sums.values(), width=2), confidence)
    return Group(name, sum(x for x, _ in sums.values()), len(labels), rate)


def _remarks(usable: Sequence[Revealed], left: int) -> tuple[str, ...]:
    again = sum(one.is_new for one in usable)
    shown = f"After {len(usable):,} labels given blind, the verdict or others’ labels were seen"
    stands = "" if again == len(usable) else ", and the others stand as they were"
    lines = [f"{shown}; {again:,} of them were given again{stands}."]
    if left:
        lines.append(f"{left:,} more were taken back or left undecided, and do not count.")
    return tuple(lines)
