import pytest

from judging.agreement import Share, Status, rogan_gladen


def test_equals_the_published_formula_and_interval() -> None:
    found = rogan_gladen(Share(800, 1000), Share(180, 200), Share(85, 100))

    assert found.pass_rate.value == pytest.approx(0.65 / 0.75)
    assert (found.pass_rate.low, found.pass_rate.high) == pytest.approx(
        (0.809223, 0.931350), abs=1e-6
    )
    assert found.wald == pytest.approx((0.807036405008, 0.926296928325))
    assert not found.clipped


def test_a_perfect_judge_needs_no_correction() -> None:
    found = rogan_gladen(Share(700, 1000), Share(50, 50), Share(50, 50))

    assert found.pass_rate.value == pytest.approx(0.7)
    assert (found.pass_rate.low or 0) < 0.7 < (found.pass_rate.high or 0)


def test_an_impossible_rate_is_clipped_and_flagged() -> None:
    found = rogan_gladen(Share(990, 1000), Share(90, 100), Share(85, 100))

    assert found.pass_rate.value == 1
    assert (found.raw or 0) > 1
    assert found.clipped


def test_a_judge_no_better_than_chance_corrects_nothing() -> None:
    found = rogan_gladen(Share(50, 100), Share(5, 10), Share(4, 10))

    assert (found.pass_rate.value, found.raw, found.wald) == (None, None, None)
    assert found.pass_rate.status is Status.JUDGE_NOT_BETTER_THAN_CHANCE


@pytest.mark.parametrize(
    ("judged", "on_passes", "on_fails"),
    [
        (Share(0, 0), Share(9, 10), Share(9, 10)),
        (Share(5, 10), Share(0, 0), Share(9, 10)),
        (Share(5, 10), Share(9, 10), Share(0, 0)),
    ],
)
def test_is_undefined_without_counts(judged: Share, on_passes: Share, on_fails: Share) -> None:
    found = rogan_gladen(judged, on_passes, on_fails)

    assert found.pass_rate.status is Status.UNDEFINED_EMPTY


def test_error_rates_of_a_handful_of_labels_leave_everything_open() -> None:
    found = rogan_gladen(Share(5, 10), Share(1, 1), Share(1, 4))
    worse = rogan_gladen(Share(5, 10), Share(1, 1), Share(1, 100))

    assert (found.pass_rate.low, found.pass_rate.high) == (0, 1)
    assert (worse.pass_rate.low, worse.pass_rate.high) == (0, 1)
