"""Which kept audit counts for a judge, and why an earlier one does not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from calibration.agreement.held import Held
from calibration.bias import hindsight, shortened
from judging.judges import JudgeIdentity
from storage import AuditKind, KeptAudit, Project, splits

Case = Mapping[str, Any]


@dataclass(frozen=True)
class Shelf:
    """
    The audits of one kind in a project, and which of them are of what is looked at.

    Attributes:
        held: The judge, rubric version and reference that are looked at.

        audits: The newest first.

        sealed_at: When the test was set apart; None while it is not. An audit before that has
            cases of what is sealed.
    """

    project: Project
    kind: AuditKind
    held: Held
    audits: Sequence[KeptAudit]
    sealed_at: datetime | None = None

    @cached_property
    def identity(self) -> JudgeIdentity:
        """The judge that audits are kept under: of the two that are compared, the plain one."""
        identity = self.held.judge.identity
        plain = {AuditKind.FIT: shortened.in_full, AuditKind.HINDSIGHT: hindsight.without}
        return plain[self.kind](identity) if self.kind in plain else identity

    def newest(self, key: str) -> KeptAudit | None:
        """Return the newest of this very judge, rubric version and reference on a criterion."""
        return next((one for one in self._about(key) if self._is_of_it(one)), None)

    def outdated(self, key: str) -> str:
        """Say what the newest audit was of that counts no more; empty where there is none."""
        there = {j.fingerprint: j.identity for j in self.project.judges.listed()}
        for one in self._about(key):
            then = there[one.fingerprint]
            if then.name == self.identity.name and not self._is_of_it(one):
                what = " and ".join(self._differences(one, then))
                return f"The audit of {day(one)} does not count here: it was {what}."
        return ""

    def _differences(self, one: KeptAudit, then: JudgeIdentity) -> Iterator[str]:
        if one.rubric_version != self.held.version.id:
            yield f"under {self.project.rubrics.numbered(one.rubric_version).rubric.label}"
        if then.template != self.identity.template:
            now = self.identity.template
            yield f"of the judge with the prompt {then.template}, which now has {now}"
        elif one.fingerprint != self.identity.fingerprint or not self._is_of_other(one):
            yield "of the judge with other settings"
        if one.reference != self._reference:
            yield f"of what labels by {one.reference} fail"
        if self._is_before_the_seal(one):
            yield "made before the test was set apart, and of its sessions too"

    @property
    def _reference(self) -> str:
        return "" if self.kind is AuditKind.HINDSIGHT else self.held.reference.word

    def _about(self, key: str) -> list[KeptAudit]:
        return [one for one in self.audits if key in one.result["criteria"]]

    def _is_of_it(self, one: KeptAudit) -> bool:
        these = (self.held.version.id, self.identity.fingerprint, self._reference)
        is_same = (one.rubric_version, one.fingerprint, one.reference) == these
        return is_same and self._is_of_other(one) and not self._is_before_the_seal(one)

    def _is_before_the_seal(self, one: KeptAudit) -> bool:
        return self.sealed_at is not None and one.made_at <= self.sealed_at

    def _is_of_other(self, one: KeptAudit) -> bool:
        """Tell whether an audit of a judge that is shown less is of the one that is looked at."""
        ours = self.held.judge.fingerprint
        is_plain = self.kind is not AuditKind.FIT or ours == self.identity.fingerprint
        return is_plain or one.result["other"] == ours


def of(project: Project, held: Held, kind: AuditKind) -> Shelf:
    """Return the audits of one kind, with what they are to be held against."""
    sealed_at = splits.of(project).sealed_at()
    return Shelf(project, kind, held, project.audits.of(kind), sealed_at)


def day(audit: KeptAudit) -> str:
    """Return the day on which an audit was made, in words."""
    return f"{audit.made_at.day} {audit.made_at:%B %Y}"


def cases(audit: KeptAudit, key: str) -> tuple[Case, ...]:
    """Return the cases of one criterion."""
    return tuple(case for case in audit.result["cases"] if case["criterion"] == key)
