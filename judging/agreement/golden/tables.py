"""Cases on one table, or on one table a session."""

from judging.agreement.bootstrap import cluster_bootstrap, jackknife_standard_error
from judging.agreement.cells import Cells
from judging.agreement.clustered import design_effect_of, estimated, influence
from judging.agreement.clustered_rate import clustered_wilson, rate_design_effect
from judging.agreement.clusters import Clusters, inflation, standard_error
from judging.agreement.dirichlet import dirichlet_interval
from judging.agreement.golden.case import Answers, Inputs
from judging.agreement.kappa import cohen_kappa, kappa_of_table
from judging.agreement.kappa_interval import (
    kappa_influence,
    kappa_null_standard_error,
    kappa_standard_error,
    observed_and_chance,
    wald,
)
from judging.agreement.mcnemar import mcnemar_test
from judging.agreement.metrics import Metric, point
from judging.agreement.odds import boschloo_p, fisher_p
from judging.agreement.proportions import clopper_pearson, wilson
from judging.agreement.risk_difference import (
    agresti_min,
    clustered_newcombe,
    difference_design_effect,
    difference_inflation,
    newcombe,
)

NAMES = {
    "po": Metric.OBSERVED_AGREEMENT,
    "pe": Metric.CHANCE_AGREEMENT,
    "kappa": Metric.KAPPA,
    "scott_pi": Metric.SCOTT_PI,
    "ac1": Metric.AC1,
    "pabak": Metric.PABAK,
    "prevalence_index": Metric.PREVALENCE_INDEX,
    "bias_index": Metric.BIAS_INDEX,
    "ppos": Metric.F1,
    "pneg": Metric.NEGATIVE_AGREEMENT,
    "tpr": Metric.TPR,
    "tnr": Metric.TNR,
    "precision": Metric.PRECISION,
    "npv": Metric.NEGATIVE_PREDICTIVE_VALUE,
    "false_pass_rate": Metric.FALSE_PASS_RATE,
    "prevalence_ref": Metric.REFERENCE_FAIL_RATE,
    "prevalence_judge": Metric.JUDGE_FAIL_RATE,
    "mcc": Metric.MCC,
    "balanced_accuracy": Metric.BALANCED_ACCURACY,
    "f1": Metric.F1,
    "kappa_max": Metric.KAPPA_MAX,
}


def two_by_two(inputs: Inputs) -> Answers:
    """Every point metric of one table, and kappa's interval."""
    cells = Cells(*inputs["cells_tp_fn_fp_tn"])
    kappa = cohen_kappa(cells, inputs.get("conf", 0.95))
    answers = {name: point(cells, metric) for name, metric in NAMES.items()}
    error, wald_ends = None, None
    if kappa.value is not None:
        error = kappa_standard_error([[cells.tp, cells.fn], [cells.fp, cells.tn]])
        wald_ends = wald(kappa.value, error, kappa.confidence)
    return {
        **answers,
        "kappa": kappa,
        "n": cells.n,
        "status": kappa.status,
        "kappa_se_fce": error,
        "kappa_ci_wald": wald_ends,
        "kappa_ci_wald_is_degenerate": error is not None and error < 1e-6,
        "kappa_ci_zou_donner": kappa,
    }


def kappa_multiclass(inputs: Inputs) -> Answers:
    """Kappa of a table with any number of categories."""
    table, kappa = inputs["table"], kappa_of_table(inputs["table"])
    observed, chance = observed_and_chance(table)
    known = kappa.value is not None
    error = kappa_standard_error(table) if known else None
    confidence = inputs.get("conf", 0.95)
    return {
        "kappa": kappa,
        "po": observed,
        "pe": chance,
        "se": error,
        "se_fce": error,
        "se_null": kappa_null_standard_error(table) if known else None,
        "ci": wald(kappa.value, error, confidence)
        if kappa.value is not None and error is not None
        else None,
    }


def kappa_ci_dirichlet(inputs: Inputs) -> Answers:
    """Kappa's Dirichlet interval."""
    cells = Cells(*inputs["cells_tp_fn_fp_tn"])
    return {"ci": dirichlet_interval(cells, Metric.KAPPA, inputs["conf"], inputs["a0"])}


def false_pass_rate(inputs: Inputs) -> Answers:
    """What is left to say of the sessions that the judge passes."""
    cells = Cells(*inputs["cells_tp_fn_fp_tn"])
    passed = cohen_kappa(Cells(0, cells.fn, 0, cells.tn))
    rate = wilson(cells.fn, cells.judge_passes)
    return {
        "kappa_on_subset": passed,
        "status": passed.status,
        "false_pass_rate": rate,
        "wilson95": rate,
    }


def proportion_ci(inputs: Inputs) -> Answers:
    """Both intervals of one proportion."""
    x, n, confidence = inputs["x"], inputs["n"], inputs.get("conf", 0.95)
    return {
        "wilson": wilson(x, n, confidence),
        "clopper_pearson": clopper_pearson(x, n, confidence),
    }


def risk_difference_ci(inputs: Inputs) -> Answers:
    """The difference of two proportions."""
    x1, n1, x2, n2 = (inputs[name] for name in ("x1", "n1", "x2", "n2"))
    difference = newcombe(x1, n1, x2, n2, inputs.get("conf", 0.95))
    return {"rd": difference, "ci": difference}


def proportion_ci_cluster(inputs: Inputs) -> Answers:
    """One proportion over sessions."""
    clusters = Clusters.of(((x, n - x) for x, n in inputs["session_x_n"]), width=2)
    confidence = inputs.get("conf", 0.95)
    rate = clustered_wilson(clusters, confidence)
    return {"p": rate, "ci": rate, "deff_star": rate_design_effect(clusters, confidence)}


def risk_difference_cluster(inputs: Inputs) -> Answers:
    """The difference of two proportions over the same sessions."""
    clusters = Clusters.of(inputs["session_xshort_nshort_xlong_nlong"])
    confidence = inputs.get("conf", 0.95)
    difference = clustered_newcombe(clusters, confidence)
    return {
        "rd": difference,
        "ci": difference,
        "deff": difference_inflation(clusters),
        "deff_star": difference_design_effect(clusters, confidence),
    }


def kappa_cluster(inputs: Inputs) -> Answers:
    """Kappa of turns in sessions."""
    clusters = Clusters.of(inputs["session_cells_tp_fn_fp_tn"])
    cells, confidence = clusters.cells, inputs.get("conf", 0.95)
    effect = design_effect_of(clusters, Metric.KAPPA, confidence)
    smoothed = influence(cells, Metric.KAPPA)
    kappa = estimated(clusters, Metric.KAPPA, confidence)
    return {
        "kappa": kappa,
        "se_iid_fce": kappa_standard_error([[cells.tp, cells.fn], [cells.fp, cells.tn]]),
        "se_cluster": standard_error(clusters, kappa_influence(clusters.totals)),
        "se_jackknife_cluster": jackknife_standard_error(clusters, Metric.KAPPA),
        "deff_smoothed": inflation(clusters, smoothed, clusters.totals),
        "deff_star": effect,
        "n": cells.n,
        "n_eff": None if effect is None else cells.n / effect,
        "ci_neff_zou_donner": kappa,
    }


def kappa_cluster_bootstrap(inputs: Inputs) -> Answers:
    """Kappa's cluster bootstrap, with many draws."""
    clusters = Clusters.of(inputs["session_cells_tp_fn_fp_tn"])
    found = cluster_bootstrap(clusters, Metric.KAPPA, draws=200_000)
    return {"boot_sd": found.standard_error, "percentile95": found.percentile}


def fisher_exact(inputs: Inputs) -> Answers:
    """Fisher's exact test."""
    return {"p_two_sided": fisher_p(inputs["table"])}


def boschloo_exact(inputs: Inputs) -> Answers:
    """Boschloo's exact test; the file has the groups in columns."""
    table, alternative = inputs["table"], inputs.get("alternative", "two-sided")
    transposed = list(zip(*table, strict=True))
    return {
        "p_boschloo": boschloo_p(transposed, alternative),
        "p_fisher": fisher_p(table, alternative),
    }


def mcnemar_case(inputs: Inputs) -> Answers:
    """McNemar's test in all its forms."""
    found = mcnemar_test(inputs["b"], inputs["c"])
    return {
        "p_exact": found.p_exact,
        "p_midp": found.p_mid,
        "chi2_edwards": found.chi2_corrected,
        "chi2_plain": found.chi2,
        "p_chi2_plain": found.p_chi2,
    }


def paired_risk_difference(inputs: Inputs) -> Answers:
    """The difference of two rates on the same units."""
    both, first, second, neither = (inputs[name] for name in "abcd")
    difference = agresti_min(both, first, second, neither, inputs.get("conf", 0.95))
    return {"rd": difference, "ci": difference}
