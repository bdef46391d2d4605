"""The views of the Disagreements page beside the first: answer again, settle, unclear rules."""

from typing import Any

from streamlit.testing.v1 import AppTest

from calibration.labels import unclear
from judging.ratings import Citation, Label, Outcome, Verdict
from judging.rubrics import Level
from storage import Answer, NewLabel, NewLook, NewRun, Project, View, repeats
from tests import keeping
from tests.pages.test_disagreements_page import said, shown, titles
from tests.pages.test_pages import opened

PASS, FAIL = Outcome.PASS, Outcome.FAIL
PAGE = "disagreements.py"
# Two on which the judge differs, two on which it agrees.
FOUR = [(FAIL, PASS), (PASS, FAIL), (PASS, PASS), (FAIL, FAIL)]


def everything(page: AppTest) -> str:
    """Return all that the page sends to the browser."""
    assert not page.exception
    return "\n".join(str(one.proto) for one in page if hasattr(one, "proto"))


def again(**more: str) -> AppTest:
    return opened(PAGE, view="again", reviewer="maya", **more)


def answer(page: AppTest, outcome: Outcome | None) -> AppTest:
    if outcome is not None:
        field(page, "again_", "_outcome").select(outcome)
    [button] = [b for b in page.button if b.label == "Answer and go on"]
    return button.click().run()


def field(page: AppTest, start: str, end: str) -> Any:
    """Return the choice among four answers."""
    [group] = [
        g for g in page.button_group if str(g.key).startswith(start) and str(g.key).endswith(end)
    ]
    return group


def told(project: Project, name: str, outcome: Outcome) -> None:
    """Have a judge say it with a reason and a citation that are not to be seen."""
    version = project.rubrics.get("conversation@1")
    judge = project.judges.listed()[0]
    run = project.runs.start(NewRun(judge.id, version.id, Level.SESSION, units=1))
    verdict = Verdict(
        session=name,
        criterion="goal_met",
        outcome=outcome,
        rationale="SECRET-VERDICT",
        citations=(Citation(2, "SECRET-QUOTE"),),
    )
    answers = Answer(run, version.id, judge.id)
    project.verdicts.add(answers, {keeping.number(project, name): [verdict]})
    project.runs.finish(run)


def test_a_reviewer_answers_again_before_they_see_the_disagreements(project: Project) -> None:
    keeping.many(project, FOUR)

    page = opened(PAGE, reviewer="maya")

    assert "answers 4 questions again, without sight of any answer" in said(page)
    assert page.get("bidi_component") == []
    page.button(key="disagreements_to_again").click().run()
    assert page.query_params["view"] == "again"
    assert "**0 of 4 answered again**" in said(page)


def test_nothing_that_was_said_is_sent_while_answering_again(project: Project) -> None:
    keeping.many(project, FOUR)
    for n, (human, judged) in enumerate(FOUR):
        told(project, f"s{n}", judged)
        label = Label(
            session=f"s{n}",
            criterion="goal_met",
            outcome=human,
            reviewer="maya",
            blind=True,
            rationale="SECRET-NOTE",
            citations=(Citation(1, "SECRET-MARK"),),
        )
        project.labels.add([NewLabel(keeping.number(project, f"s{n}"), 1, label)])
    page = again()

    while [b for b in page.button if b.label == "Answer and go on"]:
        assert "SECRET" not in everything(page)
        assert shown(page)["transcript"]["marks"] == {}
        assert shown(page)["transcript"]["shown"]["turns"]
        answer(page, PASS)

    assert "All 4 are answered again" in said(page)


def test_the_next_question_follows_and_the_first_label_stays(project: Project) -> None:
    compared = keeping.many(project, FOUR)
    before = project.agreement.counts(compared)
    page = again()

    answer(page, PASS)

    assert "**1 of 4 answered again**" in said(page)
    assert len(repeats.of(project).listed("goal_met", 1)) == 1
    assert project.agreement.counts(compared) == before


def test_without_an_answer_nothing_is_kept(project: Project) -> None:
    keeping.many(project, FOUR)
    page = again()

    answer(page, None)

    assert [one.value for one in page.warning] == ["Choose an answer first\\."]
    assert repeats.of(project).listed("goal_met", 1) == []


def test_afterwards_both_sides_and_the_second_answer_are_shown(project: Project) -> None:
    keeping.many(project, FOUR)
    page = again()
    while [b for b in page.button if b.label == "Answer and go on"]:
        answer(page, FAIL)
    assert list(page.dataframe[0].value["Same both times"]) == ["2 of 4"]

    page.button(key="disagreements_to_judge").click().run()

    assert titles(page) == ["s0", "s1"]
    [card] = shown(page)["rail"]["criteria"]
    assert [(one["by"], one["chip"]["word"]) for one in card["answers"]] == [
        ("example", "Pass"),
        ("maya", "Fail"),
        ("maya, asked again", "Fail"),
    ]


def test_who_has_no_name_is_asked_nothing(project: Project) -> None:
    keeping.many(project, FOUR)

    page = opened(PAGE, view="again")

    assert "Say who you are first" in said(page)


def test_a_reviewer_without_labels_has_nothing_to_answer_again(project: Project) -> None:
    keeping.many(project, FOUR)

    page = opened(PAGE, view="again", reviewer="ann")

    assert "Nothing to answer again for ann" in said(page)


def test_unclear_rules_wait_with_their_reasons_until_they_are_dealt_with(project: Project) -> None:
    keeping.many(project, FOUR)
    number = keeping.number(project, "s0")
    who = project.reviewers.named("ann").id
    why = "What is a hand-off?"
    project.second_looks.add(NewLook(number, "goal_met", 1, 0, who, None, View.RULE_UNCLEAR, why))
    page = opened(PAGE, view="unclear", reviewer="ann")
    assert "**1 answer** calls a rule unclear." in said(page)
    assert why in said(page)

    [tick] = [box for box in page.checkbox if str(box.key).startswith("unclear_")]
    tick.check().run()
    page.button(key="unclear_by_goal_met_1_mark").click().run()

    assert "**0 answers** call a rule unclear." in said(page)
    assert [one.rule.handled_by for one in unclear.listed(project)] == ["conversation@1"]


def test_without_an_unclear_rule_the_page_says_where_they_come_from(project: Project) -> None:
    keeping.many(project, FOUR)

    assert "Nobody has called a rule unclear." in said(opened(PAGE, view="unclear"))
