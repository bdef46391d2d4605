"""A judge of the agents' own family is warned of."""

from dataclasses import replace

import pytest

from calibration.bias import own_family
from judging.judges import ClaudeJudge, JudgeIdentity
from storage import Project
from tests import keeping


def add(project: Project, *families: str | None) -> None:
    sessions = (keeping.session(f"s{n}") for n in range(len(families)))
    keeping.add(
        project,
        *(replace(s, agent_family=f) for s, f in zip(sessions, families, strict=True)),
    )


def test_sessions_of_its_own_are_counted(project: Project) -> None:
    add(project, "claude", "claude", "gpt", None)

    told = own_family.warning(project, ClaudeJudge("claude-opus-5-5").identity)

    assert told.startswith("2 of 4 sessions are of agents of the judge's own family, claude")


def test_more_sessions_are_counted_in(project: Project) -> None:
    judge = ClaudeJudge("claude-opus-5-5").identity
    add(project, "claude")
    before = own_family.warning(project, judge)
    keeping.add(project, replace(keeping.session("more"), agent_family="claude"))

    assert before.startswith("1 of 1")
    assert own_family.warning(project, judge).startswith("2 of 2")


@pytest.mark.parametrize(
    "judge", [JudgeIdentity("rules", "rules"), JudgeIdentity("openai:gpt-4o", "openai", "gpt-4o")]
)
def test_others_are_not_warned_of(project: Project, judge: JudgeIdentity) -> None:
    add(project, "claude", None)

    assert own_family.warning(project, judge) == ""
