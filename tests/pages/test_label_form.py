"""The form that stands in for the label panel."""

from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from calibration.labels import labelling
from judging.ratings import Citation, Outcome
from pages.parts import form_held
from pages.parts.form_held import Place
from storage import Project
from tests import keeping
from tests.label_sending import KEYS, event
from tests.pages.label_page import opened

PASS, FAIL = Outcome.PASS, Outcome.FAIL
HOSTILE = "<script>alert(1)</script> ![x](https://example.org/x.png) :red[x]"


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abcd"))


def form(project: Project, **address: str) -> AppTest:
    """Open the form view."""
    assert project.sessions.count()
    page = opened(reviewer="maya", **address)
    page.toggle(key="label_form").set_value(True).run()
    assert not page.exception
    return page


def control(page: AppTest, criterion: str, turn: int = 0) -> Any:
    """Return the answers to a criterion in the form."""
    [found] = [
        one for one in page.button_group if f"_{turn}_{criterion}_outcome" in (one.key or "")
    ]
    return found


def note(page: AppTest, criterion: str, turn: int = 0) -> Any:
    """Return the note on a criterion in the form."""
    [found] = [one for one in page.text_input if f"_{turn}_{criterion}_note" in (one.key or "")]
    return found


def looks(page: AppTest) -> list[str]:
    """Return how the two steps look: saving, and going on."""
    keys = ("label_form_save", "label_form_next")
    return [page.button(key=key).proto.type for key in keys]


def said(page: AppTest, words: str) -> bool:
    """Tell whether the page says this."""
    return any(words in text.value for text in page.markdown)


def test_a_form_is_saved_in_one_go_and_shows_the_verdicts_then(project: Project) -> None:
    keeping.judge(project, dict.fromkeys("abcd", FAIL))
    page = form(project)
    assert "Judge on" not in "".join(text.value for text in page.markdown)

    for key in KEYS:
        control(page, key).set_value(PASS)
    page.button(key="label_form_save").click().run()

    assert not page.exception
    assert project.labels.count() == 5
    assert "Judge on **Goal met**" in "".join(text.value for text in page.markdown)
    page.button(key="label_form_next").click().run()
    assert page.query_params["session"] == "b"


def test_the_judge_is_said_to_be_hidden_and_once_all_is_saved_the_next_session_is_the_step(
    project: Project,
) -> None:
    keeping.judge(project, dict.fromkeys("abcd", FAIL))
    page = form(project)
    before = [looks(page), said(page, "stay hidden")]

    for key in KEYS:
        control(page, key).set_value(PASS)
    page.button(key="label_form_save").click().run()

    assert before == [["primary", "secondary"], True]
    assert [looks(page), said(page, "stay hidden")] == [["secondary", "primary"], False]


def test_what_was_answered_is_kept_on_the_way_to_the_next_session(project: Project) -> None:
    page = form(project)

    control(page, "goal_met").set_value(PASS)
    page.button(key="label_form_next").click().run()

    assert not page.exception
    assert page.query_params["session"] == "b"
    assert [one.label.outcome for one in project.labels.of_session(1)] == [PASS]


def test_what_the_form_does_not_ask_for_stays_with_the_label(project: Project) -> None:
    cited = {"cited": [1, 2], "quotes": [{"turn": 1, "quote": "is it"}], "missing": [2]}
    labelling.receive(project, "maya", [event(**cited)])
    page = form(project)

    control(page, "goal_met").set_value(FAIL)
    page.button(key="label_form_save").click().run()

    [kept] = project.labels.of_session(1)
    assert kept.label.outcome is FAIL
    assert set(kept.label.citations) == {
        Citation(1, "is it"),
        Citation(2),
        Citation(2, missing=True),
    }


def test_saving_what_has_not_changed_says_so(project: Project) -> None:
    page = form(project)

    page.button(key="label_form_save").click().run()

    assert [toast.value for toast in page.toast] == ["Nothing has changed."]
    assert project.labels.count() == 0


def test_what_the_agent_was_told_stands_above_the_session(project: Project) -> None:
    told = replace(keeping.session("e"), system_prompt="Refund <b>nothing</b>.")
    keeping.add(project, told)

    page = form(project, session="e")

    assert [box.label for box in page.expander] == ["System prompt"]
    bodies = [element.proto.body for element in page.get("html")]
    assert any("Refund &lt;b&gt;nothing&lt;/b&gt;." in body for body in bodies)


def test_a_condition_that_is_absent_settles_the_form_s_answer_too(project: Project) -> None:
    page = form(project)

    control(page, "correction_present").set_value(FAIL)
    control(page, "correction_honoured").set_value(PASS)
    page.button(key="label_form_save").click().run()

    assert not page.exception
    version = project.rubrics.get("conversation@1")
    labels = labelling.desk(project, "maya", version, at="a").tasks[0].labels
    assert {key: label.outcome for (key, _), label in labels.items()} == {
        "correction_present": FAIL,
        "correction_honoured": Outcome.NOT_APPLICABLE,
    }


def test_a_form_asks_of_one_turn_of_the_assistant_at_a_time(project: Project) -> None:
    page = form(project, rubric="turn@1")

    control(page, "turn_pass", 2).set_value(FAIL)
    page.button(key="label_form_save").click().run()

    assert not page.exception
    version = project.rubrics.get("turn@1")
    labels = labelling.desk(project, "maya", version, at="a").tasks[0].labels
    assert {unit: label.outcome for unit, label in labels.items()} == {("turn_pass", 2): FAIL}


def test_hostile_names_reach_no_markdown(project: Project) -> None:
    project.reviewers.named(HOSTILE)
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))

    page = opened(reviewer="maya", session=HOSTILE)
    page.toggle(key="label_form").set_value(True).run()

    assert not page.exception
    drawn = [text.value.replace("\\<", "") for text in [*page.markdown, *page.header]]
    assert [text for text in drawn if "![x](" in text or "<script" in text] == []
    assert "<script" not in "".join(element.proto.body for element in page.get("html"))


def waiting(page: AppTest) -> list[str]:
    """Return what the page says is not saved yet."""
    return [text.value for text in page.markdown if "not saved yet" in text.value]


def outcomes(project: Project, rubric: str) -> dict[tuple[str, int], Outcome | None]:
    """Return what is saved of maya's on session a."""
    version = project.rubrics.get(rubric)
    labels = labelling.desk(project, "maya", version, at="a").tasks[0].labels
    return {unit: label.outcome for unit, label in labels.items()}


@pytest.fixture
def two_turns(project: Project) -> str:
    """Return the id of a session with two turns of the assistant."""
    session = keeping.session("two", "One?", "First.", "Two?", "Second.")
    keeping.add(project, session)
    return session.external_id


def test_another_turn_saves_what_was_given_on_the_turn_before(
    project: Project, two_turns: str
) -> None:
    page = form(project, rubric="turn@1", session=two_turns)

    control(page, "turn_pass", 2).set_value(FAIL).run()
    note(page, "turn_pass", 2).set_value("It refused.").run()
    before = waiting(page)
    page.selectbox(key=f"label_form_turn_{project.name}_maya_turn@1_two").set_value(4).run()

    assert not page.exception
    [kept] = project.labels.of_session(keeping.number(project, two_turns))
    assert (kept.label.outcome, kept.label.rationale, kept.label.turn) == (FAIL, "It refused.", 2)
    assert [before, waiting(page)] == [[":gray[1 answer not saved yet.]"], []]


def test_the_next_turn_is_the_step_while_one_waits(project: Project, two_turns: str) -> None:
    page = form(project, rubric="turn@1", session=two_turns)

    control(page, "turn_pass", 2).set_value(PASS)
    page.button(key="label_form_turn_next").click().run()
    control(page, "turn_pass", 4).set_value(FAIL)
    page.button(key="label_form_save").click().run()

    assert not page.exception
    given = project.labels.of_session(keeping.number(project, two_turns))
    assert {one.label.turn: one.label.outcome for one in given} == {2: PASS, 4: FAIL}
    steps = [one for one in page.button if (one.key or "").startswith("label_form_")]
    assert [one.label for one in steps if one.proto.type == "primary"] == ["Next session"]


def test_what_is_not_saved_is_there_again_after_another_page(project: Project) -> None:
    page = form(project)

    control(page, "goal_met").set_value(PASS).run()
    note(page, "goal_met").set_value("It is.").run()
    page.switch_page("agreement.py").run()
    page.switch_page("label.py").run()

    assert not page.exception
    assert control(page, "goal_met").value == PASS
    assert note(page, "goal_met").value == "It is."
    assert waiting(page) == [":gray[1 answer not saved yet.]"]
    assert project.labels.count() == 0


def test_what_was_left_behind_is_named_and_saved_where_its_reviewer_is(project: Project) -> None:
    page = form(project)

    control(page, "goal_met").set_value(PASS).run()
    page.toggle(key="label_form").set_value(False).run()
    left = waiting(page)
    page.button(key="label_form_held_save_conversation@1_a").click().run()

    assert left == ["1 answer on **a** (conversation@1) is not saved yet."]
    assert outcomes(project, "conversation@1") == {("goal_met", 0): PASS}
    assert waiting(page) == []


def test_an_answer_that_is_taken_back_before_it_is_saved_waits_for_nothing(
    project: Project,
) -> None:
    page = form(project)

    control(page, "goal_met").set_value(PASS).run()
    control(page, "goal_met").set_value(None).run()

    assert waiting(page) == []


def test_another_reviewer_in_the_same_tab_sees_nothing_of_what_is_held(project: Project) -> None:
    project.reviewers.named("kim")
    page = form(project)

    control(page, "goal_met").set_value(PASS).run()
    page.query_params["reviewer"] = "kim"
    page.run()
    seen = [control(page, "goal_met").value, waiting(page)]
    page.query_params["reviewer"] = "maya"
    page.run()

    assert seen == [None, []]
    assert control(page, "goal_met").value == PASS
    assert waiting(page) == [":gray[1 answer not saved yet.]"]


def test_what_cannot_be_saved_stays_and_says_why(project: Project) -> None:
    page = form(project)

    control(page, "goal_met").set_value(PASS).run()
    place = Place(project.name, "maya", "conversation@1", "a")
    # As if the session had had more turns when the page was opened.
    held = page.session_state[form_held.KEY][place][("goal_met", 0)]
    held["quotes"] = [{"turn": 99, "quote": "It is."}]
    page.button(key="label_form_next").click().run()

    [error] = page.error
    assert "cannot be answered so" in error.value
    assert "session" not in page.query_params
    assert control(page, "goal_met").value == PASS
    assert waiting(page) == [":gray[1 answer not saved yet.]"]
