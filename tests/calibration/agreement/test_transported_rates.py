"""Pass rates by the errors that a judge made elsewhere."""

import pytest

from calibration import projects
from calibration.agreement import transported_rates
from calibration.agreement.held import Held
from calibration.agreement.transported_rates import Source, Transported
from judging.agreement import Share, rogan_gladen
from judging.agreement.transport import ASSUMPTION
from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Project, Reference, Store
from tests import drawing, keeping
from tests.calibration import obeying

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@pytest.fixture
def here(project: Project) -> Held:
    """Have the judge fail 20 sessions and pass 80, of which nobody has labelled any."""
    drawing.judged(project, {FAIL: 20, PASS: 80})
    return obeying.held(project, "example")


@pytest.fixture
def other(store: Store) -> Project:
    """Have the same judge answer elsewhere on 10 failures, missing 2, and 20 passes, failing 1."""
    old = projects.new_or_existing(store, "old")
    pairs = [(FAIL, FAIL)] * 8 + [(FAIL, PASS)] * 2 + [(PASS, PASS)] * 19 + [(PASS, FAIL)]
    keeping.many(old, pairs)
    return old


def rate(project: Project, held: Held, source: Source) -> Transported:
    criterion = held.version.rubric.criterion("goal_met")
    found = transported_rates.of(project, held.on(criterion), criterion, source)
    assert found
    return found


def test_errors_of_another_project_correct_the_rate_here(
    project: Project, here: Held, other: Project
) -> None:
    source = transported_rates.elsewhere(project, here, other.name)

    found = rate(project, here, source)

    expected = rogan_gladen(Share(80, 100), Share(19, 20), Share(8, 10)).pass_rate
    assert (found.right_on_fails, found.right_on_passes) == (Share(8, 10), Share(19, 20))
    assert found.rate.pass_rate.value == pytest.approx(expected.value)
    assert (found.rate.pass_rate.low, found.rate.pass_rate.high) == pytest.approx(
        (expected.low, expected.high)
    )


def test_the_sentence_has_the_counts_and_what_is_taken_for_granted(
    project: Project, here: Held, other: Project
) -> None:
    said = rate(project, here, transported_rates.elsewhere(project, here, other.name)).sentence

    assert said.startswith("80% pass (")
    assert "corrected by 8 of 10 fails and 19 of 20 passes right in project old." in said
    assert ASSUMPTION in said


def test_errors_of_another_run_correct_the_rate_of_this_one(project: Project) -> None:
    pairs = [(FAIL, FAIL)] * 8 + [(FAIL, PASS)] * 2 + [(PASS, PASS)] * 20
    keeping.many(project, pairs)
    drawing.judged(project, {FAIL: 20, PASS: 80})
    held = obeying.held(project, "example")
    first, second = (line.id for line in sorted(project.runs.listed(), key=lambda one: one.id))
    source = transported_rates.elsewhere(project, held, f"run:{first}")
    criterion = held.version.rubric.criterion("goal_met")
    of_second = drawing.of_run(held.on(criterion), second)

    found = transported_rates.of(project, of_second, criterion, source)

    assert found
    expected = rogan_gladen(Share(80, 100), Share(20, 20), Share(8, 10)).pass_rate.value
    assert found.rate.pass_rate.value == pytest.approx(expected)
    assert f"right in run {first}" in found.sentence


def test_numbers_can_be_given(project: Project, here: Held) -> None:
    source = transported_rates.given({"goal_met": (Share(85, 100), Share(180, 200))})

    found = rate(project, here, source)

    assert found.rate.pass_rate.value == pytest.approx(0.65 / 0.75)
    assert "85 of 100 fails and 180 of 200 passes right by the numbers given" in found.sentence
    consistent = here.version.rubric.criterion("consistent")
    assert transported_rates.of(project, here.on(consistent), consistent, source) is None


def test_labels_that_were_drawn_by_verdict_are_weighted_back(
    project: Project, here: Held, store: Store
) -> None:
    old = projects.new_or_existing(store, "old")
    drawing.judged(old, {FAIL: 100, PASS: 400})
    drawing.label(old, drawing.said(FAIL, [(FAIL, 40), (PASS, 10)]), 0.5)
    drawing.label(old, drawing.said(PASS, [(FAIL, 4), (PASS, 36)]), 0.1)

    found = rate(project, here, transported_rates.elsewhere(project, here, "old"))

    fails, passes = found.right_on_fails, found.right_on_passes
    # 40 stand for 80 and 4 for 40; 36 stand for 360 and 10 for 20.
    assert (fails.n, fails.rate) == pytest.approx((44, 80 / 120))
    assert (passes.n, passes.rate) == pytest.approx((46, 360 / 380))
    kish = 44 * (40 * 2**2 + 4 * 10**2) / 120**2
    assert found.measured.weighting[1] == pytest.approx(kish)


def test_labels_chosen_by_hand_are_said_to_be(project: Project, here: Held, store: Store) -> None:
    old = projects.new_or_existing(store, "old")
    drawing.judged(old, {FAIL: 10, PASS: 10})
    drawing.label(old, drawing.said(FAIL, [(FAIL, 5)]) | drawing.said(PASS, [(PASS, 5)]))

    found = rate(project, here, transported_rates.elsewhere(project, here, "old"))

    assert found.sentence.endswith("The labels there were chosen by hand.")


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((Share(4, 10), Share(5, 10)), "not better than chance"),
        ((Share(0, 0), Share(5, 10)), "nothing to correct by"),
        ((Share(10, 10), Share(7, 10)), "100% pass"),
    ],
)
def test_what_cannot_be_corrected_says_why(
    project: Project, here: Held, counts: tuple[Share, Share], said: str
) -> None:
    found = rate(project, here, transported_rates.given({"goal_met": counts}))

    assert said in found.sentence
    assert ("outside of 0 to 100 %" in found.sentence) is found.rate.clipped


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("nowhere", "no project 'nowhere'"),
        ("run:x", "names no run"),
        ("run:99", "no run 99"),
        ("empty", "has not the same judge"),
    ],
)
def test_a_place_where_the_judge_has_not_judged_is_refused(
    project: Project, here: Held, store: Store, word: str, problem: str
) -> None:
    projects.new_or_existing(store, "empty")

    with pytest.raises(StoreError, match=problem):
        transported_rates.elsewhere(project, here, word)


def test_a_run_of_another_judge_is_refused(project: Project, here: Held) -> None:
    keeping.judge(project, {"pass0": PASS}, name="mine")
    (run,) = [line.id for line in project.runs.listed() if line.judge == "mine"]

    with pytest.raises(StoreError, match="of another judge"):
        transported_rates.elsewhere(project, here, f"run:{run}")


def test_another_reference_has_other_errors(project: Project, here: Held, other: Project) -> None:
    keeping.label(other, "s0", FAIL, reviewer="jonas")
    jonas = Held(here.version, here.judge, Reference(reviewer="jonas"))

    found = rate(project, here, transported_rates.elsewhere(project, jonas, other.name))

    assert (found.right_on_fails.n, found.right_on_passes.n) == (1, 0)
