"""Estimates as commands print them."""

from calibration.commands.estimates import interval
from judging.agreement import Estimate


def test_a_figure_that_rounds_to_zero_has_no_sign() -> None:
    assert interval(Estimate(-0.004, -0.17, -0.001)) == "0.00 [-0.17, 0.00]"
