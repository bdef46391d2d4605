"""The tables. Rows never leave `storage`."""

from sqlalchemy import Table

from storage.tables.again import RepeatRow, RuleHandledRow, Stratum
from storage.tables.batch import BatchCallRow, BatchRow
from storage.tables.columns import Row
from storage.tables.count import KeptCountRow
from storage.tables.judge import CallRow, CallStatus, JudgeRow, RunRow, RunStatus, VerdictRow
from storage.tables.label import (
    AdjudicationRow,
    ExposureRow,
    GoldRow,
    LabelRow,
    SecondLookRow,
    View,
)
from storage.tables.project import (
    AuditRow,
    IdentityKind,
    InstallationRow,
    ProjectRow,
    ReviewerRole,
    ReviewerRow,
    WorkerRow,
)
from storage.tables.proposal import (
    ProposalCallRow,
    ProposalRow,
    ProposalState,
    ProposalTrialRow,
)
from storage.tables.rubric import CriterionRow, ExampleRow, RubricRow, RubricVersionRow
from storage.tables.session import ImportRow, SessionRow, Split, SplitRow, TurnRow
from storage.tables.workbench import (
    AuditKind,
    AuditResultRow,
    LookRow,
    QueueRow,
    Reveal,
    RevealRow,
    SkipRow,
    TaskRow,
)


def table(row: type[Row]) -> Table:
    """Return the table of `row`, for queries in SQLAlchemy Core."""
    found = Row.metadata.tables[str(row.__tablename__)]
    assert isinstance(found, Table)
    return found


__all__ = [
    "AdjudicationRow",
    "AuditKind",
    "AuditResultRow",
    "AuditRow",
    "BatchCallRow",
    "BatchRow",
    "CallRow",
    "CallStatus",
    "CriterionRow",
    "ExampleRow",
    "ExposureRow",
    "GoldRow",
    "IdentityKind",
    "ImportRow",
    "InstallationRow",
    "JudgeRow",
    "KeptCountRow",
    "LabelRow",
    "LookRow",
    "ProjectRow",
    "ProposalCallRow",
    "ProposalRow",
    "ProposalState",
    "ProposalTrialRow",
    "QueueRow",
    "RepeatRow",
    "Reveal",
    "RevealRow",
    "ReviewerRole",
    "ReviewerRow",
    "Row",
    "RubricRow",
    "RubricVersionRow",
    "RuleHandledRow",
    "RunRow",
    "RunStatus",
    "SecondLookRow",
    "SessionRow",
    "SkipRow",
    "Split",
    "SplitRow",
    "Stratum",
    "TaskRow",
    "TurnRow",
    "VerdictRow",
    "View",
    "WorkerRow",
    "table",
]
