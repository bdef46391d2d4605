"""The page that says how far a judge agrees with people, without a browser."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from calibration import sample_project
from judging.ratings import Maker, Outcome
from storage import Project
from tests import keeping
from tests.pages.test_pages import opened

PASS, FAIL = Outcome.PASS, Outcome.FAIL
PAGE = "agreement.py"


def shown(**address: str) -> AppTest:
    page = opened(PAGE, **address)
    assert not page.exception
    return page


def strip(page: AppTest, criterion: str = "Goal met") -> dict[str, Any]:
    """Return the strip's row of one criterion."""
    row = page.dataframe[0].value.set_index("Criterion").loc[criterion]
    return {str(name): value for name, value in row.items()}


def panel(page: AppTest) -> dict[str, str]:
    """Return the values of the closed panel."""
    return dict(page.expander[0].dataframe[0].value[["Measure", "Value"]].to_numpy().tolist())


def said(page: AppTest) -> str:
    drawn = [*page.markdown, *page.info, *page.caption]
    return "\n".join(one.value for one in drawn).replace("\\", "")


def marks(page: AppTest) -> list[dict[str, Any]]:
    """Return the layers of the plot."""
    [chart] = page.get("vega_lite_chart") or page.get("arrow_vega_lite_chart")
    layers: list[dict[str, Any]] = json.loads(chart.proto.spec)["layer"]
    return layers


def test_each_criterion_has_what_stands_beside_its_kappa(project: Project) -> None:
    sample_project.add_to(project)

    row = strip(shown(rubric="conversation@2", judge="example-judge"), "No re-asking")

    assert row == {
        "Human ceiling": "0.76 [0.27, 0.94] on 20",
        "Fails found": "0.80 [0.38, 0.96]",
        "Passes found": "1.00 [0.77, 1.00]",
        "Same answer": "95% (always pass 76%)",
        "Left open": "1 of 22",
        "Labels still needed": "63",
    }


def test_no_number_of_kappa_or_of_the_counts_stands_twice(project: Project) -> None:
    sample_project.add_to(project)

    page = shown(rubric="conversation@2", judge="example-judge")

    assert not {"Kappa", "Fails", "Passes"} & set(page.dataframe[0].value.columns)
    assert not any(
        name.startswith(("Kappa", "Fails found")) for name in page.dataframe[1].value["Measure"]
    )


def test_a_judge_that_passes_all_is_no_better_than_passing_all(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)] * 3 + [(PASS, PASS)] * 9)

    row = strip(shown())

    assert row["Same answer"] == "no better than always pass (75%)"
    assert row["Labels still needed"] == "kappa too low"


def test_where_most_fail_the_baseline_is_to_fail_everything(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)] * 8 + [(FAIL, PASS)] + [(PASS, PASS)] * 3)

    assert strip(shown())["Same answer"] == "92% (always fail 75%)"


def test_enough_labels_need_no_more(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)] * 30 + [(PASS, PASS)] * 30)

    assert strip(shown())["Labels still needed"] == "none"


def test_where_nobody_labelled_twice_the_reason_stands_for_the_ceiling(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])

    page = shown()

    assert strip(page)["Human ceiling"] == "nobody labelled twice"
    assert "Have a second person label some." in said(page)
    assert "human ceiling" not in page.caption[0].value


def test_two_people_who_never_varied_have_no_ceiling_as_a_number(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    keeping.label(project, "s0", FAIL, reviewer="jonas")

    page = shown()

    assert strip(page)["Human ceiling"] == "undefined: one class only on 1"
    assert "on 1 session that two people and the judge decided: only one class occurs" in said(page)


def test_people_whom_the_judge_did_not_follow_leave_it_uncompared(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    keeping.add(project, keeping.session("a"))
    for reviewer in ("maya", "jonas"):
        keeping.label(project, "a", FAIL, reviewer=reviewer)

    assert "The judge has decided no session that two people have." in said(shown())


def test_labels_by_a_model_are_not_called_human(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    for reviewer in ("one", "two"):
        keeping.label(project, "a", FAIL, reviewer=reviewer, made_by=Maker.MODEL)
    keeping.judge(project, {"a": FAIL})

    page = shown(reference="model")

    assert strip(page)["Human ceiling"] == "not people’s labels"
    assert "person" not in said(page)


def test_the_ceiling_is_drawn_in_the_plot_and_named_in_words(project: Project) -> None:
    sample_project.add_to(project)

    page = shown(rubric="conversation@2", judge="example-judge")

    drawn = {layer["encoding"]["x"].get("field") for layer in marks(page)}
    assert {"people", "people_low", "kappa", "low"} <= drawn
    assert "two people with each other, the human ceiling" in page.caption[0].value
    assert "○ the judge with the labels, wider than ±0.20" in page.caption[0].value


def test_a_kappa_without_an_interval_is_drawn_as_too_little(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS)])

    assert "● " not in shown().caption[0].value


def test_a_narrow_interval_is_not_said_to_be_wide(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)] * 30 + [(PASS, PASS)] * 30)

    assert "○" not in shown().caption[0].value


def test_the_judge_is_held_against_one_person_at_a_time(project: Project) -> None:
    sample_project.add_to(project)

    told = said(shown(rubric="conversation@2", judge="example-judge", criterion="goal_met"))

    assert "on 18 sessions that two people and the judge decided" in told
    assert "the difference is -0.12 [-0.44, +0.23]. Fewer than 120 sessions cannot" in told


def test_what_kappa_hides_is_in_a_closed_panel(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)] + [(FAIL, PASS)] * 3 + [(PASS, PASS)] * 36)

    page = shown()

    found = panel(page)
    assert list(found) == [
        "Prevalence index",
        "Bias index",
        "Largest possible kappa",
        "Agreement on fail",
        "Agreement on pass",
        "PABAK",
        "Gwet’s AC1",
    ]
    assert (found["Prevalence index"], found["Bias index"]) == ("-0.88", "+0.07")
    assert found["PABAK"].startswith("0.85 [")
    assert "mainly because one class is rare: the reference has 4 fails in 40" in said(page)


def test_without_pairs_the_panel_has_words_and_no_number(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])

    found = panel(shown(criterion="consistent"))

    assert set(found.values()) == {"undefined", "undefined: no pairs"}
