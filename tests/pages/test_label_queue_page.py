"""The label page with a queue, without a browser: what it sends, and whom it serves."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from calibration.labels import queue_making
from calibration.labels.queue_making import QueueRequest
from judging.ratings import Outcome
from judging.sampling import Design
from storage import Project, label_queues, label_slots, queue_progress
from storage.label_queues import StoredQueue
from storage.tables.columns import now
from tests import keeping
from tests.label_sending import all_of, event
from tests.pages.label_page import blind, fire, names, opened, panel, sent

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NAMES = "abcdefgh"


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, NAMES))


def queue(project: Project, some: str = NAMES, **fields: Any) -> StoredQueue:
    """Make a queue of these sessions, in this order."""
    version = project.rubrics.get("conversation@1")
    request = QueueRequest(Design.CHOSEN, version, chosen=list(some), name="first")
    return queue_making.create(project, replace(request, **fields))


def leave(how: str, session: str, name: str = "first") -> dict[str, Any]:
    """Return the event of a reviewer who leaves a session."""
    return {
        "id": uuid4().hex,
        "type": how,
        "reviewer": "maya",
        "rubric": "conversation@1",
        "session": session,
        "queue": name,
    }


def test_two_reviewers_get_different_sessions(project: Project) -> None:
    queue(project)

    assert names(opened(reviewer="maya")) == ["a", "b", "c"]
    assert names(opened(reviewer="jonas")) == ["d", "e", "f"]


def test_a_reviewer_sees_where_they_are_and_until_when(project: Project) -> None:
    some = queue(project)
    page = fire(opened(reviewer="maya"), *all_of("a"))

    place = panel(page)["queue"]
    assert (place["name"], place["done"], place["total"]) == ("first", 1, 8)
    assert place["until"] is None
    page = fire(page, event(type="go", session="b"))
    assert panel(page)["queue"]["until"] > now().isoformat()
    assert names(page) == ["b", "c", "d"]
    assert panel(page)["earlier"] == "a"
    assert queue_progress.of(project, some).reserved == 3


def test_the_queue_says_what_is_asked(project: Project) -> None:
    queue(project)

    page = opened(reviewer="maya", rubric="turn@1")

    assert panel(page)["rubric"] == "conversation@1"


def test_what_is_skipped_goes_to_others(project: Project) -> None:
    queue(project)
    page = fire(opened(reviewer="maya"), leave("skip", "a"))

    assert names(page) == ["b", "c", "d"]
    assert names(opened(reviewer="jonas"))[0] == "a"


def test_what_is_for_later_comes_at_the_end(project: Project) -> None:
    queue(project, "abc")
    page = fire(opened(reviewer="maya"), leave("later", "a"))

    assert names(page) == ["b", "c", "a"]
    assert names(opened(reviewer="jonas")) == []


def test_one_that_others_have_is_said_to_be_lost_and_answers_are_kept(project: Project) -> None:
    some = queue(project, "ab")
    page = opened(reviewer="maya")
    jonas = project.reviewers.named("jonas")
    later = now() + timedelta(minutes=31)
    label_slots.of(project, some).hold(jonas.id, frozenset(), most=2, now=later)

    page = fire(page, event(session="a"))

    assert panel(page)["queue"]["is_lost"]
    assert panel(page)["refused"] == {}
    assert len(project.labels.of_session(keeping.number(project, "a"))) == 1


def test_nothing_left_says_who_still_has_some_and_what_was_skipped(project: Project) -> None:
    queue(project, "ab")
    opened(reviewer="jonas")
    nothing = opened(reviewer="maya")

    assert names(nothing) == []
    assert "2 still with others" in nothing.markdown[-1].value
    page = opened(reviewer="jonas")
    page = fire(page, leave("skip", "a") | {"reviewer": "jonas"}, *all_left("b"))
    page.button(key="label_end_unskip").click().run()
    assert names(page) == ["a"]


def all_left(session: str) -> list[dict[str, Any]]:
    """Return the events by which jonas labels a session to the end, and goes on."""
    events = [one | {"reviewer": "jonas"} for one in all_of(session)]
    return [*events, event(type="go", session="", reviewer="jonas")]


def test_the_end_of_a_queue_is_told(project: Project) -> None:
    queue(project, "a")
    page = fire(opened(reviewer="maya"), *all_of("a"), event(type="go", session=""))

    assert "The queue first is finished" in page.markdown[-1].value


def test_all_sessions_can_be_chosen_instead(project: Project) -> None:
    queue(project, "h")
    page = opened(reviewer="maya")
    page.selectbox(key="queue").set_value("-").run()

    assert panel(page)["queue"] is None
    assert names(page) == ["a", "b", "c"]
    assert page.query_params["queue"] == "-"


def test_the_address_names_a_queue_and_leaving_it_lets_go(project: Project) -> None:
    first = queue(project, "abcd")
    queue(project, "efgh", name="second")
    page = opened(reviewer="maya")
    page.selectbox(key="queue").set_value("second").run()

    assert names(opened(reviewer="lee", queue="second")) == ["h"]
    assert names(page) == ["e", "f", "g"]
    assert queue_progress.of(project, first).reserved == 1


def test_what_is_at_hand_of_a_queue_that_is_closed_can_be_finished(project: Project) -> None:
    queue(project)
    page = opened(reviewer="maya")
    label_queues.of(project).close("first")

    page = fire(page, *all_of("a"), event(type="go", session="b"))
    again = opened(reviewer="maya", queue="first")

    for one in (page, again):
        assert panel(one)["queue"]["is_closed"]
        assert names(one) == ["b", "c"]
    assert again.selectbox(key="queue").options == ["first (closed)", "All sessions"]


def test_the_end_of_a_queue_that_was_closed_leads_to_all_sessions(project: Project) -> None:
    queue(project, "a")
    page = opened(reviewer="maya")
    label_queues.of(project).close("first")

    page = fire(page, *all_of("a"), event(type="go", session=""))
    told = [one.value for one in page.header]
    page.button(key="label_end_go").click().run()

    assert told == ["This queue was closed"]
    assert panel(page)["queue"] is None
    assert names(page) == ["b", "c", "d"]
    assert page.query_params["queue"] == "-"


def test_a_closed_queue_leads_to_one_that_is_open(project: Project) -> None:
    queue(project, "ab")
    queue(project, "cd", name="second")
    label_queues.of(project).close("first")

    page = opened(reviewer="maya", queue="first")
    labels = [one.label for one in page.button if one.key == "label_end_go"]
    page.button(key="label_end_go").click().run()

    assert labels == ["Go on in second"]
    assert names(page) == ["c", "d"]
    assert page.selectbox(key="queue").options == ["second", "All sessions"]


def test_a_queue_that_closes_in_an_open_page_is_told_when_the_page_runs_anew(
    project: Project,
) -> None:
    queue(project, "a")
    page = opened(reviewer="maya")
    fire(page, *all_of("a"))
    label_queues.of(project).close("first")

    page.toggle(key="label_form").set_value(True).run()

    words = "It was closed: what you have at hand you can still finish"
    assert any(words in one.value for one in page.markdown)


def test_a_queue_that_never_was_is_said_to_be_none(project: Project) -> None:
    queue(project)

    page = opened(reviewer="jonas", queue="never")

    assert page.toast[0].value == "There is no queue never."
    assert panel(page)["queue"]["name"] == "first"


def test_an_event_of_a_queue_that_is_gone_is_refused(project: Project) -> None:
    queue(project)

    page = fire(opened(reviewer="maya"), leave("skip", "a", "second"))

    assert "no queue" in next(iter(panel(page)["refused"].values()))


def test_a_link_to_a_session_reserves_it(project: Project) -> None:
    some = queue(project)

    page = opened(reviewer="maya", session="f", queue="first")

    assert names(page) == ["f", "a", "b"]
    (held, *_) = queue_progress.holdings(project, some)
    assert panel(page)["queue"]["until"] is not None
    assert held.reviewer == "maya"


def test_nothing_of_the_stratum_or_the_chance_is_sent(project: Project) -> None:
    outcomes = {name: FAIL if name in "ab" else PASS for name in NAMES}
    keeping.judge(project, outcomes, name="strict")
    version = project.rubrics.get("conversation@1")
    of = queue_making.judge_named(project, "conversation@1", "strict", "goal_met")
    request = QueueRequest(Design.VERDICT, version, 8, of=of, name="first")
    queue_making.create(project, request)

    page = opened(reviewer="maya")

    assert set(panel(page)["queue"]) == {
        *("name", "done", "total", "until", "is_lost", "is_closed"),
    }
    assert blind(page)
    for word in ("stratum", "inclusion", "probability", "strict"):
        assert word not in json.dumps(panel(page) | {"judge": ""})
    assert '"verdicts": []' in sent(page)


def test_the_form_serves_from_the_queue_too(project: Project) -> None:
    queue(project)
    page = opened(reviewer="maya")
    page.toggle(key="label_form").set_value(True).run()
    first = "\n".join(one.value for one in page.markdown)
    page.button(key="label_form_skip").click().run()

    assert "**0 of 8 in this queue**" in first
    assert names(opened(reviewer="jonas"))[0] == "a"
