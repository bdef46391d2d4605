"""One criterion in plain English, as a number."""

import json
from collections.abc import Iterator

import pytest

from judging.errors import RubricError
from judging.judges import ClaudeJudge, RulesJudge
from judging.ratings import Outcome
from judging.rubrics import Sees
from judging.scoring import score, single
from judging.sessions import Session
from tests.model_server import ModelServer, answer, says

CRITERION = "The agent says when\n  the parcel comes."


@pytest.fixture
def judge(server: ModelServer) -> Iterator[ClaudeJudge]:
    made = ClaudeJudge("claude-test", sleep=lambda _: None)
    assert server.requests == []
    yield made
    made.close()


@pytest.mark.parametrize(
    ("verdict", "value"), [("pass", 5.0), ("fail", 0.0), ("cannot_tell", None)]
)
def test_a_pass_scores_the_scale_and_what_is_undecided_nothing(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session, verdict: str, value: float | None
) -> None:
    server.script.append(says(json.dumps(answer("criterion", verdict=verdict, reason="So."))))

    found = score(judge, CRITERION, lost_parcel, scale=5)

    assert found.value == value
    words = {"pass": "Pass", "fail": "Fail", "cannot_tell": "Cannot tell"}
    assert found.reason == f"{words[verdict]} on 'The agent says when the parcel comes.': So."


def test_an_answer_that_cannot_be_read_is_no_zero(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [says("Well.")] * 2

    found = score(judge, CRITERION, lost_parcel)

    assert (found.value, found.passes(1)) == (None, None)
    assert found.verdict.outcome is Outcome.NOT_SCORED


def test_only_what_the_assistant_says_is_read(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    score(judge, CRITERION, lost_parcel)

    (request,) = server.requests
    assert "The agent says when the parcel comes." in request.rules
    assert lost_parcel.turns[0].content not in request.transcript
    assert any(turn.content in request.transcript for turn in lost_parcel.turns[1:])


def test_a_threshold_is_met_by_what_is_at_least_it(
    judge: ClaudeJudge, lost_parcel: Session
) -> None:
    found = score(judge, CRITERION, lost_parcel)

    assert (found.passes(1), found.passes(1.01)) == (True, False)


def test_both_roles_are_read_where_that_is_said() -> None:
    assert single("x", sees=Sees.CONVERSATION).criteria[0].sees is Sees.CONVERSATION


@pytest.mark.parametrize("nothing", ["", " \n"])
def test_a_criterion_says_something(nothing: str) -> None:
    with pytest.raises(RubricError, match="says nothing"):
        single(nothing)


@pytest.mark.parametrize("scale", [0, -1])
def test_a_pass_scores_more_than_a_fail(lost_parcel: Session, scale: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        score(RulesJudge(), CRITERION, lost_parcel, scale=scale)
