"""A judge, and what it is held against."""

from dataclasses import dataclass

from calibration.agreement import reporting
from judging.rubrics import Criterion
from storage import Compared, Project, Reference, StoredJudge, StoredVersion


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


def named(
    project: Project, rubric: str, judge: str, reference: str, *, blind_only: bool = False
) -> Held:
    """
    Return what commands name: a rubric, a judge and whose labels are the reference.

    Raises:
        StoreError: If there is none of such a name, or several judges.
    """
    chosen = reporting.reference_named(project, reference, blind_only=blind_only)
    return Held(project.rubrics.get(rubric), project.judges.get(judge), chosen)
