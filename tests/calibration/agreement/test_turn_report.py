"""The first failing turns of many sessions, held against labels."""

import pytest

from calibration.agreement import turn_report
from calibration.agreement.session_turns import Match
from calibration.agreement.turn_report import TurnReport
from judging.agreement import Status, wilson
from judging.errors import RubricError
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, Level, RubricVersion
from storage import Project
from tests import citing, keeping

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
LETTERS = {"p": PASS, "f": FAIL, "x": MISSING}
SAID = ("Where is it?", "It left.", "And now?", "On Monday.", "Sure?", "Yes.")
TURNS = (2, 4, 6)
# Reference, judge.
SESSIONS = {
    "same": ("pfp", "pfp"),
    "late": ("fpp", "ppf"),
    "early": ("ppf", "pfp"),
    "missed": ("pfp", "ppp"),
    "alarm": ("ppp", "fpp"),
    "neither": ("ppp", "ppp"),
    "open": ("pfp", "xfp"),
}
POLITE = Criterion("polite", "Was it polite?", "It was.", "It was not.", level=Level.TURN)
TRUE = Criterion("true", "Was it true?", "It was.", "It was not.", level=Level.TURN)
DONE = Criterion("done", "Was it done?", "It was.", "It was not.")


@pytest.fixture
def report(project: Project) -> TurnReport:
    keeping.add(project, *(keeping.session(name, *SAID) for name in [*SESSIONS, "unlabelled"]))
    for name, (human, _) in SESSIONS.items():
        citing.label_turns(project, name, answers(human))
    judged = {name: answers(found) for name, (_, found) in SESSIONS.items()}
    return turn_report.of(project, citing.judge_turns(project, judged | {"unlabelled": {2: FAIL}}))


def answers(letters: str) -> dict[int, Outcome]:
    return dict(zip(TURNS, map(LETTERS.__getitem__, letters), strict=True))


def test_sessions_that_are_certain_on_both_sides_count(report: TurnReport) -> None:
    found = report.agreement

    assert (report.compared, found.n, len(report.judged)) == (7, 6, 8)
    assert report.exact == 2
    assert found.exact == wilson(2, 6)
    assert found.detection.counts == (3, 1, 1, 1)
    assert report.uncertain == wilson(1, 7)


def test_distances_are_over_sessions_that_fail_on_both_sides(report: TurnReport) -> None:
    assert report.distances == (0, 2, -1)
    assert (report.near, report.later, report.earlier) == (2, 1, 1)
    assert report.agreement.within_1 == wilson(2, 3)
    assert (report.late, report.early) == (wilson(1, 3), wilson(1, 3))
    assert report.agreement.signed_distance.value == pytest.approx(1 / 3)


def test_the_sessions_behind_each_count_are_known(report: TurnReport) -> None:
    behind = [[s.session for s in report.matching(match)] for match in Match]

    assert behind == [[s.session] for s in report.sessions[: len(Match)]]


def test_failing_shares_are_compared_over_turns_that_both_scored(report: TurnReport) -> None:
    # Equal but for the two sessions that one side alone fails, and the one with an open turn,
    # of which two turns are left.
    assert report.shares.difference.value == pytest.approx(0)
    assert report.shares.absolute == pytest.approx((1 / 3 + 1 / 3) / 7)


def test_without_labels_the_judges_turns_are_still_told(project: Project) -> None:
    keeping.add(project, keeping.session("a", *SAID))

    report = turn_report.of(project, citing.judge_turns(project, {"a": {2: PASS, 4: FAIL}}))

    [session] = report.judged
    assert session.judge is not None
    assert session.judge.summary.first_failing == 4
    assert report.lacks_reference
    assert report.agreement.exact.status is Status.UNDEFINED_EMPTY


def test_nothing_at_all_is_undefined_and_not_0() -> None:
    report = turn_report.summed(())

    assert (report.late.value, report.uncertain.value, report.shares.absolute) == (None,) * 3


def test_the_only_criterion_that_turns_can_fail_needs_no_name() -> None:
    rubric = RubricVersion("mixed", 1, (DONE, POLITE))

    assert turn_report.chosen(rubric) == turn_report.chosen(rubric, "polite") == POLITE


def test_of_several_one_has_to_be_named() -> None:
    rubric = RubricVersion("two", 1, (POLITE, TRUE))

    with pytest.raises(RubricError, match="has 2 criteria that a turn can fail") as refused:
        turn_report.chosen(rubric)

    assert refused.value.fix == "Name one with --criterion: polite, true."
    assert turn_report.chosen(rubric, "true") == TRUE


@pytest.mark.parametrize(
    ("criteria", "fix"),
    [((DONE, POLITE), "Name one with --criterion: polite."), ((DONE,), "Use a rubric that asks")],
)
def test_a_criterion_that_no_turn_can_fail_is_refused(
    criteria: tuple[Criterion, ...], fix: str
) -> None:
    with pytest.raises(RubricError, match="No turn can fail 'done' in mixed@1") as refused:
        turn_report.chosen(RubricVersion("mixed", 1, criteria), "done")

    assert refused.value.fix.startswith(fix)


def test_a_condition_is_never_a_failure() -> None:
    asked = Criterion("asked", "Was it asked?", kind=Kind.CONDITION, level=Level.TURN)

    assert turn_report.chosen(RubricVersion("conditions", 1, (asked,))) is None
