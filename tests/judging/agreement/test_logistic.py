import numpy as np
import pytest
import statsmodels.api as sm

from judging.agreement.logistic import clustered_logit


def drawn(seed: int = 5) -> tuple[list[list[float]], list[float], list[int]]:
    generator = np.random.default_rng(seed)
    groups = np.repeat(np.arange(30), 6)
    label, words = generator.integers(0, 2, 180), generator.normal(6, 1, 180)
    chance = 1 / (1 + np.exp(2 - 3 * label - 0.2 * (words - 6)))
    outcome = (generator.random(180) < chance).astype(float)
    design = np.stack([np.ones(180), label, words], axis=1)
    return design.tolist(), outcome.tolist(), groups.tolist()


def test_equals_statsmodels_up_to_the_factor_for_few_clusters() -> None:
    design, outcome, groups = drawn()
    fit = clustered_logit(design, outcome, groups)
    expected = sm.GLM(outcome, np.array(design), family=sm.families.Binomial()).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(groups), "use_correction": False}
    )

    assert fit is not None
    assert fit.coefficients == pytest.approx(tuple(expected.params), abs=1e-6)
    assert fit.standard_errors == pytest.approx(tuple(expected.bse * np.sqrt(30 / 29)), abs=1e-6)


def test_there_is_no_fit_where_a_column_separates_the_outcomes() -> None:
    design = [[1.0, float(i > 20)] for i in range(40)]

    assert clustered_logit(design, [float(i > 20) for i in range(40)], list(range(40))) is None


def test_there_is_no_fit_on_columns_that_repeat_each_other() -> None:
    design = [[1.0, float(i % 2), 2.0 * (i % 2)] for i in range(40)]

    assert clustered_logit(design, [float(i % 3 == 0) for i in range(40)], list(range(40))) is None


def test_there_is_no_fit_on_one_cluster() -> None:
    design, outcome, groups = drawn()

    assert clustered_logit(design, outcome, [0] * len(groups)) is None
