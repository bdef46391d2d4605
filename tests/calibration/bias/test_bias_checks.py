"""Every bias check on a criterion, and on all of a rubric."""

from dataclasses import replace

import pytest

from calibration.bias import bias_checks
from judging.agreement import newcombe
from judging.agreement.bias import BiasState, Check
from judging.ratings import Maker, Outcome
from storage import Project, Reference
from tests import keeping
from tests.calibration.planted import Planted, bias, held, of

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED


def test_intervals_are_widened_for_the_checks_that_are_run(project: Project) -> None:
    sessions = [Planted(PASS, PASS, words) for words in (5, 20, 50) for _ in range(25)]

    found = bias(project, held(project, sessions))

    run = [each.check for each in found.checks if each.check.state is not BiasState.INSUFFICIENT]
    assert [check.check for check in run] == [Check.SHORT_CORRECT, Check.CONVERSATION_LENGTH]
    assert found.confidence == pytest.approx(1 - 0.05 / 2)
    expected = newcombe(0, 25, 0, 25, 0.975)
    assert run[0].estimate.high == pytest.approx(expected.high)


def test_where_all_labels_are_blind_nothing_can_have_led_them(project: Project) -> None:
    checked = of(bias(project, held(project, [Planted(PASS, PASS)] * 3)), Check.ANCHORING)

    assert checked.check.sentence.startswith("Nothing to compare: every label that counts (3) was")
    assert (checked.check.state, checked.wanted) == (BiasState.INSUFFICIENT, "")


@pytest.mark.parametrize("check", [Check.SHORT_CORRECT, Check.LONG_WRONG])
def test_without_an_answer_labelled_pass_nothing_is_short_or_long(
    project: Project, check: Check
) -> None:
    checked = of(bias(project, held(project, [Planted(FAIL, FAIL)] * 30)), check)

    assert checked.check.sentence.startswith("Cannot be checked here: there are no sessions")
    assert checked.wanted == ""


@pytest.mark.parametrize("check", [Check.CONTEXT_MODE, Check.INJECTION])
def test_what_takes_an_audit_says_so(project: Project, check: Check) -> None:
    checked = of(bias(project, held(project, [Planted(PASS, PASS)])), check)

    assert checked.check.state is BiasState.INSUFFICIENT
    assert "it takes an audit" in checked.check.sentence
    assert checked.check.groups == ()


def test_blind_labels_alone_can_count(project: Project) -> None:
    sessions = [Planted(PASS, FAIL, blind=blind) for blind in (True, False) for _ in range(3)]
    some = held(project, sessions)

    found = bias(project, replace(some, reference=Reference(blind_only=True)))

    assert found.labelled == 3
    assert of(found, Check.NOT_SCORED).check.groups[1].n == 3


def test_every_criterion_is_checked_and_one_without_labels_says_so(project: Project) -> None:
    some = held(project, [Planted(PASS, PASS)] * 2)

    report = bias_checks.checks(project, some.version, some.judge, Reference())

    by_key = {entry.criterion.key: entry for entry in report.criteria}
    assert list(by_key) == [c.key for c in some.version.rubric.criteria]
    assert (by_key["goal_met"].labelled, by_key["consistent"].labelled) == (2, 0)
    assert not report.lacks_reference
    assert {each.check.state for each in by_key["consistent"].checks} == {BiasState.INSUFFICIENT}
    assert bias_checks.labelled(project, some)["goal_met"] == 2


def test_no_label_of_the_reference_at_all_is_said(project: Project) -> None:
    some = held(project, [Planted(PASS, PASS)])
    project.reviewers.named("jonas")

    report = bias_checks.checks(project, some.version, some.judge, Reference(reviewer="jonas"))

    assert report.lacks_reference
    assert report.held.reference.whose == "jonas"


def test_what_is_behind_a_count_is_listed_once(project: Project) -> None:
    unseen = [Planted(PASS, FAIL, blind=False)] * 3
    some = held(project, unseen)
    for name in ("s0", "s1"):
        keeping.label(project, name, PASS, reviewer="jonas", blind=False)
        keeping.label(project, name, FAIL, reviewer="ann", blind=False)
    units = of(bias(project, some), Check.ANCHORING).behind[0]

    cell = bias_checks.behind(project, [*units, *units])

    assert (cell.count, [line.external_id for line, _ in cell.units]) == (2, ["s0", "s1"])


def test_programs_are_not_led_by_what_they_had_seen(project: Project) -> None:
    some = held(project, [Planted(PASS, PASS)])
    keeping.label(project, "s0", PASS, reviewer="code", blind=False, made_by=Maker.PROGRAM)

    found = bias(project, replace(some, reference=Reference(Maker.PROGRAM)))

    assert found.labelled == 1
    assert "not by people" in of(found, Check.ANCHORING).check.sentence
