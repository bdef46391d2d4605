import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from judging.agreement.golden import __main__ as golden
from judging.agreement.golden.__main__ import failures, main, read
from judging.agreement.golden.case import Case
from judging.agreement.golden.dispatch import METRICS

COHEN: dict[str, Any] = {
    "id": "cohen1960",
    "metric": "kappa_multiclass",
    "inputs": {"table": [[88, 14, 18], [10, 40, 10], [2, 6, 12]]},
    "expected": {"kappa": 0.492},
    "tolerance": 0.0005,
}
SESSION_CELLS = [[2, 1, 0, 5], [0, 0, 1, 7], [3, 0, 0, 2], [0, 1, 0, 9], [1, 0, 2, 4], [0, 0, 0, 6]]


def written(folder: Path, *cases: dict[str, Any]) -> str:
    file = folder / "cases.json"
    file.write_text(json.dumps({"cases": cases}))
    return str(file)


def test_cases_that_hold_leave_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([written(tmp_path, COHEN)]) == 0
    assert capsys.readouterr().out == "1 cases, 0 failed\n"


def test_a_case_that_fails_has_its_own_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {**COHEN, "id": "wrong", "expected": {"kappa": 0.5}}

    assert main([written(tmp_path, COHEN, wrong)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("wrong: kappa: 0.49")
    assert lines[-1] == "2 cases, 1 failed"


@pytest.mark.parametrize("content", ["no json", "[]", '{"cases": [{"id": "x"}]}', "{}"])
def test_a_file_without_cases_is_refused(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.json"
    file.write_text(content)

    assert main([str(file)]) == 2
    assert "to fix:" in capsys.readouterr().err


def test_no_file_is_refused() -> None:
    assert main([]) == 2
    assert main(["/there/is/no/such.json"]) == 2


def test_an_unknown_metric_fails() -> None:
    assert list(failures(Case("c", "astrology", {}, {}, 0))) == ["no function computes 'astrology'"]


def test_a_case_that_cannot_be_computed_fails() -> None:
    (found,) = failures(Case("c", "kappa_multiclass", {}, {"kappa": 1}, 0))

    assert found.startswith("cannot be computed: KeyError")


def test_runs_as_a_command(tmp_path: Path) -> None:
    out = subprocess.run(
        [sys.executable, "-m", "judging.agreement.golden", written(tmp_path, COHEN)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert (out.returncode, out.stdout) == (0, "1 cases, 0 failed\n")
    assert out.stderr == ""


def test_exits_with_its_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["golden", written(tmp_path, {**COHEN, "metric": "none"})])

    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(golden.__file__, run_name="__main__")
    assert stopped.value.code == 1


def test_every_case_beside_the_project_holds(shared: Path) -> None:
    cases = read(shared / "golden" / "golden_metrics.json")

    assert len(cases) >= 60
    assert {case.id: found for case in cases if (found := list(failures(case)))} == {}


def test_every_metric_named_beside_the_project_is_answered(shared: Path) -> None:
    document = json.loads((shared / "golden" / "golden_metrics.json").read_text())

    assert set(document["shapes"]) == set(METRICS)


# Shapes that no case beside the project has, each with a value found in another way.
OTHERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "kappa_se_fce": (
        {"table": [[40, 9], [6, 45]], "conf": 0.95},
        {"kappa": 0.69952, "se": 0.07139, "ci": [0.55959, 0.83945], "se_null": 0.09986},
    ),
    "proportion_ci_cluster": (
        {"session_x_n": [[1, 4], [0, 3], [2, 3], [0, 2], [0, 5], [3, 4]], "conf": 0.95},
        {"p": 6 / 21},
    ),
    "mantel_haenszel_or": (
        {"strata_short_long_by_human_label": {"pass": [9, 51, 4, 76], "fail": [[9, 51], [4, 76]]}},
        {"or_mh": 9 * 76 / (51 * 4)},
    ),
    "multi_rater_missing": (
        {"ratings_units_x_raters": [[1, 1, 1], [0, 0, None], [1, 0, 1], [0, 0, 0]]},
        {"alpha": 0.65},
    ),
    "first_failing_turn_summary": (
        {"sessions": [{"human": ["pass", "fail"], "judge": ["not_scored", "fail"]}, [[0], [1]]]},
        {"judge_first": [2, 1], "judge_first_uncertain": [True, False], "human_first": [2, None]},
    ),
    "kappa_cluster_bootstrap": (
        {"session_cells_tp_fn_fp_tn": SESSION_CELLS},
        {"boot_sd": 0.15},
    ),
    "judge_stratified_interval": (
        {
            "labelled_cells_tp_fn_fp_tn": [231, 27, 32, 54],
            "judge_fail_total": 429,
            "judge_pass_total": 221,
        },
        {"tpr": [0.78, 0.89]},
    ),
}


@pytest.mark.parametrize("metric", OTHERS)
def test_answers_shapes_that_no_case_has(metric: str) -> None:
    inputs, expected = OTHERS[metric]

    assert list(failures(Case(metric, metric, inputs, expected, 0.05))) == []


@pytest.mark.parametrize(
    ("metric", "inputs", "expected"),
    [
        ("kappa_multiclass", {"table": [[3, 0], [0, 0]]}, {"kappa": None, "se": None, "ci": None}),
        ("two_by_two_all", {"cells_tp_fn_fp_tn": [0, 0, 0, 0]}, {"kappa_se_fce": None, "n": 0}),
        (
            "kappa_cluster",
            {"session_cells_tp_fn_fp_tn": [[3, 1, 0, 9]]},
            {"deff_star": None, "n_eff": None},
        ),
        (
            "verification_bias_correction",
            {
                "labelled_cells_tp_fn_fp_tn": [0, 1, 0, 2],
                "judge_fail_total": 5,
                "judge_pass_total": 5,
            },
            {"prevalence_fail": None},
        ),
        (
            "logistic_length",
            {"human_fail": [0], "log2_words": [1], "judge_fail": [0], "session": [1]},
            {"coef_const": None},
        ),
        (
            "judge_vs_ceiling",
            {"humans_units_x_raters": [[1, 1]], "judge": [None]},
            {"delta_alpha": None, "delta": None, "n_units_ge2": 0},
        ),
        ("first_failing_turn_summary", {"sessions": []}, {"judge_first": []}),
        ("gold_label", {"humans_units_x_raters": [[None]]}, {"gold": [None], "basis": [None]}),
    ],
)
def test_what_is_undefined_is_answered_with_nothing(
    metric: str, inputs: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert list(failures(Case(metric, metric, inputs, expected, 0))) == []
