"""Settling what reviewers differ on."""

import pytest

from calibration.labels import adjudicating, unclear
from calibration.labels.adjudicating import Case, State
from calibration.revision import disagreeing
from judging.errors import StoreError
from judging.ratings import Maker, Outcome
from storage import Project
from tests import keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abc"))


def label(project: Project, name: str, *outcomes: Outcome, **more: object) -> None:
    """Label a session, each outcome by another reviewer."""
    for reviewer, outcome in zip(("maya", "jonas", "lee"), outcomes, strict=False):
        keeping.label(project, name, outcome, reviewer=reviewer, **more)  # type: ignore[arg-type]


def cases(project: Project) -> list[Case]:
    return adjudicating.cases(project, [project.rubrics.get("conversation@1")])


def settle(project: Project, case: Case, outcome: Outcome | None, **more: bool) -> None:
    adjudicating.settle(
        project, case, viewer="ann", outcome=outcome, reason="Rule 3 says so.", **more
    )


def gold(project: Project, name: str) -> Outcome | None:
    compared = keeping.judge(project, {name: PASS})
    counts = project.agreement.counts(compared)
    return next((human for human, _ in counts.statuses), None)


def test_only_units_on_which_people_differ_are_cases(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    label(project, "b", PASS, PASS)
    label(project, "c", PASS)
    keeping.label(project, "c", FAIL, reviewer="bot", made_by=Maker.MODEL)

    assert [(case.unit, case.state) for case in cases(project)] == [
        (("goal_met", "a", 0), State.UNSETTLED)
    ]


def test_a_majority_is_a_case_and_no_tie(project: Project) -> None:
    label(project, "a", PASS, FAIL, FAIL)

    assert [case.state for case in cases(project)] == [State.MAJORITY]


def test_of_each_reviewer_the_label_that_counts_is_shown(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    keeping.label(project, "a", PASS, reviewer="jonas", blind=False)

    [case] = cases(project)

    assert [(one.reviewer, one.outcome) for one in case.labels] == [("maya", PASS), ("jonas", FAIL)]


def test_a_tie_is_no_answer_until_it_is_settled(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    assert gold(project, "a") is None
    [case] = cases(project)

    settle(project, case, FAIL)

    [settled] = cases(project)
    assert gold(project, "a") is FAIL
    assert settled.state is State.SETTLED
    assert settled.newest is not None
    assert (settled.newest.reviewer, settled.newest.reason) == ("ann", "Rule 3 says so.")


def test_the_newest_decision_counts_and_the_earlier_stay(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    settle(project, cases(project)[0], FAIL)
    settle(project, cases(project)[0], UNSURE)

    [case] = cases(project)

    assert [one.outcome for one in case.conflict.settlements] == [FAIL, UNSURE]
    assert case.newest is not None
    assert case.newest.outcome is UNSURE


def test_a_decision_taken_back_leaves_the_tie(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    settle(project, cases(project)[0], FAIL)

    settle(project, cases(project)[0], None)

    [case] = cases(project)
    assert (case.state, case.newest) == (State.UNSETTLED, None)


def test_who_did_not_see_that_somebody_was_quicker_is_told_so(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    [mine] = cases(project)
    settle(project, cases(project)[0], FAIL)

    with pytest.raises(StoreError, match="Somebody settled this meanwhile"):
        settle(project, mine, PASS)

    [case] = cases(project)
    assert [one.outcome for one in case.conflict.settlements] == [FAIL]


@pytest.mark.parametrize(("reason", "said"), [("  ", "no reason"), ("x" * 10_001, "10,001")])
def test_a_decision_has_a_reason(project: Project, reason: str, said: str) -> None:
    label(project, "a", PASS, FAIL)
    [case] = cases(project)

    with pytest.raises(StoreError, match=said):
        adjudicating.settle(project, case, viewer="ann", outcome=FAIL, reason=reason)

    assert cases(project)[0].newest is None


def test_who_was_shown_the_labels_is_written_down(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    [case] = cases(project)

    adjudicating.opened(project, case, viewer="jonas")
    adjudicating.opened(project, case, viewer="ann")

    number = keeping.number(project, "a")
    seen = [
        project.exposures.count(project.reviewers.named(name).id, number)
        for name in ("jonas", "ann")
    ]
    assert seen == [1, 2]


def test_a_decision_says_whether_it_was_blind_to_the_judge(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    label(project, "b", PASS, FAIL)
    keeping.judge(project, {"a": PASS, "b": PASS})
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    disagreeing.opened(project, version, judge, "a", viewer="ann")
    for case in cases(project):
        adjudicating.opened(project, case, viewer="ann")

    for case in cases(project):
        settle(project, case, FAIL)

    settled = {case.line.external_id: case.newest for case in cases(project)}
    assert {name: one and one.blind for name, one in settled.items()} == {"a": False, "b": True}


def test_labels_stay_what_they_are(project: Project) -> None:
    label(project, "a", PASS, FAIL)
    before = project.labels.of_session(keeping.number(project, "a"))

    settle(project, cases(project)[0], FAIL)

    assert project.labels.of_session(keeping.number(project, "a")) == before
    assert [one.outcome for one in cases(project)[0].labels] == [PASS, FAIL]


def test_a_rule_that_is_unclear_there_waits_in_the_queue(project: Project) -> None:
    label(project, "a", PASS, FAIL)

    settle(project, cases(project)[0], UNSURE, is_unclear=True)

    [one] = unclear.listed(project)
    assert (one.rule.session, one.rule.reviewer, one.rule.why) == ("a", "ann", "Rule 3 says so.")
