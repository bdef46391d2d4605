"""The label page without a browser: what it sends, and what it takes."""

import json
from dataclasses import replace
from typing import Any

import pytest

from calibration.labels import labelling
from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.label_sending import all_of, event
from tests.pages.label_page import (
    blind,
    fire,
    fired,
    names,
    opened,
    panel,
    parts,
)

FAIL = Outcome.FAIL


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abcd"))


def test_who_comes_for_the_first_time_is_asked_for_a_name() -> None:
    page = opened()
    page.text_input(key="label_gate_name").set_value("  maya ")
    page.button[0].click().run()

    assert not page.exception
    assert panel(page)["reviewer"] == "maya"
    assert page.query_params["reviewer"] == "maya"


def test_who_was_here_before_is_a_click_away_and_capitals_make_nobody_new(
    project: Project,
) -> None:
    project.reviewers.named("maya")
    page = opened()

    page.text_input(key="label_gate_name").set_value("MAYA")
    page.button[0].click().run()

    assert page.pills[0].options == ["maya"]
    assert panel(page)["reviewer"] == "maya"


@pytest.mark.parametrize("name", ["   ", "unnamed visitor", "x" * 81])
def test_a_name_that_cannot_be_one_is_asked_for_again(name: str) -> None:
    page = opened(reviewer=name)

    assert [title.value for title in page.title] == ["Label"]
    assert not parts(page)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("  ", "Type a name."), ("unnamed visitor", "That cannot be a name. Type one.")],
)
def test_whoever_types_no_name_is_told_so(typed: str, answer: str) -> None:
    page = opened()

    page.text_input(key="label_gate_name").set_value(typed)
    page.button[0].click().run()

    assert [warning.value for warning in page.warning] == [answer]
    assert not parts(page)


def test_three_sessions_are_there_and_the_panel_beside_them(project: Project) -> None:
    page = opened(reviewer="maya")

    assert [json.loads(part.proto.json)["standby"] for part in parts(page)[:-1]] == [True] * 3
    assert names(page) == ["a", "b", "c"]
    assert panel(page)["total"] == 4
    assert panel(page)["project"] == project.name


def test_the_address_leads_to_a_session_and_one_that_is_gone_to_the_first_that_waits() -> None:
    assert names(opened(reviewer="maya", session="c")) == ["c", "d", "a"]
    assert names(opened(reviewer="maya", session="zzz")) == ["a", "b", "c"]


def test_events_are_kept_and_named_as_kept(project: Project) -> None:
    label, other = event(note="So."), event(session="b", outcome="fail")

    page = fire(opened(reviewer="maya"), label, other)

    assert panel(page)["acked"] == [label["id"], other["id"]]
    assert panel(page)["sessions"][0]["labels"]["goal_met 0"]["note"] == "So."
    assert project.labels.count() == 2


def test_an_event_of_somebody_else_is_refused_by_name(project: Project) -> None:
    theirs = event(reviewer="jonas")

    page = fire(opened(reviewer="maya"), theirs)

    assert panel(page)["acked"] == []
    assert panel(page)["refused"] == {
        theirs["id"]: "It was given by jonas, and this is maya’s desk."
    }
    assert project.labels.count() == 0


def test_only_the_last_two_hundred_are_named() -> None:
    page = opened(reviewer="maya")
    moves = [event(type="go", session="a") for _ in range(210)]

    page = fire(page, *moves)

    assert panel(page)["acked"] == [move["id"] for move in moves[10:]]


@pytest.mark.parametrize("rubbish", ["label", {"id": "x"}, None, 7])
def test_what_is_no_list_of_events_does_no_harm(rubbish: object) -> None:
    page = fired(opened(reviewer="maya"), rubbish)

    assert panel(page)["acked"] == []


def test_a_move_brings_the_next_sessions_and_leaves_in_place_what_stays() -> None:
    page = opened(reviewer="maya")
    before = [json.loads(part.proto.json)["shown"]["title"] for part in parts(page)[:-1]]

    page = fire(page, event(type="go", session="b"))

    after = [json.loads(part.proto.json)["shown"]["title"] for part in parts(page)[:-1]]
    assert names(page) == ["b", "c", "d"]
    assert (before, after) == (["a", "b", "c"], ["d", "b", "c"])


def test_a_session_stays_at_hand_after_its_last_label() -> None:
    page = fire(opened(reviewer="maya"), *all_of("a"))

    assert names(page)[0] == "a"
    assert panel(page)["done"] == 1


def test_no_verdict_is_sent_before_the_last_label(project: Project) -> None:
    keeping.judge(project, dict.fromkeys("abcd", FAIL))
    page = opened(reviewer="maya")
    labels = all_of("a")

    assert blind(page)
    page = fire(page, *labels[:-1])
    assert blind(page)
    page = fire(page, *labels[-1:])
    assert not blind(page)
    told = [session["verdicts"] for session in panel(page)["sessions"]]
    assert [len(verdicts) for verdicts in told] == [1, 0, 0]
    assert told[0][0]["chip"]["word"] == "Fail"
    page = fire(page, event(type="go", session="b"))
    assert blind(page)


def test_a_leak_on_purpose_is_noticed(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    keeping.judge(project, dict.fromkeys("abcd", FAIL))
    honest = labelling._task  # noqa: SLF001  (what is broken here on purpose)

    def leaking(*given: Any, is_complete: bool, **more: Any) -> labelling.Task:
        return replace(honest(*given, is_complete=True, **more), is_complete=is_complete)

    monkeypatch.setattr(labelling, "_task", leaking)

    assert not blind(opened(reviewer="maya"))


def test_nothing_left_says_who_labelled_how_much_and_leads_on(project: Project) -> None:
    for name in "abcd":
        labelling.receive(project, "maya", all_of(name))
    labelling.receive(project, "jonas", [one | {"reviewer": "jonas"} for one in all_of("b")])

    page = opened(reviewer="maya")

    assert [text.value for text in page.header] == ["Nothing left for you"]
    assert list(page.dataframe[0].value["Sessions labelled"]) == [4, 1]
    assert names(page) == []
    assert panel(page)["done"] == 4
