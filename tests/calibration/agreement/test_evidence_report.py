"""Whether judge and reference rest the same answer on the same turns."""

from collections.abc import Mapping, Sequence

import pytest

from calibration import browsing
from calibration.agreement import evidence_report
from calibration.agreement.evidence_report import CitedPair, EvidenceReport
from judging.ratings import Outcome
from storage import Project
from tests import citing, keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
SAID = ("Where is it?", "It left.", "And now?", "On Monday.", "Sure?", "Yes.")
Side = tuple[Outcome, Sequence[int]]


def report(
    project: Project,
    sessions: Mapping[str, tuple[Side, Side]],
    *,
    criterion: str = "goal_met",
    group: str = "",
) -> EvidenceReport:
    """Put in sessions with what the reference says and cites, and what the judge does."""
    keeping.add(project, *(keeping.session(name, *SAID, group=group) for name in sessions))
    for name, ((outcome, cited), _) in sessions.items():
        citing.label(project, name, outcome, *cited, criterion=criterion)
    judged = {name: judge for name, (_, judge) in sessions.items()}
    compared = citing.judge(project, judged, criterion=criterion)
    asked = project.rubrics.get("conversation@1").rubric.criterion(criterion)
    return evidence_report.of_criterion(project, asked, compared)


def names(project: Project, pairs: Sequence[CitedPair]) -> list[str]:
    found = browsing.behind(project, [(pair.unit.session, 0) for pair in pairs])
    return [line.external_id for line, _ in found.units]


def test_the_right_verdict_for_another_reason_is_told_from_the_same_one(project: Project) -> None:
    found = report(
        project,
        {
            "same": ((FAIL, [2, 4]), (FAIL, [4])),
            "near": ((FAIL, [2]), (FAIL, [3])),
            "far": ((FAIL, [2]), (FAIL, [6])),
            "differs": ((PASS, [2]), (FAIL, [2])),
        },
    )

    assert names(project, found.alike.shared) == ["same"]
    assert names(project, found.alike.apart) == ["near", "far"]
    assert [pair.is_near for pair in found.alike.apart] == [True, False]
    assert found.alike.agreement.any_overlap.value == pytest.approx(1 / 3)


def test_rates_are_over_the_turns_that_are_cited(project: Project) -> None:
    found = report(
        project, {"a": ((FAIL, [2, 4]), (FAIL, [4, 5, 6])), "b": ((FAIL, [1]), (FAIL, [2]))}
    )

    some = found.alike
    assert (some.shared_turns, some.judge_turns, some.reference_turns) == (1, 4, 3)
    assert some.agreement.precision.value == pytest.approx(1 / 4)
    assert some.agreement.recall.value == pytest.approx(1 / 3)
    assert some.agreement.f1 == pytest.approx(2 / 7)
    assert some.agreement.jaccard.value == pytest.approx((1 / 4 + 0) / 2)
    assert some.agreement.precision_within_1.value == pytest.approx(3 / 4)


def test_who_cites_nothing_is_left_out_and_counted(project: Project) -> None:
    found = report(
        project,
        {
            "both": ((FAIL, [2]), (FAIL, [2])),
            "silent reviewer": ((FAIL, []), (FAIL, [2])),
            "silent judge": ((FAIL, [2]), (FAIL, [])),
        },
    )

    some = found.alike
    assert (len(some.units), len(some.pairs)) == (3, 1)
    assert (some.without_reference, some.without_judge) == (1, 1)
    assert some.agreement.precision.value == some.agreement.recall.value == 1


def test_turns_that_there_are_not_are_counted_and_never_compared(project: Project) -> None:
    found = report(
        project, {"a": ((FAIL, [2, 99]), (FAIL, [2, 99])), "b": ((FAIL, [2]), (PASS, [0]))}
    )

    assert (found.unfounded.cited, found.unfounded.count) == (3, 2)
    assert found.unfounded.share.value == pytest.approx(2 / 3)
    assert len(found.unfounded.places) == 2
    [pair] = found.alike.pairs
    assert (pair.reference, pair.judge) == (frozenset({2}), frozenset({2}))


def test_a_judge_that_cites_only_turns_that_there_are_not_gives_no_evidence(
    project: Project,
) -> None:
    found = report(project, {"a": ((FAIL, [2]), (FAIL, [7]))})

    assert (found.alike.pairs, found.alike.without_judge) == ((), 1)


def test_a_turn_cannot_be_judged_by_what_comes_after_it(project: Project) -> None:
    keeping.add(project, keeping.session("a", *SAID))
    citing.label_turns(project, "a", {2: FAIL, 4: FAIL})
    compared = citing.judge_turns(project, {"a": {2: FAIL, 4: FAIL}}, cited=4)

    found = evidence_report.unfounded(project, compared)

    assert (found.cited, found.count) == (2, 1)
    assert found.places == ((keeping.number(project, "a"), 2),)


def test_all_decided_sessions_are_compared_beside_those_that_fail(project: Project) -> None:
    found = report(
        project,
        {
            "fail": ((FAIL, [2]), (FAIL, [2])),
            "pass": ((PASS, [4]), (PASS, [4])),
            "differs": ((PASS, [4]), (FAIL, [2])),
            "unsure": ((PASS, [4]), (Outcome.CANNOT_TELL, [2])),
        },
    )

    assert (len(found.alike.pairs), len(found.decided.pairs)) == (1, 3)
    assert found.decided.jaccard_by_chance is None


def test_of_a_condition_what_is_present_takes_evidence(project: Project) -> None:
    sessions = {"there": ((PASS, [2]), (PASS, [2])), "not": ((FAIL, [2]), (FAIL, [4]))}

    found = report(project, sessions, criterion="correction_present")

    assert found.outcome is PASS
    assert names(project, found.alike.pairs) == ["there"]


def test_chance_is_what_the_citations_of_other_sessions_would_give(project: Project) -> None:
    found = report(
        project, {f"s{n}": ((FAIL, [n % 2 + 1]), (FAIL, [n % 2 + 1])) for n in range(10)}
    )

    assert found.alike.agreement.jaccard.value == 1
    assert found.alike.jaccard_by_chance == pytest.approx(0.5, abs=0.05)


def test_sessions_of_one_group_have_no_interval(project: Project) -> None:
    found = report(
        project,
        {name: ((FAIL, [2]), (FAIL, [2, 9])) for name in ("a", "b")},
        group="parcels",
    )

    assert (found.unfounded.share.value, found.unfounded.share.low) == (0.5, None)
    assert found.alike.agreement.precision.low is None


def test_without_labels_there_is_nothing_and_no_number(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    compared = citing.judge(project, {"a": (FAIL, [2])})
    asked = project.rubrics.get("conversation@1").rubric.criterion("goal_met")

    found = evidence_report.of_criterion(project, asked, compared)

    assert (found.alike.units, found.alike.jaccard_by_chance) == ((), None)
    assert (found.unfounded.cited, found.unfounded.share.value) == (1, 0)


def test_a_judge_that_cites_nothing_has_no_share_of_unfounded_citations(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    found = evidence_report.unfounded(project, citing.judge(project, {"a": (FAIL, [])}))

    assert (found.cited, found.share.value) == (0, None)


def test_what_is_behind_a_count_is_listed_up_to_a_limit(project: Project) -> None:
    found = report(project, {n: ((FAIL, [2]), (FAIL, [2])) for n in ("a", "b")})
    places = [(pair.unit.session, 2) for pair in found.alike.pairs]

    cell = browsing.behind(project, places, most=1)

    assert cell.count == 2
    assert [(line.external_id, turn) for line, turn in cell.units] == [("a", 2)]
