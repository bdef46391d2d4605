"""A judge, and what it is held against."""

from dataclasses import dataclass

from judging.rubrics import Criterion
from storage import Compared, Reference, StoredJudge, StoredVersion


@dataclass(frozen=True, slots=True)
class Held:
    """One judge with one rubric version, and whose labels it is held against."""

    version: StoredVersion
    judge: StoredJudge
    reference: Reference

    def on(self, criterion: Criterion) -> Compared:
        """Return what is compared on one criterion."""
        return Compared(
            criterion.key, criterion.meaning, self.version.id, self.judge.id, self.reference
        )
