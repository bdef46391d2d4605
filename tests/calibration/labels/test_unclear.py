"""The queue of unclear rules."""

import sqlite3

import pytest

from calibration.labels import unclear
from calibration.labels.unclear import Unclear
from storage import NewLook, Project, View
from tests import keeping


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))


def look(project: Project, name: str, view: View | None, why: str = "", who: str = "maya") -> None:
    number, reviewer = keeping.number(project, name), project.reviewers.named(who).id
    project.second_looks.add(NewLook(number, "goal_met", 1, 0, reviewer, None, view, why))


def waiting(project: Project) -> list[Unclear]:
    return [one for one in unclear.listed(project) if one.rule.handled_by is None]


def test_looks_that_call_a_rule_unclear_wait_with_their_reasons(project: Project) -> None:
    look(project, "a", View.RULE_UNCLEAR, "What is a hand-off?")
    look(project, "a", View.JUDGE_WRONG, "It misread.", who="jonas")

    [one] = waiting(project)

    assert (one.criterion.key, one.rule.session) == ("goal_met", "a")
    assert (one.rule.reviewer, one.rule.why) == ("maya", "What is a hand-off?")


def test_whoever_thinks_better_of_it_takes_it_out(project: Project) -> None:
    look(project, "a", View.RULE_UNCLEAR)
    look(project, "a", View.JUDGE_WRONG)

    assert unclear.listed(project) == []


def test_a_rubric_version_deals_with_it(project: Project) -> None:
    look(project, "a", View.RULE_UNCLEAR)
    look(project, "b", View.RULE_UNCLEAR)
    first, _ = waiting(project)

    n = unclear.handle(project, [first], first.versions[0], viewer="ann")

    assert n == 1
    assert [one.rule.session for one in waiting(project)] == ["b"]
    assert [one.rule.handled_by for one in unclear.listed(project)] == ["conversation@1", None]


def test_what_is_dealt_with_twice_counts_once(project: Project) -> None:
    look(project, "a", View.RULE_UNCLEAR)
    [one] = waiting(project)

    counts = [unclear.handle(project, [one], one.versions[0], viewer="ann") for _ in "12"]

    assert counts == [1, 0]


def test_what_is_called_unclear_anew_waits_anew(project: Project) -> None:
    look(project, "a", View.RULE_UNCLEAR, "Once.")
    [one] = waiting(project)
    unclear.handle(project, [one], one.versions[0], viewer="ann")

    look(project, "a", View.RULE_UNCLEAR, "Still.")

    assert [one.rule.why for one in waiting(project)] == ["Still."]


def test_what_was_dealt_with_is_never_rewritten(project: Project, database_url: str) -> None:
    look(project, "a", View.RULE_UNCLEAR)
    [one] = waiting(project)
    unclear.handle(project, [one], one.versions[0], viewer="ann")

    with sqlite3.connect(database_url.removeprefix("sqlite:///")) as connection:
        for change in ("DELETE FROM rule_handled", "UPDATE rule_handled SET reviewer_id = 1"):
            with pytest.raises(sqlite3.DatabaseError, match="append"):
                connection.execute(change)
