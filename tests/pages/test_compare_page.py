"""The page that compares two versions or judges, without a browser."""

import json
from dataclasses import replace

import pytest

from calibration import sample_project
from storage import Project
from tests import keeping
from tests.pages.compared import FAIL, PAGE, PASS, chosen, label, said, versions
from tests.pages.test_pages import HOSTILE, opened


def test_two_versions_are_compared_first_with_a_sentence_a_criterion(project: Project) -> None:
    versions(project)

    page = opened(PAGE)

    assert chosen(page)[:3] == ["example", "conversation@1", "conversation@2"]
    assert (
        "**Goal met**: on 5 sessions, **conversation@2** fixes 2 and breaks 1; no evidence of a "
        "difference: kappa +0.45 ["
    ) in said(page)
    assert "exact McNemar p 1.00." in said(page)
    assert "**Consistent**: no session has a label and a verdict of both sides" in said(page)


def test_the_table_has_the_counts_and_says_what_is_undefined(project: Project) -> None:
    versions(project)

    table = opened(PAGE).dataframe[0].value.set_index("Criterion")

    counts = ["n", "Fixed", "Broken", "Unchanged", "Undecided"]
    assert list(table.loc["Goal met", counts]) == [5, 2, 1, 2, 1]
    assert table.loc["Goal met", "Kappa"] == "0.17 → 0.62"
    assert table.loc["Consistent", "Change of kappa"] == "undefined: no pairs"
    assert table.loc["Consistent", "Kappa"] == "undefined → undefined"
    assert table.loc["Consistent", "McNemar p"] == "–"


def test_groups_are_said_where_sessions_share_them(project: Project) -> None:
    versions(project, a="g", b="g", c="g")

    told = said(opened(PAGE))

    assert "on 5 sessions in 3 groups" in told
    assert "exact McNemar p 1.00 (groups ignored)." in told


def test_what_was_fixed_and_broken_is_listed(project: Project) -> None:
    versions(project)

    page = opened(PAGE)

    fixed, broken = (table.value for table in page.dataframe[1:3])
    assert list(fixed["Id"]) == ["a", "b"]
    assert list(broken["Id"]) == ["c"]
    assert broken.iloc[0][["From conversation@1", "To conversation@2", "Label"]].tolist() == [
        "✓ Pass",
        "✗ Fail",
        "✓ Pass",
    ]
    assert "**2 fixed**: only conversation@2 agrees with the label" in said(page)
    assert "**1 broken**: only conversation@1 agrees with the label" in said(page)


def test_the_criterions_text_stands_beside_it_word_by_word(project: Project) -> None:
    versions(project)

    told = said(opened(PAGE))

    assert ":blue-background[" in told
    assert ":orange[~~" in told
    assert "The instructions differ" not in told


def test_a_text_that_is_the_same_is_said_to_be(project: Project) -> None:
    versions(project)

    assert "It reads the same in both." in said(opened(PAGE, criterion="consistent"))


def test_a_raised_meaning_is_said_in_a_sentence_and_left_out_of_the_table(
    project: Project,
) -> None:
    first, second, *_ = project.rubrics.get("conversation@1").rubric.criteria
    versions(project, replace(first, meaning=2), second)
    keeping.label(project, "a", PASS, criterion="consistent")
    for rubric in ("conversation@1", "conversation@2"):
        keeping.judge(project, {"a": PASS}, criterion="consistent", rubric=rubric)

    page = opened(PAGE)

    assert "**Goal met** cannot be compared. Its meaning was changed" in said(page)
    assert list(page.dataframe[0].value["Criterion"]) == ["Consistent"]
    assert "Left out, since only one side has the criteria: no_reasking" in said(page)
    assert "conversation@2** changes no verdict; too little to tell: kappa undefined" in said(page)


def test_turns_are_told_with_the_share_that_is_right(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    for name in "ab":
        keeping.label(project, name, FAIL, criterion="turn_pass")
    for judge, outcome in (("first", PASS), ("second", FAIL)):
        answers = dict.fromkeys("ab", outcome)
        keeping.judge(project, answers, name=judge, criterion="turn_pass", rubric="turn@1")

    told = said(opened(PAGE, rubric="turn@1", a="first", b="second"))

    assert "on 2 turns, **second** fixes 2 and breaks 0" in told
    assert "share of right answers +1.00" in told
    assert "McNemar" not in told


def test_a_changed_verdict_is_opened_with_both_sides_and_written_down(project: Project) -> None:
    versions(project)

    page = opened(PAGE, session="c", criterion="goal_met", reviewer="ann")

    transcript, rail = (json.loads(p.proto.json) for p in page.get("bidi_component"))
    assert transcript["session"] == str(keeping.number(project, "c"))
    [card] = rail["criteria"]
    assert [(a["by"], a["chip"]["word"]) for a in card["answers"]] == [
        ("conversation@1", "Pass"),
        ("conversation@2", "Fail"),
        ("maya", "Pass"),
    ]
    ann = project.reviewers.named("ann")
    assert project.exposures.count(ann.id, keeping.number(project, "c")) == 3


@pytest.mark.parametrize("address", [{}, {"session": "e"}, {"session": "c", "at": "7"}])
def test_nothing_is_opened_that_was_not_asked_for(
    project: Project, address: dict[str, str]
) -> None:
    versions(project)

    page = opened(PAGE, **address)

    assert not page.exception
    assert page.get("bidi_component") == []
    assert [r.name for r in project.reviewers.listed()] == ["maya"]


def test_one_reviewer_can_be_the_reference(project: Project) -> None:
    versions(project)
    keeping.label(project, "a", PASS, reviewer="jonas")

    assert "**conversation@2** fixes 0 and breaks 1" in said(opened(PAGE, reference="jonas"))


def test_without_verdicts_the_next_step_is_a_judge(project: Project) -> None:
    label(project)

    assert "No judge has answered yet." in said(opened(PAGE))


def test_without_labels_nothing_is_drawn_as_a_number(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    for judge in ("first", "second"):
        keeping.judge(project, {"a": PASS}, name=judge)

    page = opened(PAGE, what="judges")

    assert "there is nothing to compare yet" in said(page)
    assert [list(one.value["Judged by both"]) for one in page.dataframe] == [[1]]


def test_the_sample_says_that_its_verdicts_were_written_for_it(project: Project) -> None:
    sample_project.add_to(project)

    told = said(opened(PAGE))

    assert "on 19 sessions in 13 groups, **conversation@2** fixes 4 and breaks 1" in told
    assert "were written for the sample, not produced by a model" in told


def test_hostile_words_reach_no_markdown(project: Project) -> None:
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))
    keeping.label(project, HOSTILE, FAIL, reviewer=HOSTILE)
    keeping.judge(project, {HOSTILE: PASS}, name=HOSTILE)
    keeping.judge(project, {HOSTILE: FAIL}, name="other")

    page = opened(PAGE, what="judges", a="other", b=HOSTILE, session=HOSTILE)

    assert not page.exception
    drawn = [*page.markdown, *page.title, *page.info, *page.success]
    assert [text.value for text in drawn if "![x](" in text.value] == []
    assert len(page.get("bidi_component")) == 2
