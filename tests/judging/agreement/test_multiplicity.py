from collections.abc import Callable, Sequence

import pytest
from statsmodels.stats.multitest import multipletests

from judging.agreement.multiplicity import benjamini_hochberg, benjamini_yekutieli, holm

P_VALUES = (
    (0.01, 0.04, 0.03, 0.005, 0.2),
    (0.5, 0.5, 0.001, 0.5),
    (1.0, 0.0, 0.9, 0.8, 0.02, 0.02, 0.7),
    (0.04,),
)
Adjustment = Callable[[Sequence[float]], tuple[float, ...]]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(holm, "holm"), (benjamini_hochberg, "fdr_bh"), (benjamini_yekutieli, "fdr_by")],
)
@pytest.mark.parametrize("p", P_VALUES)
def test_equals_statsmodels(ours: Adjustment, theirs: str, p: Sequence[float]) -> None:
    assert ours(p) == pytest.approx(multipletests(p, method=theirs)[1])


@pytest.mark.parametrize("adjusted", [holm, benjamini_hochberg, benjamini_yekutieli])
def test_nothing_asked_is_nothing_adjusted(adjusted: Adjustment) -> None:
    assert adjusted([]) == ()
