"""Cases on corrected rates and sample sizes."""

from itertools import product

from judging.agreement.cells import Cells
from judging.agreement.clusters import Clusters
from judging.agreement.corrected_rate import CorrectedRates, corrected_rates
from judging.agreement.golden.case import Answers, Inputs
from judging.agreement.metrics import Metric, point
from judging.agreement.prediction_powered import best_power, prediction_powered
from judging.agreement.sample_size import labels_for_half_width, labels_for_test
from judging.agreement.transport import Share, rogan_gladen

KAPPAS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
FAIL_RATES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
HALF_WIDTHS = (0.05, 0.1, 0.15, 0.2)


def transported(inputs: Inputs) -> Answers:
    """A pass rate corrected by error rates from elsewhere."""
    found = rogan_gladen(
        Share(inputs["judge_pass_unlabelled"], inputs["n_unlabelled"]),
        Share(inputs["pass_sens_x"], inputs["pass_sens_n"]),
        Share(inputs["fail_spec_x"], inputs["fail_spec_n"]),
        inputs.get("conf", 0.95),
    )
    return {
        "theta": found.pass_rate,
        "theta_raw": found.raw,
        "ci_delta": found.wald,
        "ci_lang_reiczigel": found.pass_rate,
        "status": "clipped" if found.clipped else found.pass_rate.status,
    }


def prediction_powered_rate(inputs: Inputs) -> Answers:
    """A pass rate by prediction-powered inference, with and without tuning."""
    counts = inputs["labelled_cells_pass_positive"]
    cells = Cells(
        counts["HfailJfail"], counts["HfailJpass"], counts["HpassJfail"], counts["HpassJpass"]
    )
    judged = inputs["unlabelled_judge_pass"], inputs["unlabelled_n"]
    confidence = inputs.get("conf", 0.95)
    plain = prediction_powered(cells, *judged, power=1.0, confidence=confidence)
    tuned = prediction_powered(cells, *judged, confidence=confidence)
    return {
        "ppi": plain,
        "ppi_ci": plain,
        "ppi_pp": tuned,
        "ppi_pp_ci": tuned,
        "lam": best_power(cells, *judged),
    }


def verification_bias(inputs: Inputs) -> Answers:
    """Labels that depend on the verdict, naive and corrected."""
    labelled, found = Cells(*inputs["labelled_cells_tp_fn_fp_tn"]), _corrected(inputs)
    return {
        "tpr_naive": point(labelled, Metric.TPR),
        "tnr_naive": point(labelled, Metric.TNR),
        "tpr_corrected": found.tpr,
        "tnr_corrected": found.tnr,
        "prevalence_fail": None if found.cells is None else found.cells.reference_fails,
        "kappa_weighted": found.kappa,
        "theta_pass": found.pass_rate,
    }


def post_stratified(inputs: Inputs) -> Answers:
    """The pass rate, post-stratified on the verdict."""
    found = _corrected(inputs)
    return {
        "theta": found.pass_rate,
        "ci": found.pass_rate,
        "se_delta": found.standard_error,
    }


def stratified_interval(inputs: Inputs) -> Answers:
    """The judge's own rates, post-stratified on the verdict."""
    found = _corrected(inputs)
    return {
        "kappa": found.kappa,
        "tpr": found.tpr,
        "tnr": found.tnr,
        "precision": found.precision,
    }


def sample_size_for_test(inputs: Inputs) -> Answers:
    """Labels to tell two kappas apart; the file calls the null k0."""
    alpha = inputs["alpha"] if inputs.get("one_sided", True) else inputs["alpha"] / 2
    kappas = inputs["k0"], inputs["k1"]
    return {"n": labels_for_test(*kappas, inputs["rate"], alpha=alpha, power=inputs["power"])}


def sample_sizes(inputs: Inputs) -> Answers:
    """Labels for a half-width, over a grid of kappas, fail rates and half-widths."""
    confidence, effect = inputs.get("conf", 0.95), inputs.get("deff", 1.0)
    return {
        f"k{kappa}_pi{rate}_w{width}": labels_for_half_width(
            kappa, rate, width, confidence=confidence, design_effect=effect
        )
        for kappa, rate, width in product(KAPPAS, FAIL_RATES, HALF_WIDTHS)
    }


def _corrected(inputs: Inputs) -> CorrectedRates:
    judged = inputs["judge_fail_total"], inputs["judge_pass_total"]
    return corrected_rates(
        Clusters.independent(inputs["labelled_cells_tp_fn_fp_tn"]),
        Clusters.independent(judged),
        confidence=inputs.get("conf", 0.95),
    )
