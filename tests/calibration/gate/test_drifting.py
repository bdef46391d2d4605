"""A certified judge, held against labels that were given later."""

from dataclasses import replace

import pytest

from calibration.agreement.held import Held
from calibration.gate import drifting, gating
from judging.agreement.drift import DriftState
from judging.ratings import Outcome
from storage import Project, looks
from tests import keeping, splitting
from tests.calibration.gate.test_gating import FAIL, GOOD, ONE, PASS, judged, sealed

Pair = tuple[Outcome, Outcome]


def later(
    project: Project,
    outcomes: list[Pair],
    *,
    name: str = "later",
    blind: bool = True,
    probability: float | None = 0.5,
) -> None:
    """Bring sessions outside the test with these (human, judge) outcomes."""
    pairs = {f"{name}{n}": pair for n, pair in enumerate(outcomes)}
    keeping.add(project, *map(keeping.session, pairs))
    given = [(n, human) for n, (human, _) in pairs.items()]
    splitting.label(project, given, blind=blind, probability=probability)
    judged(project, {n: judge for n, (_, judge) in pairs.items()})


@pytest.fixture
def held(project: Project) -> Held:
    found = sealed(project)
    gating.gate(project, found)
    return found


def found(project: Project, held: Held) -> drifting.CriterionDrift:
    (one,) = drifting.since(project, held).criteria
    return one


def test_a_judge_that_does_as_well_has_held(project: Project, held: Held) -> None:
    later(project, [(FAIL, FAIL)] * 28 + [(FAIL, PASS)] * 2 + [(PASS, PASS)] * 60)

    one = found(project, held)

    assert (one.state, one.labels, one.look, one.reason) == (DriftState.HELD, 90, 1, "")
    assert [rate.n for rate in one.rates] == [30, 60]
    assert one.rates[0].rate.value == pytest.approx(28 / 30)
    assert one.rates[0].certified.value == pytest.approx(66 / 70)


def test_a_judge_that_finds_fewer_failures_has_drifted(project: Project, held: Held) -> None:
    later(project, [(FAIL, FAIL)] * 9 + [(FAIL, PASS)] * 21 + [(PASS, PASS)] * 60)

    one = found(project, held)

    assert [rate.state for rate in one.rates] == [DriftState.DRIFTED, DriftState.HELD]
    assert one.state is DriftState.DRIFTED
    assert one.rates[0].difference.high is not None
    assert one.rates[0].difference.high < 0


def test_few_labels_settle_nothing_and_say_how_many_would(project: Project, held: Held) -> None:
    later(project, [(FAIL, FAIL)] * 2 + [(PASS, PASS)] * 6)

    one = found(project, held)

    assert one.state is DriftState.TOO_FEW
    assert [rate.needed for rate in one.rates] == [
        "About 3 more fails, if the rate holds.",
        "About 5 more passes, if the rate holds.",
    ]


def test_without_a_later_label_it_says_so(project: Project, held: Held) -> None:
    one = found(project, held)

    assert (one.state, one.labels, one.reason) == (DriftState.TOO_FEW, 0, drifting.NO_LABELS)
    assert one.rates[0].difference.value is None


def test_labels_that_are_not_blind_or_of_unknown_chance_do_not_count(
    project: Project, held: Held
) -> None:
    later(project, [(FAIL, PASS)] * 30, blind=False)
    later(project, [(FAIL, PASS)] * 30, name="chosen", probability=None)

    one = found(project, held)

    assert (one.labels, one.left_out) == (0, 60)


def test_what_was_labelled_before_does_not_count_however_often_again(project: Project) -> None:
    held = sealed(project)
    keeping.add(project, keeping.session("old"))
    splitting.label(project, [("old", FAIL)])
    judged(project, {"old": PASS})
    gating.gate(project, held)
    keeping.label(project, "old", FAIL, reviewer="jonas")

    assert found(project, held).labels == 0


def test_a_judge_that_never_passed_has_nothing_to_be_held_to(project: Project) -> None:
    held = sealed(project, [(FAIL, PASS)] * 40 + [(PASS, PASS)] * 60)
    gating.gate(project, held)

    report = drifting.since(project, held)

    assert (report.state, report.criteria[0].reason) == (None, drifting.NOT_CERTIFIED)


@pytest.mark.usefixtures("held")
def test_another_version_has_no_part_in_the_certificate(project: Project) -> None:
    project.rubrics.add(replace(ONE, number=2, instructions="In other words."))
    given = {f"s{n}": judge for n, (_, judge) in enumerate(GOOD)}

    assert found(project, judged(project, given, "one@2")).state is None


def test_no_look_is_used(project: Project, held: Held) -> None:
    later(project, [(FAIL, FAIL)] * 5)
    drifting.since(project, held)

    assert len(looks.of(project).listed()) == 1
