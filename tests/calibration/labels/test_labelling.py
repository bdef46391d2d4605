"""What a reviewer is handed, and what becomes of what comes back."""

from typing import Any

import pytest

from calibration.labels import labelling
from calibration.labels.labelling import LabelDesk
from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Project, StoredVersion
from tests import keeping
from tests.label_sending import all_of, event

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@pytest.fixture
def version(project: Project) -> StoredVersion:
    keeping.add(project, *map(keeping.session, "abcd"))
    return project.rubrics.get("conversation@1")


def laid_out(desk: LabelDesk) -> list[str]:
    """Return the sessions on a desk."""
    return [task.session.external_id for task in desk.tasks]


def desk(project: Project, version: StoredVersion, at: str = "") -> LabelDesk:
    """Lay out maya's desk, with the judge who answered last."""
    judge = labelling.revealed(project, version)
    return labelling.desk(project, "maya", version, judge, at=at)


def test_the_first_session_that_waits_lies_there_with_two_behind_it(
    project: Project, version: StoredVersion
) -> None:
    assert laid_out(desk(project, version)) == ["a", "b", "c"]
    assert laid_out(desk(project, version, at="c")) == ["c", "d", "a"]


def test_a_session_that_is_complete_stays_at_hand_and_waits_no_more(
    project: Project, version: StoredVersion
) -> None:
    labelling.receive(project, "maya", all_of("b"))

    here = desk(project, version, at="b")

    assert laid_out(here) == ["b", "c", "d"]
    assert [task.is_complete for task in here.tasks] == [True, False, False]
    assert (here.done, here.total) == (1, 4)
    assert laid_out(desk(project, version)) == ["a", "c", "d"]


def test_nothing_lies_there_when_nothing_waits(project: Project, version: StoredVersion) -> None:
    for name in "abcd":
        labelling.receive(project, "maya", all_of(name))

    assert laid_out(desk(project, version)) == []
    assert desk(project, version).done == 4


def test_a_session_that_is_gone_is_said_to_be(project: Project, version: StoredVersion) -> None:
    with pytest.raises(StoreError, match="There is no session 'z'"):
        desk(project, version, at="z")


def test_what_was_given_lies_there_again(project: Project, version: StoredVersion) -> None:
    labelling.receive(project, "maya", [event(note="So.", cited=[2, 2, 1], seconds=4)])

    [label] = desk(project, version).tasks[0].labels.values()

    assert (label.outcome, label.rationale, label.seconds) == (PASS, "So.", 4)
    assert [citation.turn for citation in label.citations] == [2, 1]


def test_verdicts_and_facts_come_with_the_last_label_and_are_written_down(
    project: Project, version: StoredVersion
) -> None:
    keeping.judge(project, {"a": FAIL, "b": FAIL})
    sent = all_of("a")
    maya, session = project.reviewers.named("maya"), keeping.number(project, "a")

    labelling.receive(project, "maya", sent[:-1])
    before = desk(project, version, at="a").tasks
    seen_before = project.exposures.count(maya.id, session)
    labelling.receive(project, "maya", sent[-1:])
    after = desk(project, version, at="a").tasks

    assert [(task.verdicts, task.facts) for task in before] == [((), ())] * 3
    assert seen_before == 0
    assert [verdict.outcome for verdict in after[0].verdicts] == [FAIL]
    assert after[0].facts
    assert [task.verdicts for task in after[1:]] == [(), ()]
    assert project.exposures.count(maya.id, session) == 1


def test_verdicts_go_again_when_a_label_is_taken_back(
    project: Project, version: StoredVersion
) -> None:
    keeping.judge(project, {"a": FAIL})
    labelling.receive(project, "maya", all_of("a"))
    shown = desk(project, version, at="a").tasks[0].verdicts

    labelling.receive(project, "maya", [event(outcome=None)])

    assert shown
    assert desk(project, version, at="a").tasks[0].verdicts == ()


def test_the_judge_that_is_shown_is_the_one_that_is_named_or_the_newest(
    project: Project, version: StoredVersion
) -> None:
    none = labelling.revealed(project, version)
    for name in ("first", "second"):
        keeping.judge(project, {"a": FAIL}, name=name)

    shown = [labelling.revealed(project, version, word) for word in ("", "first", "nobody")]

    assert none is None
    assert [judge and judge.identity.name for judge in shown] == ["second", "first", "second"]


def test_who_labelled_how_much_is_counted(project: Project, version: StoredVersion) -> None:
    project.reviewers.named("idle")
    labelling.receive(project, "jonas", [one | {"reviewer": "jonas"} for one in all_of("a")])
    for name in "ab":
        labelling.receive(project, "maya", all_of(name))

    assert labelling.done(project, version) == {"maya": 2, "jonas": 1}


def test_the_same_events_again_are_kept_and_change_nothing(
    project: Project, version: StoredVersion
) -> None:
    sent = [event(), event(outcome="fail")]
    first = labelling.receive(project, "maya", sent)

    again = labelling.receive(project, "maya", sent)

    assert first.kept == again.kept == tuple(one["id"] for one in sent)
    assert project.labels.count() == 2
    [label] = desk(project, version).tasks[0].labels.values()
    assert label.outcome is FAIL


@pytest.mark.usefixtures("version")
def test_an_event_of_another_reviewer_is_refused(project: Project) -> None:
    mine, theirs = event(), event(reviewer="jonas")

    receipt = labelling.receive(project, "maya", [theirs, mine])

    assert receipt.kept == (mine["id"],)
    assert receipt.refused == {
        theirs["id"]: "It was given by jonas, and this is maya’s desk.",
    }


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"session": "z"}, "There is no session 'z'"),
        ({"rubric": "conversation@9"}, "There is no rubric 'conversation@9'"),
        ({"criterion": "politeness"}, "has no criterion 'politeness'"),
        ({"turn": 2}, "goal_met cannot be answered so: turn 2"),
        ({"cited": [2, 3]}, "goal_met cannot be answered so: turn 3"),
        ({"rubric": "turn@1", "criterion": "turn_pass"}, "turn_pass cannot be answered so: turn 0"),
        ({"rubric": "turn@1", "criterion": "turn_pass", "turn": 1}, "answered so: turn 1"),
        ({"outcome": "not_scored"}, "no event that can be read"),
    ],
)
@pytest.mark.usefixtures("version")
def test_what_does_not_fit_is_refused_with_a_reason_and_the_rest_kept(
    project: Project, fields: dict[str, Any], why: str
) -> None:
    wrong, right = event(**fields), event()

    receipt = labelling.receive(project, "maya", [wrong, right])

    assert receipt.kept == (right["id"],)
    assert why in receipt.refused[wrong["id"]]
    assert project.labels.count() == 1


@pytest.mark.usefixtures("version")
def test_what_is_no_event_at_all_does_no_harm(project: Project) -> None:
    receipt = labelling.receive(project, "maya", [None, 7, "label", [], {"id": 3}])

    assert receipt.kept == ()
    assert project.labels.count() == 0


@pytest.mark.usefixtures("version")
def test_the_last_move_is_where_the_reviewer_is(project: Project) -> None:
    moves = [event(type="go", session=session) for session in ("b", "c")]

    assert labelling.receive(project, "maya", moves).at == "c"
    assert labelling.receive(project, "maya", [event(type="go", session="")]).at == ""
    assert labelling.receive(project, "maya", [event()]).at is None
