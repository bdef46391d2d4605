"""Proposals, drafts and their ledger, out of PostgreSQL as out of SQLite."""

from typing import Any

import pytest

from judging.errors import StoreError
from judging.judges.usage import Usage
from judging.ratings import Outcome
from storage import (
    Age,
    CallStatus,
    Project,
    ProposalState,
    Texts,
    proposal_calls,
    proposals,
)
from storage.proposal_calls import Ended, NewCall
from storage.proposals import NewProposal, TrialUnit
from tests import keeping
from tests.storage.test_retention import BEFORE, LATER

pytestmark = pytest.mark.postgres
PASS, FAIL = Outcome.PASS, Outcome.FAIL


def walked(project: Project) -> Any:
    """Walk a proposal through its life, and return what was seen on the way."""
    keeping.add(project, keeping.session("seen"))
    compared = keeping.judge(project, {"seen": FAIL}, name="mine")
    version, store = project.rubrics.get("conversation@1"), proposals.of(project)
    calls = proposal_calls.of(project)
    call = calls.begin(NewCall(version.id, "goal_met", "mine", "k", {"text": "x"}))
    ended = Ended(CallStatus.OK, "said", Usage(input=3), 7, 200, "r", "")
    calls.settle(call, ended)
    new = NewProposal(
        rubric_version=version.id,
        criterion="goal_met",
        judge=compared.judge,
        reference="person",
        blind_only=False,
        author="mine",
        is_by_model=True,
        text={"question": "?"},
        call=call,
        changes=[{"part": "question"}],
    )
    added = store.add(new)
    with pytest.raises(StoreError, match="open already"):
        store.add(new)
    draft = project.rubrics.draft(version.rubric)
    unit = TrialUnit(keeping.number(project, "seen"), 0, PASS, FAIL)
    store.add_trial(added.id, draft=draft.id, judge=compared.judge, run=None, units=[unit])
    [trial] = store.trials(added.id)
    edited = store.reword(added, {"question": "??"}, "ann")
    with pytest.raises(StoreError, match="since you opened it"):
        store.reword(added, {"question": "!"}, "ben")
    gone = store.decide(edited, ProposalState.DISMISSED, by="ann", why="No.")
    again = store.add(new)
    paid = calls.reusable("k")
    return (
        (added.text, added.is_open, edited.text, edited.edits, gone.state, gone.decided_by),
        (trial.units[0].was_right, trial.units == (unit,), len(store.listed()), again.is_open),
        (draft.rubric.label, [v.rubric.label for v in project.rubrics.versions("conversation")]),
        (paid and (paid.call == call, paid.reply), calls.cost(call)),
        project.store.retention.forget(Age(BEFORE, BEFORE)),
        project.store.retention.forget(Age(LATER, LATER)),
    )


def test_a_proposal_lives_the_same_life(on_postgres: Project, project: Project) -> None:
    one, other = (walked(some) for some in (on_postgres, project))

    assert one == other
    assert other == (
        ({"question": "?"}, True, {"question": "??"}, 1, ProposalState.DISMISSED, "ann"),
        (False, True, 2, True),
        ("conversation-draft@1", ["conversation@1"]),
        ((True, "said"), 7),
        Texts(0, 0),
        Texts(1, 1),
    )
