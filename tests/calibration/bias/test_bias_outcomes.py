"""What a bias check comes to, and what it would take where it comes to nothing."""

import pytest

from calibration.bias import bias_checks
from judging.agreement.bias import BiasState, Check
from judging.ratings import Outcome
from storage import Project, Reference
from tests.calibration.planted import Planted, bias, counts, held, names, of

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED


def test_a_judge_that_errs_alike_is_cleared_once_there_are_labels_enough(project: Project) -> None:
    by_words = {5: 100, 20: 102, 50: 98}
    sessions = [Planted(PASS, PASS, words) for words, n in by_words.items() for _ in range(n)]

    found = bias(project, held(project, sessions))

    short = of(found, Check.SHORT_CORRECT)
    assert (short.check.state, short.wanted) == (BiasState.CLEARED, "")
    assert short.check.sentence.startswith("No bias found")
    assert of(found, Check.CONVERSATION_LENGTH, 1).check.state is BiasState.CLEARED


def test_few_labels_without_a_difference_are_inconclusive_and_say_how_many_would_do(
    project: Project,
) -> None:
    sessions = [Planted(PASS, PASS, words) for words in (5, 20, 50) for _ in range(25)]

    checked = of(bias(project, held(project, sessions)), Check.SHORT_CORRECT)

    assert checked.check.state is BiasState.INCONCLUSIVE
    reach = checked.check.estimate.high
    assert reach is not None
    needed = f"{25 * (reach / 0.10) ** 2:,.0f}"
    assert f"about {needed} of the former and {needed} of the latter" in checked.wanted


def test_too_few_labels_say_how_many_more_it_takes(project: Project) -> None:
    sessions = [Planted(PASS, PASS, words) for words in (5, 20, 50) for _ in range(7)]

    checked = of(bias(project, held(project, sessions)), Check.SHORT_CORRECT)

    assert checked.check.state is BiasState.INSUFFICIENT
    assert checked.wanted == "That is 13 more of the former and 13 more of the latter."


def test_one_group_alone_says_nothing_of_others(project: Project) -> None:
    sessions = [Planted(PASS, PASS, words, group="g") for words in (5, 20, 50) for _ in range(25)]

    checked = of(bias(project, held(project, sessions)), Check.SHORT_CORRECT)

    assert checked.check.state is BiasState.INSUFFICIENT
    assert "of one group" in checked.check.sentence
    assert checked.wanted == "It takes labels of sessions of other groups."


def test_leniency_towards_the_own_family_is_flagged(project: Project) -> None:
    own = [Planted(FAIL, PASS, model="gpt-4o")] * 20 + [Planted(FAIL, FAIL, model="gpt-4o")] * 10
    others = [
        *[Planted(FAIL, PASS, model="claude-sonnet-4-5")] * 3,
        *[Planted(FAIL, FAIL, model="claude-sonnet-4-5")] * 27,
        *[Planted(PASS, PASS, model="claude-sonnet-4-5")] * 7,
    ]

    checked = of(bias(project, held(project, [*own, *others], "gpt-5")), Check.SAME_FAMILY)

    assert checked.check.state is BiasState.FLAGGED
    assert counts(checked) == [(20, 30), (3, 30)]
    assert "20 of 20 are labelled fail where the agent is of its own family" in checked.remarks[0]
    assert "3 of 10 where it is not" in checked.remarks[0]


def test_one_family_alone_is_held_to_a_bound_on_what_the_judge_passes(project: Project) -> None:
    sessions = [
        *[Planted(FAIL, PASS, model="gpt-4o")] * 2,
        *[Planted(PASS, PASS, model="gpt-4o")] * 58,
        *[Planted(FAIL, FAIL, model="gpt-4o")] * 9,
    ]

    checked = of(bias(project, held(project, sessions, "gpt-5")), Check.SAME_FAMILY)

    assert checked.check.state is BiasState.CLEARED
    assert checked.check.sentence.startswith("Cannot be compared here.")
    assert counts(checked) == [(2, 60)]
    assert names(project, checked.behind[0]) == ["s0", "s1"]


def test_a_bound_that_few_labels_leave_open_asks_for_sixty(project: Project) -> None:
    sessions = [Planted(PASS, PASS, model="gpt-4o")] * 5

    checked = of(bias(project, held(project, sessions, "gpt-5")), Check.SAME_FAMILY)

    assert checked.check.state is BiasState.INSUFFICIENT
    assert "at least 60 sessions, drawn at random" in checked.wanted


@pytest.mark.parametrize(
    ("judge", "model", "why"),
    [
        ("example", "gpt-4o", "the family of the judge’s model is not known"),
        ("gpt-5", "claude-sonnet-4-5", "judge’s family, gpt; those known are of claude"),
        ("gpt-5", None, "the sessions do not say which model the agent is"),
    ],
)
def test_families_that_do_not_meet_cannot_be_checked(
    project: Project, judge: str, model: str | None, why: str
) -> None:
    sessions = [Planted(FAIL, PASS, model=model)] * 3

    checked = of(bias(project, held(project, sessions, judge)), Check.SAME_FAMILY)

    assert checked.check.state is BiasState.INSUFFICIENT
    assert why in checked.check.sentence


def test_a_difference_near_the_limit_asks_for_no_endless_labelling(project: Project) -> None:
    sessions = [
        *[Planted(PASS, FAIL, 5)] * 3,
        *[Planted(PASS, PASS, words) for words in (5, 20, 50) for _ in range(30)],
    ]

    checked = of(bias(project, held(project, sessions)), Check.SHORT_CORRECT)

    assert counts(checked) == [(3, 33), (0, 30)]
    assert checked.check.state is BiasState.INCONCLUSIVE
    assert "more than 10 times the labels" in checked.wanted


def test_where_nothing_is_labelled_no_length_is_made_up(project: Project) -> None:
    some = held(project, [Planted(PASS, PASS)])

    report = bias_checks.checks(project, some.version, some.judge, Reference())

    unlabelled = report.criteria[1]
    remarks = [line for each in unlabelled.checks for line in each.remarks]
    assert not [line for line in remarks if "0 words" in line or "0 characters" in line]
    assert (
        "nothing that is labelled has a verdict" in of(unlabelled, Check.SAME_FAMILY).check.sentence
    )


def test_what_length_does_at_equal_labels_is_told_where_there_is_enough_of_each(
    project: Project,
) -> None:
    alike = [
        Planted(human, judged, words)
        for human in (PASS, FAIL)
        for judged in (PASS, FAIL)
        for words in (10, 20, 40, 80)
        for _ in range(5)
    ]

    found = bias(project, held(project, alike))

    short, long = of(found, Check.SHORT_CORRECT), of(found, Check.LONG_WRONG)
    assert "the odds that the judge fails it are multiplied by 1.00 (" in short.remarks[-1]
    assert not any("odds" in remark for remark in long.remarks)
