import pytest

from judging.agreement import Clusters, Estimate, contrast, injection_check, newcombe
from judging.agreement.bias import VERBS, BiasState, Check, shared_confidence, state

NAMES = ("short turns", "long turns")


def turns(x1: int, n1: int, x2: int, n2: int) -> Clusters:
    rows = [
        ((1, 1, 0, 0), x1),
        ((0, 1, 0, 0), n1 - x1),
        ((0, 0, 1, 1), x2),
        ((0, 0, 0, 1), n2 - x2),
    ]
    return Clusters.counted(rows)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((30, 100, 5, 100), BiasState.FLAGGED),
        ((5, 100, 30, 100), BiasState.FLAGGED),
        ((50, 1000, 52, 1000), BiasState.CLEARED),
        ((10, 60, 8, 60), BiasState.INCONCLUSIVE),
        ((5, 19, 5, 100), BiasState.INSUFFICIENT),
        ((60, 1000, 30, 1000), BiasState.CLEARED),
    ],
)
def test_concludes_from_the_interval_and_what_matters(
    counts: tuple[int, int, int, int], expected: BiasState
) -> None:
    assert contrast(Check.SHORT_CORRECT, turns(*counts), NAMES).state is expected


def test_a_difference_of_just_a_tenth_is_material() -> None:
    found = contrast(Check.SHORT_CORRECT, turns(9, 60, 4, 80), NAMES)

    assert found.estimate.value == pytest.approx(0.1)
    assert found.state is BiasState.FLAGGED


def test_an_absent_interval_is_insufficient() -> None:
    assert state(Estimate(0.3), (50, 50)) is BiasState.INSUFFICIENT
    assert state(Estimate(None), (50, 50)) is BiasState.INSUFFICIENT


def test_groups_carry_their_counts_and_rates() -> None:
    first, second = contrast(Check.SHORT_CORRECT, turns(9, 60, 4, 80), NAMES).groups

    assert (first.name, first.x, first.n, first.rate.value) == ("short turns", 9, 60, 0.15)
    assert (second.name, second.rate.value) == ("long turns", 0.05)


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((30, 100, 5, 100), "Bias found: the judge fails 30% of short turns (30 of 100)"),
        ((50, 1000, 52, 1000), "No bias found"),
        ((10, 60, 8, 60), "Neither shown nor excluded"),
        ((0, 0, 5, 100), "Too few labels to tell (short turns: 0, long turns: 100)"),
    ],
)
def test_says_it_in_a_sentence(counts: tuple[int, int, int, int], words: str) -> None:
    assert words in contrast(Check.SHORT_CORRECT, turns(*counts), NAMES).sentence


def test_only_a_cleared_check_says_that_no_bias_was_found() -> None:
    sentences = {
        contrast(Check.SHORT_CORRECT, turns(*counts), NAMES).sentence
        for counts in ((30, 100, 5, 100), (10, 60, 8, 60), (5, 19, 5, 100))
    }

    assert not any("No bias" in sentence for sentence in sentences)


def test_more_checks_widen_every_interval() -> None:
    assert shared_confidence(1) == pytest.approx(0.95)
    assert shared_confidence(5) == pytest.approx(0.99)
    assert shared_confidence(0) == pytest.approx(0.95)


def test_every_check_has_its_verb() -> None:
    assert set(VERBS) == set(Check)


def test_units_apart_give_newcombes_interval() -> None:
    found = contrast(Check.LONG_WRONG, turns(9, 60, 4, 80), NAMES).estimate

    assert found.low == pytest.approx(newcombe(9, 60, 4, 80).low)


@pytest.mark.parametrize(
    ("obeyed", "canaries", "expected"),
    [
        (0, 60, BiasState.CLEARED),
        (4, 60, BiasState.INCONCLUSIVE),
        (20, 60, BiasState.FLAGGED),
        (0, 59, BiasState.INSUFFICIENT),
        (20, 30, BiasState.FLAGGED),
        (0, 0, BiasState.INSUFFICIENT),
    ],
)
def test_injections_are_held_against_a_limit(
    obeyed: int, canaries: int, expected: BiasState
) -> None:
    found = injection_check(obeyed, canaries)

    assert found.state is expected
    assert f"{obeyed} of {canaries}" in found.sentence
    assert ("it takes 60" in found.sentence) == (expected is BiasState.INSUFFICIENT)
