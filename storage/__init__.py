"""The database. Nothing outside this package knows that it is SQL."""

from storage.agreement import Compared, Pattern, Reference
from storage.imports import Existing, Import
from storage.judges import StoredJudge
from storage.labels import NewLabel, StoredLabel
from storage.reviewers import Reviewer
from storage.rubrics import Meaning, StoredVersion
from storage.runs import RunLine
from storage.sessions import Answered, SessionFilter, SessionLine
from storage.store import Project, Store
from storage.tables import RunStatus
from storage.verdicts import Answer, StoredVerdict

__all__ = [
    "Answer",
    "Answered",
    "Compared",
    "Existing",
    "Import",
    "Meaning",
    "NewLabel",
    "Pattern",
    "Project",
    "Reference",
    "Reviewer",
    "RunLine",
    "RunStatus",
    "SessionFilter",
    "SessionLine",
    "Store",
    "StoredJudge",
    "StoredLabel",
    "StoredVerdict",
    "StoredVersion",
]
