"""The page of queues, without a browser."""

from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from calibration import sample_project
from calibration.labels import queue_making
from calibration.labels.queue_making import QueueRequest
from judging.ratings import Outcome
from judging.sampling import Design
from storage import Project, label_queues, label_slots, queue_progress
from storage.label_queues import StoredQueue
from tests import keeping
from tests.pages.test_pages import opened

PAGE = "queues.py"
PASS, FAIL = Outcome.PASS, Outcome.FAIL
HOSTILE = "<b>x</b> ![x](https://example.org/x.png) :red[x]"


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    sample_project.add_to(project)
    keeping.add(project, *(keeping.session(f"new {n}") for n in range(30)))


def said(page: AppTest) -> str:
    assert not page.exception
    return "\n".join(one.value for one in [*page.subheader, *page.markdown, *page.caption])


def queue(project: Project, **fields: Any) -> StoredQueue:
    version = project.rubrics.get("conversation@1")
    request = QueueRequest(Design.RANDOM, version, 10, name="first")
    return queue_making.create(project, replace(request, **fields))


def test_a_queue_is_made_of_what_the_preview_says(project: Project) -> None:
    page = opened(PAGE)
    page.number_input(key="queues_n_all").set_value(20).run()
    page.number_input(key="queues_reviewers").set_value(2).run()
    page.text_input(key="queues_name").set_value("  spring   sample ").run()
    before = said(page)
    page.button(key="queues_make").click().run()

    (made,) = label_queues.of(project).listed()
    assert "**20 sessions**, of 30 that no person has labelled" in before
    assert "**24 slots**" in before
    assert "good for everything" in before
    assert (made.name, made.reviewers, made.overlap) == ("spring sample", 2, 0.2)
    assert queue_progress.of(project, made).slots == 24
    assert "spring sample" in said(page)


def test_sessions_chosen_by_hand_are_said_not_to_generalise(project: Project) -> None:
    page = opened(PAGE)
    page.segmented_control(key="design").set_value("chosen").run()
    page.text_area(key="queues_chosen").set_value("new 3\nnew 1\n").run()
    text = said(page)
    page.button(key="queues_make").click().run()

    assert "stand for these sessions alone" in text
    (made,) = label_queues.of(project).listed()
    assert (made.design, queue_progress.of(project, made).slots) == ("chosen", 2)


def test_one_that_nobody_knows_is_said_to_be(project: Project) -> None:
    page = opened(PAGE)
    page.segmented_control(key="design").set_value("chosen").run()
    page.text_area(key="queues_chosen").set_value("nobody").run()

    assert "not in this project" in page.warning[0].value
    assert label_queues.of(project).listed() == []


def test_half_comes_from_a_judge_s_fails_and_how_many_is_shown(project: Project) -> None:
    outcomes = {f"new {n}": FAIL if n < 6 else PASS for n in range(30)}
    keeping.judge(project, outcomes, name="strict")
    page = opened(PAGE, rubric="conversation@1", judge="strict")
    page.segmented_control(key="design").set_value("judge-stratified").run()
    page.selectbox(key="queues_criterion").set_value("goal_met").run()
    page.number_input(key="queues_n_all").set_value(10).run()

    table = page.dataframe[0].value
    assert list(table["From"]) == ["fail", "pass"]
    assert list(table["In the queue"]) == [5, 5]


def test_how_far_a_queue_is_and_who_has_what(project: Project) -> None:
    some = queue(project)
    maya = project.reviewers.named(HOSTILE)
    label_slots.of(project, some).hold(maya.id, frozenset(), most=3)

    page = opened(PAGE)

    assert "3 reserved by reviewers, 7 open." in said(page)
    assert "Asks conversation@1 · 10 sessions · 1 reviewer a session" in said(page)
    assert list(page.dataframe[0].value["State"]) == ["reserved"] * 3


def test_what_is_put_back_is_for_others(project: Project) -> None:
    some = queue(project)
    maya = project.reviewers.named("maya")
    label_slots.of(project, some).hold(maya.id, frozenset(), most=2)
    page = opened(PAGE)
    back = page.multiselect(key=f"queues_back_{some.id}")

    back.set_value(back.options[:1]).run()
    page.button(key=f"queues_back_{some.id}_button").click().run()

    assert not page.exception
    assert queue_progress.of(project, some).reserved == 1


def test_a_closed_queue_is_in_the_table(project: Project) -> None:
    some = queue(project)
    page = opened(PAGE)

    page.button(key=f"queues_closing_{some.id}").click().run()

    assert not label_queues.of(project).get("first").is_open
    assert "No queue is open" in said(page)
    assert list(page.dataframe[0].value["Queue"]) == ["first"]


def test_a_name_that_is_taken_is_refused(project: Project) -> None:
    queue(project)
    page = opened(PAGE)
    page.text_input(key="queues_name").set_value("first").run()
    page.button(key="queues_make").click().run()

    assert "of that name" in page.error[0].value
    assert len(label_queues.of(project).listed()) == 1
