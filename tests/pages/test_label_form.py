"""The form that stands in for the label panel."""

from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from calibration import labelling
from judging.ratings import Citation, Outcome
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


def control(page: AppTest, project: Project, criterion: str, turn: int = 0) -> Any:
    """Return the answers to a criterion in the form, on session a."""
    number = keeping.number(project, "a")
    return page.button_group(key=f"label_form_{number}_{turn}_{criterion}_outcome")


def looks(page: AppTest) -> list[str]:
    """Return how the two steps look: saving, and going on."""
    keys = ("FormSubmitter:label_form_1_0-Save", "label_form_next")
    return [page.button(key=key).proto.type for key in keys]


def said(page: AppTest, words: str) -> bool:
    """Tell whether the page says this."""
    return any(words in text.value for text in page.markdown)


def test_a_form_is_saved_in_one_go_and_shows_the_verdicts_then(project: Project) -> None:
    keeping.judge(project, dict.fromkeys("abcd", FAIL))
    page = form(project)
    assert "Judge on" not in "".join(text.value for text in page.markdown)

    for key in KEYS:
        control(page, project, key).set_value(PASS)
    page.button(key="FormSubmitter:label_form_1_0-Save").click().run()

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
        control(page, project, key).set_value(PASS)
    page.button(key="FormSubmitter:label_form_1_0-Save").click().run()

    assert before == [["primary", "secondary"], True]
    assert [looks(page), said(page, "stay hidden")] == [["secondary", "primary"], False]


def test_what_was_answered_is_kept_on_the_way_to_the_next_session(project: Project) -> None:
    page = form(project)

    control(page, project, "goal_met").set_value(PASS)
    page.button(key="label_form_next").click().run()

    assert not page.exception
    assert page.query_params["session"] == "b"
    assert [one.label.outcome for one in project.labels.of_session(1)] == [PASS]


def test_what_the_form_does_not_ask_for_stays_with_the_label(project: Project) -> None:
    cited = {"cited": [1, 2], "quotes": [{"turn": 1, "quote": "is it"}], "missing": [2]}
    labelling.receive(project, "maya", [event(**cited)])
    page = form(project)

    control(page, project, "goal_met").set_value(FAIL)
    page.button(key="FormSubmitter:label_form_1_0-Save").click().run()

    [kept] = project.labels.of_session(1)
    assert kept.label.outcome is FAIL
    assert set(kept.label.citations) == {
        Citation(1, "is it"),
        Citation(2),
        Citation(2, missing=True),
    }


def test_saving_what_has_not_changed_says_so(project: Project) -> None:
    page = form(project)

    page.button(key="FormSubmitter:label_form_1_0-Save").click().run()

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

    control(page, project, "correction_present").set_value(FAIL)
    control(page, project, "correction_honoured").set_value(PASS)
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

    control(page, project, "turn_pass", 2).set_value(FAIL)
    page.button(key="FormSubmitter:label_form_1_2-Save").click().run()

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
