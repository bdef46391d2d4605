"""The database. Nothing outside this package knows that it is SQL."""

from storage.audits import KeptAudit
from storage.batches import Batch, Batches, Past, Pending
from storage.call_records import CallRecord, ProblemUnit
from storage.completeness import Answer
from storage.counts import CELLS, Counts, Pattern
from storage.desk import GivenLabel, Wanted
from storage.identities import Identity
from storage.imports import Existing, Import
from storage.judges import StoredJudge
from storage.labels import NewLabel, StoredLabel
from storage.ledger import Ledger
from storage.ledger_entries import Asked, Judged, Settled
from storage.limits import CallLimit
from storage.modes import Mode
from storage.pairs import Triple
from storage.references import Compared, Reference
from storage.retention import Age, Texts
from storage.reveal_draws import RevealDraw
from storage.reviewers import Reviewer
from storage.rubrics import Meaning, StoredVersion
from storage.run_lines import RunLine
from storage.run_totals import UNSENT
from storage.runs import NewRun, Runs, Work
from storage.second_looks import NewLook, SecondLook
from storage.sessions import Answered, SessionFilter, SessionLine
from storage.store import Project, Store
from storage.tables import (
    AuditKind,
    CallStatus,
    IdentityKind,
    ProposalState,
    Reveal,
    ReviewerRole,
    RunStatus,
    Split,
    Stratum,
    View,
)
from storage.verdicts import Place, StoredVerdict

__all__ = [
    "CELLS",
    "UNSENT",
    "Age",
    "Answer",
    "Answered",
    "Asked",
    "AuditKind",
    "Batch",
    "Batches",
    "CallLimit",
    "CallRecord",
    "CallStatus",
    "Compared",
    "Counts",
    "Existing",
    "GivenLabel",
    "Identity",
    "IdentityKind",
    "Import",
    "Judged",
    "KeptAudit",
    "Ledger",
    "Meaning",
    "Mode",
    "NewLabel",
    "NewLook",
    "NewRun",
    "Past",
    "Pattern",
    "Pending",
    "Place",
    "ProblemUnit",
    "Project",
    "ProposalState",
    "Reference",
    "Reveal",
    "RevealDraw",
    "Reviewer",
    "ReviewerRole",
    "RunLine",
    "RunStatus",
    "Runs",
    "SecondLook",
    "SessionFilter",
    "SessionLine",
    "Settled",
    "Split",
    "Store",
    "StoredJudge",
    "StoredLabel",
    "StoredVerdict",
    "StoredVersion",
    "Stratum",
    "Texts",
    "Triple",
    "View",
    "Wanted",
    "Work",
]
