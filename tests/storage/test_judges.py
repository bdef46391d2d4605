"""Judges as they are kept."""

import pytest

from judging.errors import StoreError
from judging.judges import JudgeIdentity
from storage import Project

FIRST = JudgeIdentity("claude:m", "claude", "m", settings={"effort": "low"}, template="1")
SECOND = JudgeIdentity("claude:m", "claude", "m", settings={"effort": "high"}, template="1")


def test_the_same_identity_is_kept_once(project: Project) -> None:
    assert project.judges.kept(FIRST).id == project.judges.kept(FIRST).id
    assert project.judges.get("claude:m").identity == FIRST


def test_another_setting_is_another_judge_and_a_name_that_fits_both_is_refused(
    project: Project,
) -> None:
    one, two = project.judges.kept(FIRST), project.judges.kept(SECOND)

    with pytest.raises(StoreError, match="fits 2 judges") as refusal:
        project.judges.get("claude:m")
    assert one.fingerprint[:12] in refusal.value.what
    assert "effort=high" in refusal.value.what
    assert project.judges.get(two.fingerprint[:12]).identity == SECOND


def test_one_that_is_not_there_names_those_that_are(project: Project) -> None:
    project.judges.kept(FIRST)

    with pytest.raises(StoreError, match="claude:m"):
        project.judges.get("nobody")


def test_recorded_judges_of_different_names_differ() -> None:
    names = ("mine", "yours")

    assert len({JudgeIdentity(name, "recorded").fingerprint for name in names}) == 2
    assert len({JudgeIdentity(name, "rules", template="1").fingerprint for name in names}) == 1
