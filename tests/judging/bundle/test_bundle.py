"""A bundle judges as the judge that it was made of."""

import pytest

from judging.bundle import read, written
from judging.errors import JudgeError
from judging.judges import ClaudeJudge, RulesJudge
from judging.ratings import Outcome
from judging.sessions import Session
from tests.judging.bundle import made
from tests.model_server import ModelServer


def test_the_rules_judge_in_it_answers_as_outside(lost_parcel: Session) -> None:
    bundle = read(written(made.bundle()))

    assert bundle.judge(lost_parcel) == RulesJudge().verdicts(lost_parcel, made.RUBRIC)


def test_the_claude_judge_in_it_asks_the_model(
    lost_parcel: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = read(written(made.bundle(made.claude())))
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-never-to-be-seen")
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ModelServer() as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        verdicts = bundle.judge(lost_parcel)

    assert [verdict.criterion for verdict in verdicts] == [*made.RUBRIC.keys]
    assert {verdict.outcome for verdict in verdicts} == {Outcome.PASS}
    assert [request.body["model"] for request in server.requests] == ["claude-test"] * 3
    assert [len(request.keys) for request in server.requests] == [1, 1, 1]


def test_needs_a_key_only_when_it_is_asked(lost_parcel: Session) -> None:
    bundle = read(written(made.bundle(ClaudeJudge("claude-test").identity)))

    with pytest.raises(JudgeError, match="no API key"):
        bundle.judge(lost_parcel)
