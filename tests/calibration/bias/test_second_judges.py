"""A judge beside one of another family."""

from dataclasses import replace

import pytest

from calibration.agreement.held import Held
from calibration.bias import second_judges
from judging.agreement.bias import Check
from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.calibration.planted import Planted, bias, held, of

PASS, FAIL = Outcome.PASS, Outcome.FAIL
CLAUDE, GPT, GEMINI = "claude-sonnet-5-5", "gpt-5.2", "gemini-3-pro"


def sessions(own: int, others: int) -> list[Planted]:
    """Return sessions of Claude agents, then of GPT's, all of which the Claude judge passes."""
    return [
        Planted(PASS, PASS, model=model)
        for model, n in ((CLAUDE, own), (GPT, others))
        for _ in range(n)
    ]


def judged(project: Project, first: int, outcomes: list[Outcome], name: str = GEMINI) -> None:
    keeping.judge(project, {f"s{first + n}": o for n, o in enumerate(outcomes)}, name=name)


def said(project: Project, found: Held) -> str:
    criterion = found.version.rubric.criterion("goal_met")
    return second_judges.remark(project, found, criterion, 0.95)


def test_says_how_much_milder_a_judge_is_with_its_own(project: Project) -> None:
    found = held(project, sessions(20, 10), judge=CLAUDE)
    judged(project, 0, [FAIL] * 10 + [PASS] * 10 + [FAIL] * 1 + [PASS] * 9)

    # It passes 10 of 20 more than the other with its own, and 1 of 10 with others: 50 - 10.
    assert said(project, found).startswith(
        "Beside gemini-3-pro, of another family, and whatever the labels, it passes 10 more of 20 "
        "by its own family’s agents and 1 more of 10 by others: +40 points for its own (+"
    )
    assert said(project, found) in of(bias(project, found), Check.SAME_FAMILY).remarks


def test_takes_no_label_to_say_so(project: Project) -> None:
    found = held(project, sessions(12, 12), judge=CLAUDE)
    judged(project, 0, [FAIL] * 24)
    labelled = said(project, found)
    for n in range(24):
        keeping.label(project, f"s{n}", None)

    assert said(project, found) == labelled


def test_one_of_a_family_unknown_or_its_own_is_no_second_judge(project: Project) -> None:
    found = held(project, sessions(6, 6), judge=CLAUDE)
    judged(project, 0, [FAIL] * 12, name="claude-opus-5-5")
    judged(project, 0, [FAIL] * 12, name="somebody")

    assert said(project, found) == ""


@pytest.mark.parametrize(("own", "others"), [(6, 0), (0, 6)])
def test_agents_of_one_side_alone_compare_with_nothing(
    project: Project, own: int, others: int
) -> None:
    found = held(project, sessions(own, others), judge=CLAUDE)
    judged(project, 0, [FAIL] * 6)

    assert said(project, found) == ""


def test_the_one_who_decided_on_most_of_the_same_units_is_taken(project: Project) -> None:
    found = held(project, sessions(6, 6), judge=CLAUDE)
    judged(project, 3, [PASS] * 6, name="gpt-5.2-mini")
    judged(project, 0, [PASS] * 11 + [Outcome.NOT_SCORED])

    assert said(project, found).startswith("Beside gemini-3-pro, of another family")
    assert "0 more of 6 by its own family’s agents and 0 more of 5 by others" in said(
        project, found
    )


def test_two_judges_who_say_the_same_do_not_make_the_difference_certain(project: Project) -> None:
    found = held(project, sessions(6, 6), judge=CLAUDE)
    judged(project, 0, [PASS] * 12)

    assert "+0 points for its own (-" in said(project, found)


def test_agents_of_the_second_judges_family_are_left_out_while_there_are_others(
    project: Project,
) -> None:
    rows = [*sessions(8, 8), *(Planted(PASS, PASS, model="llama-4-70b") for _ in range(8))]
    found = held(project, rows, judge=CLAUDE)
    judged(project, 0, [PASS] * 8 + [FAIL] * 8 + [PASS] * 8, name="gpt-5.2")

    assert "and 0 more of 8 by others" in said(project, found)
    assert "family, so it may be" not in said(project, found)


def test_that_the_second_judge_may_favour_its_own_is_said(project: Project) -> None:
    found = held(project, sessions(8, 8), judge=CLAUDE)
    judged(project, 0, [PASS] * 16, name="gpt-5.2")

    assert said(project, found).endswith(
        "These others are of gpt-5.2’s family, so it may be that judge’s leaning."
    )


def test_a_judge_of_a_family_unknown_has_none_beside_it(project: Project) -> None:
    found = held(project, sessions(6, 6), judge="somebody")
    judged(project, 0, [PASS] * 12)

    assert said(project, found) == ""
    assert said(project, replace(found, judge=project.judges.get(GEMINI))) == ""
