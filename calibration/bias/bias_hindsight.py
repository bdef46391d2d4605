"""Whether what comes later in a session changes what a judge says of its turns."""

from dataclasses import dataclass, replace

from calibration.bias import audit_words, hindsight, standing_audits
from calibration.bias.bias_audits import Subject, aged
from calibration.bias.standing_audits import Case
from judging.agreement import Estimate
from judging.rubrics import Level
from storage import AuditKind, KeptAudit


@dataclass(frozen=True, slots=True)
class LookedBack:
    """
    How many verdicts on turns change once later turns are shown.

    Attributes:
        audit: The audit; None where there is none, and `remarks` say what it takes.

        changed: How many change, of `units` that have a later turn.

        rate: Their share, its interval by groups.

        by_chance: The share that changes where no turn is left to be shown.

        changes: How often which verdict became which other.

        ready: Whether an audit needs nothing but to be made.

        commands: What would make one, in this order.
    """

    audit: KeptAudit | None
    changed: int
    units: int
    rate: Estimate
    by_chance: Estimate
    changes: tuple[tuple[str, str, int], ...]
    cases: tuple[Case, ...]
    remarks: tuple[str, ...]
    ready: bool = False
    commands: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """How many change, and what chance alone does; empty without an audit."""
        if self.audit is None:
            return ""
        told = f"{self.changed:,} of {self.units:,} verdicts change once later turns are shown"
        chance = (
            f" Where no turn is left to be shown, {_percents(self.by_chance)} change, by chance."
            if self.by_chance.value is not None
            else ""
        )
        return f"{told}: {_percents(self.rate)}.{chance}"


def looked_back(subject: Subject) -> LookedBack | None:
    """Return the audit with hindsight; None for a criterion that is not asked of turns."""
    if subject.criterion.level is not Level.TURN:
        return None
    shelf, key = subject.shelf(AuditKind.HINDSIGHT), subject.criterion.key
    found = shelf.newest(key)
    if found is None:
        missing = audit_words.looking_back(subject.project, subject.held)
        remarks = tuple(filter(None, (shelf.outdated(key), missing.sentence)))
        nothing = hindsight.share({})
        empty = LookedBack(None, 0, 0, nothing, nothing, (), (), remarks)
        return replace(empty, ready=missing.ready, commands=missing.commands)
    counts = found.result["criteria"][key]
    changes = tuple((was, became, n) for was, became, n in counts["changes"])
    rate, by_chance = (_share(counts[name]) for name in ("groups", "last"))
    cases, told = standing_audits.cases(found, key), aged(subject, found)
    return LookedBack(
        found, counts["changed"], counts["units"], rate, by_chance, changes, cases, told
    )


def _share(kept: list[list[int]]) -> Estimate:
    return hindsight.share({(differ, alike): n for differ, alike, n in kept})


def _percents(share: Estimate) -> str:
    """Return a share with its interval."""
    if share.value is None or share.low is None or share.high is None:
        return "a share without an interval" if share.value is None else f"{share.value:.0%}"
    return f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})"
