"""Proposals to revise a criterion, and what became of them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, RowMapping, insert, select, update
from sqlalchemy.exc import IntegrityError

from judging.errors import StoreError
from judging.ratings import Outcome
from storage.engine import writing
from storage.store import Project
from storage.tables import (
    ProposalRow,
    ProposalState,
    ProposalTrialRow,
    RubricVersionRow,
    table,
)
from storage.tables.columns import now

PROPOSAL, TRIAL, VERSION = table(ProposalRow), table(ProposalTrialRow), table(RubricVersionRow)


@dataclass(frozen=True, slots=True)
class NewProposal:
    """
    A proposal that is to be kept.

    Attributes:
        rubric_version: The number of the version that it revises.

        judge: The number of the judge whose disagreements it comes of.

        reference: Whose labels it was held against, as the option takes it.

        author: The judge that wrote it, else a person.

        call: The number of the request that it came of; None where a person wrote it.

        reason: What the author says of it as a whole.

        text: The criterion's parts as they would read.

        changes: What the author changed, and `refused`, what was not taken of it.

        evidence: How many disagreements it rests on, by what these rest on.
    """

    rubric_version: int
    criterion: str
    judge: int
    reference: str
    blind_only: bool
    author: str
    is_by_model: bool
    text: Mapping[str, str]
    call: int | None = None
    reason: str = ""
    changes: Sequence[Mapping[str, str]] = ()
    refused: Sequence[Mapping[str, str]] = ()
    evidence: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class StoredProposal(NewProposal):
    """
    A proposal as it stands.

    Attributes:
        edits: How often its text was changed by hand since, last by `edited_by`.

        decided_by: Who published or dismissed it, and `decided_why`, why; empty while it is open.

        published_as: The number of the version that has it, of the rubric's; else None.
    """

    id: int = 0
    edits: int = 0
    edited_by: str = ""
    state: ProposalState = ProposalState.OPEN
    decided_by: str = ""
    decided_why: str = ""
    decided_at: datetime | None = None
    published_as: int | None = None
    created_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided on it yet."""
        return self.state is ProposalState.OPEN


@dataclass(frozen=True, slots=True)
class TrialUnit:
    """A unit on which a proposal is tried: what people say, and the judge said before."""

    session: int
    turn: int
    human: Outcome
    before: Outcome

    @property
    def was_right(self) -> bool:
        """Whether the judge agreed with people before."""
        return self.human is self.before


@dataclass(frozen=True, slots=True)
class StoredTrial:
    """
    A proposal put to a judge.

    Attributes:
        draft: The number of the draft that has its text as it was then.

        run: The run that asks; None where nothing was left to be asked.
    """

    id: int
    draft: int
    judge: int
    run: int | None
    units: tuple[TrialUnit, ...]
    created_at: datetime


class Proposals:
    """The proposals of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def add(self, new: NewProposal) -> StoredProposal:
        """
        Keep a proposal.

        Raises:
            StoreError: If another on the same criterion of the rubric is open.
        """
        values = _values(new) | {"project_id": self._project, "created_at": now()}
        rubric = select(VERSION.c.rubric_id).where(VERSION.c.id == new.rubric_version)
        try:
            with writing(self._engine) as connection:
                values["rubric_id"] = connection.scalar(rubric)
                number = connection.scalar(insert(PROPOSAL).returning(PROPOSAL.c.id), values)
        except IntegrityError:
            raise pending(new.criterion) from None
        assert isinstance(number, int)
        return self.get(number)

    def get(self, number: int) -> StoredProposal:
        """
        Return one proposal.

        Raises:
            StoreError: If the project has none of that number.
        """
        query = select(PROPOSAL).where(PROPOSAL.c.project_id == self._project)
        with self._engine.connect() as connection:
            row = connection.execute(query.where(PROPOSAL.c.id == number)).mappings().first()
        if row is None:
            raise StoreError(
                f"There is no proposal {number}.", fix="List them: judging propose --list."
            )
        return _stored(row)

    def listed(self) -> list[StoredProposal]:
        """Return all of them, the newest first."""
        query = select(PROPOSAL).where(PROPOSAL.c.project_id == self._project)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(PROPOSAL.c.id.desc())).mappings()
            return [_stored(row) for row in rows]

    def reword(self, seen: StoredProposal, text: Mapping[str, str], by: str) -> StoredProposal:
        """
        Change the text of an open proposal by hand.

        Args:
            seen: As its editor saw it.

            text: The parts as they are to read.

            by: Who.

        Raises:
            StoreError: If somebody else has changed it since, or decided on it.
        """
        values = {"text": dict(text), "edits": seen.edits + 1, "edited_by": by}
        self._change(seen, values)
        return self.get(seen.id)

    def decide(
        self,
        seen: StoredProposal,
        state: ProposalState,
        *,
        by: str,
        why: str,
        published_as: int | None = None,
    ) -> StoredProposal:
        """
        Publish or dismiss an open proposal.

        Raises:
            StoreError: If somebody else has changed it since, or decided on it.
        """
        decided = {"decided_by": by, "decided_why": why, "decided_at": now()}
        self._change(seen, {"state": state, "published_as": published_as, **decided})
        return self.get(seen.id)

    def add_trial(
        self, proposal: int, *, draft: int, judge: int, run: int | None, units: Sequence[TrialUnit]
    ) -> None:
        """Keep that a proposal was put to a judge."""
        values = {
            "proposal_id": proposal,
            "rubric_version_id": draft,
            "judge_id": judge,
            "run_id": run,
            "units": [[one.session, one.turn, one.human, one.before] for one in units],
            "created_at": now(),
        }
        with writing(self._engine) as connection:
            connection.execute(insert(TRIAL), values)

    def trials(self, proposal: int) -> list[StoredTrial]:
        """Return the trials of a proposal, the newest first."""
        query = select(TRIAL).where(TRIAL.c.proposal_id == proposal).order_by(TRIAL.c.id.desc())
        with self._engine.connect() as connection:
            return [_trial(row) for row in connection.execute(query).mappings()]

    def _change(self, seen: StoredProposal, values: Mapping[str, Any]) -> None:
        change = (
            update(PROPOSAL)
            .where(
                PROPOSAL.c.id == seen.id,
                PROPOSAL.c.state == ProposalState.OPEN,
                PROPOSAL.c.edits == seen.edits,
            )
            .values(dict(values))
            .returning(PROPOSAL.c.id)
        )
        with writing(self._engine) as connection:
            changed = connection.scalar(change)
        if changed is None:
            raise stale()


def of(project: Project) -> Proposals:
    """Return the proposals of `project`."""
    return Proposals(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def pending(criterion: str) -> StoreError:
    """Return the error that says that a criterion has a proposal that nobody has decided on."""
    return StoreError(
        f"A proposal for {criterion} is open already.",
        fix="Publish or dismiss it first: on the page Revise, or with judging propose.",
    )


def stale() -> StoreError:
    """Return the error that says that a proposal is no longer as somebody saw it."""
    return StoreError(
        "This proposal was changed, or decided on, since you opened it.",
        fix="Open it again, and look at what it says now.",
    )


def _values(new: NewProposal) -> dict[str, Any]:
    values = asdict(new)
    for name in ("rubric_version", "judge", "call"):
        values[f"{name}_id"] = values.pop(name)
    return values | {
        "changes": [dict(one) for one in new.changes],
        "refused": [dict(one) for one in new.refused],
        "evidence": dict(new.evidence or {}),
    }


def _stored(row: RowMapping) -> StoredProposal:
    numbers = {name: row[f"{name}_id"] for name in ("rubric_version", "judge", "call")}
    names = StoredProposal.__dataclass_fields__.keys() - numbers.keys()
    return StoredProposal(**numbers, **{name: row[name] for name in names})


def _trial(row: RowMapping) -> StoredTrial:
    return StoredTrial(
        row["id"],
        row["rubric_version_id"],
        row["judge_id"],
        row["run_id"],
        tuple(TrialUnit(s, t, Outcome(h), Outcome(b)) for s, t, h, b in row["units"]),
        row["created_at"],
    )
