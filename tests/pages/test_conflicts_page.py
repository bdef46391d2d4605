"""Where reviewers differ, on the Disagreements page: what is held back, shown and settled."""

import pytest
from streamlit.testing.v1 import AppTest

from calibration.labels import adjudicating
from judging.ratings import Outcome
from storage import NewLook, Project, View, repeats
from tests import keeping
from tests.pages.test_disagreements_page import said, shown, titles
from tests.pages.test_pages import HOSTILE, opened
from tests.pages.test_second_look_page import FOUR, PAGE, answer, everything, field, told

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@pytest.fixture
def tie(project: Project) -> Project:
    """Return a project in which maya and jonas differ on s2, where a judge has a say."""
    keeping.many(project, FOUR)
    told(project, "s2", PASS)
    keeping.label(project, "s2", FAIL, reviewer="jonas", cited=[2])
    return project


def conflicts(**more: str) -> AppTest:
    return opened(PAGE, view="conflicts", **more)


def decide(page: AppTest, outcome: Outcome, reason: str) -> AppTest:
    field(page, "conflict_", "_outcome").select(outcome)
    [box] = [area for area in page.text_area if str(area.key).endswith("_reason")]
    box.input(reason)
    [button] = [b for b in page.button if b.label == "Settle"]
    return button.click().run()


def test_a_tie_is_counted_and_both_labels_stand_side_by_side(tie: Project) -> None:
    page = conflicts(reviewer="ann")

    assert "**1 unit on which reviewers differ**: 1 unsettled tie." in said(page)
    [card] = shown(page)["rail"]["criteria"]
    assert [(one["by"], one["chip"]["word"]) for one in card["answers"]] == [
        ("maya", "Pass"),
        ("jonas", "Fail"),
    ]
    assert list(shown(page)["transcript"]["marks"]) == ["2"]
    who = tie.reviewers.named("ann").id
    assert tie.exposures.count(who, keeping.number(tie, "s2")) == 2


def test_what_a_judge_says_is_not_sent_to_whoever_settles(tie: Project) -> None:
    assert tie.verdicts.pairs()

    page = conflicts(reviewer="ann")

    assert "SECRET" not in everything(page)
    assert shown(page)["rail"]["facts"] == []


def test_a_decision_is_kept_with_its_reason(tie: Project) -> None:
    page = decide(conflicts(reviewer="ann"), FAIL, "Turn 2 promises nothing.")

    assert "1 settled" in said(page)
    assert "Turn 2 promises nothing." in said(page)
    [case] = adjudicating.cases(tie, [tie.rubrics.get("conversation@1")])
    assert case.newest is not None
    assert (case.newest.outcome, case.newest.reviewer, case.newest.blind) == (FAIL, "ann", True)


def test_a_decision_without_a_reason_is_not_kept(tie: Project) -> None:
    page = decide(conflicts(reviewer="ann"), FAIL, " ")

    assert "There is no reason" in page.error[0].value
    assert adjudicating.cases(tie, [tie.rubrics.get("conversation@1")])[0].newest is None


@pytest.mark.usefixtures("tie")
def test_who_was_slower_sees_what_was_decided_and_keeps_what_they_typed() -> None:
    slow = conflicts(reviewer="ben")
    decide(conflicts(reviewer="ann"), FAIL, "Turn 2 promises nothing.")

    decide(slow, PASS, "It was fine.")

    assert "Somebody settled this meanwhile" in slow.error[0].value
    assert "Turn 2 promises nothing." in said(slow)
    assert [a.value for a in slow.text_area if str(a.key).endswith("_reason")] == ["It was fine."]


def test_a_decision_has_a_name(tie: Project) -> None:
    page = conflicts()

    [button] = [b for b in page.button if b.label == "Settle"]
    assert button.disabled
    assert tie.exposures.count(tie.reviewers.named("unnamed visitor").id, keeping.number(tie, "s2"))


def test_who_labels_elsewhere_is_asked_before_others_labels_are_shown(tie: Project) -> None:
    keeping.label(tie, "s0", FAIL, reviewer="lee")

    page = conflicts(reviewer="lee")

    assert page.get("bidi_component") == []
    page.toggle(key="conflicts_all").set_value(True).run()
    assert titles(page) == ["s2"]


def test_a_conflict_waits_until_whoever_settles_it_has_answered_again(tie: Project) -> None:
    page = conflicts(reviewer="maya")
    who = tie.reviewers.named("maya").id
    exposures = tie.exposures.count(who, keeping.number(tie, "s2"))

    assert "First maya answers 4 questions again, without sight of any answer" in said(page)
    assert page.get("bidi_component") == []
    page.button(key="disagreements_to_again").click().run()
    while [b for b in page.button if b.label == "Answer and go on"]:
        answer(page, PASS)
    assert all(not one.had_seen for one in repeats.of(tie).listed("goal_met", 1))
    assert exposures == 0
    assert titles(conflicts(reviewer="maya")) == ["s2"]


def test_a_conflict_that_waits_can_be_asked_for_and_that_is_on_record(tie: Project) -> None:
    page = conflicts(reviewer="maya")

    page.toggle(key="conflicts_all").set_value(True).run()

    assert titles(page) == ["s2"]
    assert tie.exposures.count(tie.reviewers.named("maya").id, keeping.number(tie, "s2")) == 1


def test_the_way_to_answer_again_leads_to_the_judge_that_it_is_about(tie: Project) -> None:
    # Newer verdicts of a judge on which nothing waits are what the view would open with.
    keeping.judge(tie, {"s0": FAIL, "s2": PASS}, name="other")
    page = conflicts(reviewer="maya")

    page.button(key="disagreements_to_again").click().run()

    assert page.query_params["judge"] == "example"
    assert "**0 of 4 answered again**" in said(page)


def test_reviewers_who_agree_leave_nothing_to_settle(project: Project) -> None:
    keeping.many(project, FOUR)

    assert "No two reviewers’ labels that count differ" in said(conflicts())


def test_hostile_words_reach_no_markdown_here_either(project: Project) -> None:
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))
    keeping.label(project, HOSTILE, FAIL, reviewer=HOSTILE)
    keeping.label(project, HOSTILE, PASS, reviewer="jonas")
    who = project.reviewers.named(HOSTILE).id
    number = keeping.number(project, HOSTILE)
    project.second_looks.add(
        NewLook(number, "goal_met", 1, 0, who, None, View.RULE_UNCLEAR, HOSTILE)
    )
    settled = decide(conflicts(reviewer=HOSTILE), FAIL, HOSTILE)

    for page in (settled, opened(PAGE, view="unclear"), conflicts(reviewer="ann")):
        assert not page.exception
        drawn = [*page.markdown, *page.title, *page.info, *page.success, *page.error]
        assert [text.value for text in drawn if "![x](" in text.value] == []
