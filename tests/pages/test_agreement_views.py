"""The views of one criterion on the Agreement page, without a browser."""

from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from calibration import sample_project
from judging.ratings import Outcome
from pages.parts.agreement_slices import DRAWN
from storage import Project
from tests import drawing, keeping, repeating
from tests.pages.test_pages import opened

PASS, FAIL, NOT_SCORED = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
SAMPLE = {"rubric": "conversation@2", "judge": "example-judge"}
EIGHT = [(FAIL, FAIL)] * 4 + [(FAIL, PASS)] + [(PASS, PASS)] * 4 + [(PASS, FAIL)]


def shown(view: str, **address: str) -> AppTest:
    page = opened("agreement.py", view=view, **address)
    assert not page.exception
    return page


def said(page: AppTest) -> str:
    drawn = [*page.markdown, *page.info, *page.caption]
    return "\n".join(one.value for one in drawn).replace("\\", "")


def plots(page: AppTest) -> list[list[dict[str, Any]]]:
    """Return the lines of each plot below the page's own."""
    charts = page.get("vega_lite_chart") or page.get("arrow_vega_lite_chart")
    return [_lines(chart.proto.datasets[0].data.data) for chart in charts[1:]]


def _lines(sent: bytes) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = pa.ipc.open_stream(sent).read_all().to_pylist()
    return lines


def sliced(project: Project) -> None:
    """Have one agent with enough of either class, and another with a single session."""
    names = [f"s{at}" for at in range(len(EIGHT))]
    keeping.add(
        project,
        *(replace(keeping.session(name), agent_model="gpt-4o") for name in names),
        replace(keeping.session("alone"), agent_model="llama-3.3-70b"),
    )
    pairs = dict(zip([*names, "alone"], [*EIGHT, (PASS, PASS)], strict=True))
    drawing.label(project, {name: human for name, (human, _) in pairs.items()})
    keeping.judge(project, {name: judged for name, (_, judged) in pairs.items()})


@pytest.mark.parametrize("view", ["counts", "slices", "time", "pass_rate", "evidence", "repeats"])
def test_each_view_opens_from_its_address_on_the_sample(project: Project, view: str) -> None:
    sample_project.add_to(project)

    page = shown(view, **SAMPLE)

    assert page.segmented_control(key="view").value == view


@pytest.mark.parametrize("view", ["slices", "time", "pass_rate"])
def test_only_the_open_view_is_drawn(project: Project, view: str) -> None:
    sample_project.add_to(project)

    page = shown(view, **SAMPLE)

    assert not page.expander
    assert not [button for button in page.button if "agreement_cell" in str(button.key)]


def test_another_view_stands_in_the_address(project: Project) -> None:
    sample_project.add_to(project)
    page = shown("counts", **SAMPLE)

    page.segmented_control(key="view").set_value("slices").run()

    assert page.query_params["view"] == "slices"


@pytest.mark.parametrize(
    ("view", "words"), [("slices", "Nothing to slice yet"), ("time", "Nothing to follow yet")]
)
def test_without_units_a_view_says_what_is_missing(project: Project, view: str, words: str) -> None:
    sliced(project)

    page = shown(view, criterion="consistent")

    assert words in said(page)
    assert plots(page) == []


def test_a_slice_too_small_is_words_and_no_number(project: Project) -> None:
    sliced(project)

    page = shown("slices", by="agent")

    [rows] = plots(page)
    assert [(row["criterion"], row["said"]) for row in rows] == [
        ("gpt-4o", "0.60 [-0.02, 0.89]"),
        ("llama-3.3-70b", "too few of both"),
    ]
    assert (rows[1]["value"], rows[1]["low"]) == (None, None)
    assert "A kappa takes 5 fails and 5 passes, which 1 of 2 slices do not have." in said(page)
    assert "Slices are many looks" in said(page)
    assert "all sessions together: 0.63" in said(page)


def test_slices_that_are_all_too_small_have_a_table_and_no_plot(project: Project) -> None:
    sample_project.add_to(project)

    page = shown("slices", by="tag", **SAMPLE)

    assert plots(page) == []
    table = page.dataframe[1].value
    assert set(table["Kappa [95 %]"]) <= {"too few of both", "too few fails", "too few passes"}
    assert "which no slice here has" in said(page)
    assert "A session with several tags is in several slices." in said(page)


def test_sessions_that_name_no_agent_are_left_out_and_counted(project: Project) -> None:
    sliced(project)
    keeping.add(project, keeping.session("nobody"))
    keeping.label(project, "nobody", PASS)
    keeping.judge(project, {"nobody": PASS})

    page = shown("slices", by="agent")

    assert "Left out: 1 session with no agent named." in said(page)
    assert list(page.dataframe[1].value["Agent"]) == ["gpt-4o", "llama-3.3-70b"]


def test_a_single_slice_tells_nothing_apart(project: Project) -> None:
    sliced(project)

    page = shown("slices", by="length")

    assert "All are in one slice" in said(page)
    assert "many looks" not in said(page)


def test_of_very_many_slices_those_with_a_number_are_drawn(project: Project) -> None:
    names = [f"s{at}" for at in range(len(EIGHT))]
    rare = [f"rare{at}" for at in range(DRAWN)]
    keeping.add(
        project,
        *(replace(keeping.session(name), metadata={"tags": "a"}) for name in names),
        *(replace(keeping.session(name), metadata={"tags": [name, "b"]}) for name in rare),
    )
    pairs = dict(zip([*names, *rare], [*EIGHT, *[(PASS, PASS)] * DRAWN], strict=True))
    drawing.label(project, {name: human for name, (human, _) in pairs.items()})
    keeping.judge(project, {name: judged for name, (_, judged) in pairs.items()})

    page = shown("slices", by="tag")

    [rows] = plots(page)
    assert len(rows) == DRAWN
    assert [row["criterion"] for row in rows if row["value"] is not None] == ["a"]
    assert "2 more in the table" in said(page)
    assert len(page.dataframe[1].value) == DRAWN + 2


def test_conditions_are_present_or_absent_in_slices_too(project: Project) -> None:
    sample_project.add_to(project)

    page = shown("slices", by="length", criterion="correction_present", **SAMPLE)

    assert {"Absent", "Present"} <= set(page.dataframe[1].value.columns)


def test_versions_are_points_in_their_order_and_joined(project: Project) -> None:
    sample_project.add_to(project)

    page = shown("time", criterion="no_reasking", **SAMPLE)

    versions, runs = plots(page)
    assert [row["criterion"].partition(",")[0] for row in versions] == [
        "conversation@1",
        "conversation@2",
    ]
    assert len({row["joined"] for row in versions}) == 1
    assert len({row["joined"] for row in runs}) == 2
    assert "The points can be on different sessions; Compare pairs them." in said(page)
    assert "nothing to follow yet. In grey: 1 other judge." in said(page)


def test_a_version_of_another_meaning_is_apart(project: Project) -> None:
    sliced(project)
    rubric = project.rubrics.get("conversation").rubric
    changed = tuple(replace(c, meaning=2, question="All of it?") for c in rubric.criteria)
    project.rubrics.add(replace(rubric, criteria=changed))
    drawing.label(project, {"s0": FAIL, "s9": PASS}, meaning=2)
    keeping.judge(project, {"s0": FAIL, "s9": PASS}, rubric="conversation@2")

    page = shown("time", rubric="conversation@1")

    same, other, _ = plots(page)
    assert [row["criterion"].partition(",")[0] for row in same] == ["conversation@1"]
    assert [row["criterion"].partition(",")[0] for row in other] == ["conversation@2"]
    assert same[0]["joined"] != other[0]["joined"]
    assert "means something else" in said(page)


def test_where_all_labels_are_of_another_meaning_there_is_no_version_to_follow(
    project: Project,
) -> None:
    sliced(project)
    rubric = project.rubrics.get("conversation").rubric
    changed = tuple(replace(c, meaning=2, question="All of it?") for c in rubric.criteria)
    project.rubrics.add(replace(rubric, criteria=changed))
    drawing.label(project, {"alone": PASS}, meaning=2)
    keeping.judge(project, {"s0": FAIL}, rubric="conversation@2")

    page = shown("time", rubric="conversation@2")

    assert "example has no version here with sessions that were labelled and decided" in said(page)
    assert "example has no run here" in said(page)
    assert "without labels, and not drawn: 2" in said(page)
    assert [len(rows) for rows in plots(page)] == [1]


def test_labels_of_one_group_give_a_rate_and_no_interval(project: Project) -> None:
    drawing.judged(project, {FAIL: 2, PASS: 2}, group=4)
    drawing.label(project, {"fail0": FAIL, "fail1": PASS, "pass0": PASS, "pass1": PASS})

    page = shown("pass_rate")

    [[_, corrected]] = plots(page)
    assert (corrected["said"], corrected["low"]) == ("75% (no interval)", None)
    assert "All labels of one verdict are of one group" in said(page)
    assert "(all that the judge decided have one)" in said(page)


def test_both_rates_stand_beside_each_other_with_what_they_rest_on(project: Project) -> None:
    drawing.judged(project, {FAIL: 20, PASS: 30, NOT_SCORED: 4})
    drawing.label(project, drawing.said(FAIL, [(FAIL, 6), (PASS, 4)]), 0.5)
    drawing.label(project, drawing.said(PASS, [(FAIL, 1), (PASS, 5)]), 0.2)

    page = shown("pass_rate")

    [[raw, corrected]] = plots(page)
    assert (raw["said"], raw["counts"], raw["low"]) == ("60%", "30 of 50", None)
    assert (corrected["said"], corrected["counts"]) == ("66% [40%, 82%]", "16 labels")
    assert "4 of 54 not scored." in said(page)
    assert page.dataframe[1].value.to_numpy().tolist() == [
        ["fails", "56%", "61% [37%, 76%]"],
        ["passes", "63%", "69% [45%, 83%]"],
    ]


def test_labels_chosen_by_hand_leave_the_corrected_rate_out_and_say_why(project: Project) -> None:
    drawing.judged(project, {FAIL: 20, PASS: 30})
    drawing.label(project, {"fail0": PASS, "pass0": PASS, "pass1": FAIL})

    page = shown("pass_rate")

    [[_, corrected]] = plots(page)
    assert (corrected["value"], corrected["said"]) == (None, "not given")
    assert "no correction generalises" in said(page)
    assert "Of the 3 that people decided too, people call 2 pass and the judge 2." in said(page)
    assert len(page.dataframe) == 1


def test_a_judge_that_decided_nothing_has_no_rate_to_draw(project: Project) -> None:
    drawing.judged(project, {NOT_SCORED: 3})
    drawing.label(project, {"not_scored0": PASS})

    page = shown("pass_rate")

    assert "The judge has decided none of 3 sessions. 3 of 3 not scored." in said(page)
    assert plots(page) == []


def test_a_criterion_that_was_never_asked_has_no_rate(project: Project) -> None:
    sliced(project)

    page = shown("pass_rate", criterion="consistent")

    assert "The judge was asked of no session on this criterion yet." in said(page)


def test_a_judge_that_was_asked_once_is_said_to_be_so_and_how_to_ask_again(
    project: Project,
) -> None:
    sample_project.add_to(project)

    page = shown("repeats", **SAMPLE)

    assert "the judge was asked once about each" in said(page)
    assert "Have it asked 3 times about 50 sessions or more" in said(page)
    assert plots(page) == []


def test_answers_that_differ_are_a_sentence_a_plot_and_a_list(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abc"))
    drawing.label(project, {"a": FAIL, "b": PASS, "c": PASS})
    repeating.judge(project, {"a": [FAIL, PASS, FAIL], "b": [PASS] * 3, "c": [PASS] * 3})

    page = shown("repeats", rubric="conversation@1", judge="example")

    assert "Asked 3 times about 3 sessions, the judge contradicted itself in 22%" in said(page)
    [[line]] = plots(page)
    assert (line["counts"], line["said"][:3]) == ("3 sessions, 1 differ", "22%")
    key = "agreement_repeats_goal_met"
    page.segmented_control(key=key).set_value("2 fail, 1 pass").run()
    assert not page.exception
    (listed,) = [one.value for one in page.dataframe if "Id" in one.value]
    assert listed["Id"].tolist() == ["a"]


def test_what_was_asked_again_of_one_criterion_alone_says_so_of_another(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "ab"))
    drawing.label(project, {"a": FAIL, "b": PASS})
    repeating.judge(project, {"a": [FAIL, FAIL], "b": [PASS, PASS]})

    page = shown("repeats", rubric="conversation@1", judge="example", criterion="consistent")

    assert "asked once about each" in said(page)
    assert len(plots(page)) == 1


def test_a_judge_that_was_asked_again_is_held_against_itself_before_anybody_labels(
    project: Project,
) -> None:
    keeping.add(project, *(keeping.session(name) for name in "ab"))
    repeating.judge(project, {"a": [FAIL, PASS], "b": [PASS, PASS]})

    page = opened("agreement.py", rubric="conversation@1", judge="example")

    assert not page.exception
    assert "Goal met: Asked 2 times about 2 sessions" in said(page)
    assert page.get("vega_lite_chart") or page.get("arrow_vega_lite_chart")
