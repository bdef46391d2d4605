"""How many labels people change to the judge's answer once they have seen it."""

import pytest
from statsmodels.stats.proportion import proportion_confint

from calibration.bias.bias_outcomes import Checked
from judging.agreement.bias import BiasState, Check
from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.calibration.planted import Planted, bias, held, of

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL


def anchoring(project: Project, outcomes: list[tuple[Outcome, Outcome, Outcome | None]]) -> Checked:
    """Have labels given blind, of (first answer, judge, answer not blind), checked."""
    some = held(project, [Planted(first, judged) for first, judged, _ in outcomes])
    for n, (_, _, after) in enumerate(outcomes):
        keeping.label(project, f"s{n}", after, blind=False)
    return of(bias(project, some), Check.ANCHORING)


def test_changes_to_the_judges_answer_and_away_from_it_are_counted_apart(
    project: Project,
) -> None:
    led, stayed = [(PASS, FAIL, FAIL)] * 3, [(PASS, FAIL, PASS)] * 5
    left, kept = [(FAIL, FAIL, PASS)], [(FAIL, FAIL, FAIL)] * 9

    found = anchoring(project, [*led, *stayed, *left, *kept])

    toward, away = found.further
    assert (toward.key, toward.group.x, toward.group.n) == ("toward_judge", 3, 8)
    assert (away.key, away.group.x, away.group.n) == ("away_from_judge", 1, 10)
    for one in (toward, away):
        rate = one.group.rate
        expected = proportion_confint(one.group.x, one.group.n, method="wilson")
        assert (rate.low, rate.high) == pytest.approx(expected)
    assert (
        "After 18 labels given blind, the verdict or others’ labels were seen; 18"
        in found.remarks[-1]
    )


def test_answers_that_are_no_decision_are_counted_and_change_nothing(project: Project) -> None:
    found = anchoring(project, [(PASS, FAIL, UNSURE), (PASS, FAIL, None), (PASS, FAIL, FAIL)])

    toward, away = found.further
    assert (toward.group.x, toward.group.n) == (1, 1)
    assert (away.group.n, away.group.rate.value) == (0, None)
    assert "2 more were taken back or left undecided" in found.remarks[-1]


def test_a_sight_that_changed_nothing_counts_among_those_that_could_have(
    project: Project,
) -> None:
    some = held(project, [Planted(PASS, FAIL), Planted(FAIL, FAIL)])
    for name in ("s0", "s1"):
        session = keeping.number(project, name)
        stood = project.verdicts.standing(
            [session], rubric_version=some.version.id, judge=some.judge.id
        )
        maya = project.reviewers.named("maya").id
        project.exposures.record(maya, session, verdicts=[v.id for v in stood.values()])

    found = of(bias(project, some), Check.ANCHORING)

    assert [(one.group.x, one.group.n) for one in found.further] == [(0, 1), (0, 1)]
    assert found.check.state is BiasState.INSUFFICIENT
    assert "0 of them were given again" in found.remarks[-1]


def test_labels_that_nothing_followed_add_nothing(project: Project) -> None:
    found = of(bias(project, held(project, [Planted(PASS, FAIL)] * 3)), Check.ANCHORING)

    assert found.further == ()
