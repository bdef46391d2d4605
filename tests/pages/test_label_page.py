"""The label page without a browser: what it sends, what it takes, and the form."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import streamlit as st
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.testing.v1 import AppTest

from calibration import labelling
from judging.ratings import Outcome
from storage import Project
from tests import keeping

PAGES = Path(__file__).parents[2] / "pages"
PASS, FAIL = Outcome.PASS, Outcome.FAIL
KEYS = ("goal_met", "consistent", "no_reasking", "correction_present", "correction_honoured")
HOSTILE = "<script>alert(1)</script> ![x](https://example.org/x.png) :red[x]"
# The judge's word for an answer that no reviewer gave: to be looked for in what is sent.
JUDGED = '"criterion": "goal_met", "turn": 0, "outcome"'


@pytest.fixture(autouse=True)
def _fresh_caches() -> Iterator[None]:
    yield
    st.cache_resource.clear()


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abcd"))


def opened(**address: str) -> AppTest:
    """Open the page."""
    frame = AppTest.from_file(PAGES / "main.py", default_timeout=60)
    frame.run()
    for name, value in ({"rubric": "conversation@1"} | address).items():
        frame.query_params[name] = value
    page = frame.switch_page("label.py").run()
    assert not page.exception
    return page


def parts(page: AppTest) -> list[Any]:
    """Return the components on the page: transcripts, and the panel last."""
    return list(page.get("bidi_component"))


def panel(page: AppTest) -> dict[str, Any]:
    """Return what the panel was sent."""
    sent: dict[str, Any] = json.loads(parts(page)[-1].proto.json)
    return sent


def sent(page: AppTest) -> str:
    """Return everything that the components were sent."""
    return "\n".join(part.proto.json for part in parts(page))


def fire(page: AppTest, *events: dict[str, Any]) -> AppTest:
    """Send events as the panel in a browser does."""
    states = page._tree.get_widget_states()
    state = states.widgets.add()
    state.id = _make_trigger_id(parts(page)[-1].proto.id, "events")
    state.json_trigger_value = json.dumps([{"event": "events", "value": list(events)}])
    ran = page._run(states)
    assert not ran.exception
    return ran


def event(**fields: Any) -> dict[str, Any]:
    """Return what maya's browser sends when she passes session a on its goal."""
    return {
        "id": uuid4().hex,
        "type": "label",
        "reviewer": "maya",
        "rubric": "conversation@1",
        "session": "a",
        "criterion": "goal_met",
        "outcome": "pass",
    } | fields


def all_of(session: str) -> list[dict[str, Any]]:
    """Return the events that label a session to the end."""
    return [event(session=session, criterion=key) for key in KEYS]


def names(page: AppTest) -> list[str]:
    """Return the sessions that the panel was sent."""
    return [session["name"] for session in panel(page)["sessions"]]


def test_who_comes_for_the_first_time_is_asked_for_a_name() -> None:
    page = opened()
    page.text_input(key="label_gate_name").set_value("  maya ")
    page.button[0].click().run()

    assert not page.exception
    assert panel(page)["reviewer"] == "maya"
    assert page.query_params["reviewer"] == ["maya"]


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
    page = opened(reviewer="maya")
    states = page._tree.get_widget_states()
    state = states.widgets.add()
    state.id = _make_trigger_id(parts(page)[-1].proto.id, "events")
    state.json_trigger_value = json.dumps([{"event": "events", "value": rubbish}])

    ran = page._run(states)

    assert not ran.exception
    assert panel(ran)["acked"] == []


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


def blind(page: AppTest) -> bool:
    """Tell whether nothing of what was sent comes from the judge."""
    return JUDGED not in sent(page)


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
    honest = labelling._task

    def leaking(*given: Any, is_complete: bool, **more: Any) -> labelling.Task:
        return replace(honest(*given, is_complete=True, **more), is_complete=is_complete)

    monkeypatch.setattr(labelling, "_task", leaking)

    assert not blind(opened(reviewer="maya"))


def test_nothing_left_says_who_labelled_how_much_and_leads_on(project: Project) -> None:
    for name in "abcd":
        labelling.receive(project, "maya", all_of(name))
    labelling.receive(project, "jonas", [one | {"reviewer": "jonas"} for one in all_of("b")])

    page = opened(reviewer="maya")

    assert [text.value for text in page.subheader] == ["Nothing left for you"]
    assert list(page.dataframe[0].value["Sessions labelled"]) == [4, 1]
    assert names(page) == []
    assert panel(page)["done"] == 4


def test_hostile_names_reach_no_markdown(project: Project) -> None:
    project.reviewers.named(HOSTILE)
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))

    page = opened(reviewer="maya", session=HOSTILE)
    page.toggle(key="label_form").set_value(True).run()

    assert not page.exception
    drawn = [*page.markdown, *page.title, *page.subheader, *page.info]
    assert [text.value for text in drawn if "![x](" in text.value or "<script" in text.value] == []
    assert "<script" not in "".join(element.proto.body for element in page.get("html"))


def form(project: Project, **address: str) -> AppTest:
    """Open the form view."""
    assert project.sessions.count()
    page = opened(reviewer="maya", **address)
    page.toggle(key="label_form").set_value(True).run()
    assert not page.exception
    return page


def control(page: AppTest, project: Project, criterion: str, turn: int = 0) -> Any:
    """Return the answers to a criterion in the form, on session a."""
    number = keeping.number(project, "a")
    return page.button_group(key=f"label_form_{number}_{turn}_{criterion}_outcome")


def test_a_form_is_saved_in_one_go_and_shows_the_verdicts_then(project: Project) -> None:
    keeping.judge(project, dict.fromkeys("abcd", FAIL))
    page = form(project)
    assert "Judge on" not in "".join(text.value for text in page.markdown)

    for key in KEYS:
        control(page, project, key).set_value([PASS])
    page.button(key="FormSubmitter:label_form_1_0-Save").click().run()

    assert not page.exception
    assert project.labels.count() == 5
    assert "Judge on **Goal met**" in "".join(text.value for text in page.markdown)
    page.button(key="label_form_next").click().run()
    assert page.query_params["session"] == ["b"]


def test_a_condition_that_is_absent_settles_the_form_s_answer_too(project: Project) -> None:
    page = form(project)

    control(page, project, "correction_present").set_value([FAIL])
    control(page, project, "correction_honoured").set_value([PASS])
    page.button(key="FormSubmitter:label_form_1_0-Save").click().run()

    assert not page.exception
    version = project.rubrics.get("conversation@1")
    labels = labelling.desk(project, "maya", version, at="a").tasks[0].labels
    assert {key: label.outcome for (key, _), label in labels.items()} == {
        "correction_present": FAIL,
        "correction_honoured": Outcome.NOT_APPLICABLE,
    }


def test_a_form_asks_of_one_turn_of_the_assistant_at_a_time(project: Project) -> None:
    page = form(project, rubric="turn@1")

    control(page, project, "turn_pass", 2).set_value([FAIL])
    page.button(key="FormSubmitter:label_form_1_2-Save").click().run()

    assert not page.exception
    version = project.rubrics.get("turn@1")
    labels = labelling.desk(project, "maya", version, at="a").tasks[0].labels
    assert {unit: label.outcome for unit, label in labels.items()} == {("turn_pass", 2): FAIL}
