"""The page that compares two versions or judges, without a browser."""

import json
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from calibration import sample_project
from judging.judges import RulesJudge
from judging.ratings import Outcome, Verdict
from judging.rubrics import Criterion, Level
from storage import Answer, NewRun, Project
from tests import keeping
from tests.calibration import judged
from tests.calibration.judged import ONE
from tests.model_server import ModelServer
from tests.pages.test_pages import HOSTILE, opened

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
PAGE = "compare.py"

# By session: the label, the first side's verdict, the second's.
SIX = {
    "a": (FAIL, PASS, FAIL),
    "b": (PASS, FAIL, PASS),
    "c": (PASS, PASS, FAIL),
    "d": (FAIL, FAIL, FAIL),
    "e": (PASS, PASS, PASS),
    "f": (UNSURE, PASS, PASS),
}


def said(page: AppTest) -> str:
    """Return all that the page says outside tables and components."""
    assert not page.exception
    drawn = [*page.title, *page.markdown, *page.info, *page.success]
    return "\n".join(one.value for one in drawn).replace("\\", "")


def chosen(page: AppTest) -> list[Any]:
    return [box.value for box in page.selectbox]


def label(project: Project, **group: str) -> None:
    """Add the six sessions with their labels."""
    keeping.add(project, *(keeping.session(n, group=group.get(n, "")) for n in SIX))
    for name, (human, _, _) in SIX.items():
        keeping.label(project, name, human)


def judges(project: Project, first: str = "first", second: str = "second") -> None:
    """Have two judges answer one version."""
    label(project)
    keeping.judge(project, {name: three[1] for name, three in SIX.items()}, name=first)
    keeping.judge(project, {name: three[2] for name, three in SIX.items()}, name=second)


def versions(project: Project, *criteria: Criterion, **group: str) -> None:
    """Have one judge answer two versions, the second of these criteria or with one reworded."""
    label(project, **group)
    rubric = project.rubrics.get("conversation@1").rubric
    first, *rest = rubric.criteria
    reworded = replace(first, fail_when="Nothing is handed on, with a ticket to show for it.")
    later = replace(rubric, criteria=criteria or (reworded, *rest))
    label_of = project.rubrics.add(later).rubric.label
    keeping.judge(project, {name: three[1] for name, three in SIX.items()})
    keeping.judge(project, {name: three[2] for name, three in SIX.items()}, rubric=label_of)


def answer_as(project: Project, judge: int) -> None:
    """Have a judge that shares another one's name answer."""
    version = project.rubrics.get("conversation@1")
    run = project.runs.start(NewRun(judge, version.id, Level.SESSION, units=1))
    verdict = Verdict(session="a", criterion="goal_met", outcome=FAIL)
    project.verdicts.add(Answer(run, version.id, judge), {keeping.number(project, "a"): [verdict]})
    project.runs.finish(run)


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


def test_two_judges_are_compared_under_one_version(project: Project) -> None:
    judges(project)

    page = opened(PAGE, rubric="conversation@1", a="second", b="first")

    assert chosen(page)[:3] == ["conversation@1", "second", "first"]
    assert "**first** fixes 1 and breaks 2" in said(page)
    assert "Its text" not in said(page)


def test_an_address_of_versions_is_followed(project: Project) -> None:
    versions(project)

    page = opened(PAGE, a="conversation@2", b="conversation@1", judge="example")

    assert "**conversation@1** fixes 1 and breaks 2" in said(page)


def test_swapped_sides_are_in_the_address(project: Project) -> None:
    versions(project)
    page = opened(PAGE)

    page.button(key="compare_swap").click().run()

    assert (page.query_params["a"], page.query_params["b"]) == ("conversation@2", "conversation@1")
    assert "**conversation@1** fixes 1 and breaks 2" in said(page)


def test_a_side_that_would_meet_itself_gives_way(project: Project) -> None:
    versions(project)
    page = opened(PAGE)

    page.selectbox(key="a").select("conversation@2").run()

    assert chosen(page)[1:3] == ["conversation@2", "conversation@1"]


def test_a_judge_without_one_of_the_versions_begins_with_its_own_two_in_order(
    project: Project,
) -> None:
    versions(project)
    page = opened(PAGE, a="conversation@2", b="conversation@3", judge="example")

    assert chosen(page)[1:3] == ["conversation@1", "conversation@2"]
    assert "**conversation@2** fixes 2 and breaks 1" in said(page)


def test_judges_of_one_name_are_told_apart(project: Project) -> None:
    judges(project)
    version = project.rubrics.get("conversation@1")
    first, second = project.judges.listed(rubric_version=version.id)
    twin = project.judges.kept(replace(second.identity, name="first", model="another"))

    assert twin.fingerprint != first.fingerprint
    answer_as(project, twin.id)
    page = opened(PAGE, what="judges")

    assert first.fingerprint[:12] in page.selectbox(key="a").options
    assert not page.exception


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


def test_with_one_version_the_next_step_is_another(project: Project) -> None:
    label(project)
    keeping.judge(project, {"a": PASS})

    assert "No judge has answered two versions of a rubric yet." in said(opened(PAGE))
    assert "has been answered by two judges yet" in said(opened(PAGE, what="judges"))


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


def test_the_other_kind_of_pair_is_a_click_away(project: Project) -> None:
    judges(project)
    page = opened(PAGE)

    page.button_group[0].select("judges").run()

    assert page.query_params["what"] == "judges"
    assert chosen(page)[:3] == ["conversation@1", "first", "second"]


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


def test_who_passes_more_is_told_without_a_label(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in SIX))
    for at, name in ((1, "first"), (2, "second")):
        keeping.judge(project, {one: three[at] for one, three in SIX.items()}, name=name)

    page = opened(PAGE, what="judges")

    assert "Who passes more" in [one.value for one in page.header]
    assert "second alone passes 1 and first alone 2: **second** passes 17 points fewer" in said(
        page
    )
    assert "there is nothing to compare yet" in said(page)


def test_what_agreement_costs_is_shown_for_each_judge(project: Project) -> None:
    judges(project)
    rules = RulesJudge().identity
    keeping.judge(project, {name: three[0] for name, three in SIX.items()}, identity=rules)

    page = opened(PAGE, what="judges")

    table = page.dataframe[-1].value
    assert "What agreement costs" in [one.value for one in page.header]
    assert list(table["Judge"]) == ["rules", "first", "second"]
    assert list(table["100 sessions"])[:2] == [
        "$0.00",
        "not known: its verdicts came from a file",
    ]
    assert table["Kappa [95 %]"].iloc[0].startswith("1.00")


def test_judges_of_known_cost_are_drawn_against_their_agreement(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b", "c", "d")
    for name, outcome in zip("abcd", (PASS, FAIL, PASS, FAIL), strict=True):
        keeping.label(project, name, outcome)
    judged.run(project, ONE)
    verdicts = dict(zip("abcd", (PASS, FAIL, FAIL, FAIL), strict=True))
    keeping.judge(project, verdicts, rubric="one@1", identity=RulesJudge().identity)

    page = opened(PAGE, what="judges")

    (drawn,) = (one for one in page.get("vega_lite_chart") if "per 100 sessions" in str(one.proto))
    assert "rules: kappa 0.50" in str(drawn.proto)
    assert server.received == 4
