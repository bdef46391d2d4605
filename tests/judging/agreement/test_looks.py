import pytest
from scipy.stats import norm

from judging.agreement import look


@pytest.mark.parametrize("number", range(1, 6))
def test_each_look_spends_its_share(number: int) -> None:
    spent = look(number)

    assert spent.alpha == pytest.approx(0.05 / (number * (number + 1)))
    assert spent.z == pytest.approx(norm.isf(spent.alpha))


def test_the_first_look_is_the_lower_end_of_the_usual_interval() -> None:
    assert look(1).confidence == pytest.approx(0.95)


def test_a_fresh_test_set_is_advised_after_five_looks() -> None:
    assert not look(5).wants_fresh_labels
    assert look(6).wants_fresh_labels


def test_there_is_no_look_before_the_first() -> None:
    with pytest.raises(ValueError, match="counted from 1"):
        look(0)
