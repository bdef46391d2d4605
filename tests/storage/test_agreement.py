"""Labels counted against verdicts."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judging.gold import GoldVote, gold
from judging.ratings import Maker, Outcome
from storage import Pattern, Project, Reference
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def test_counts_cells_with_the_reference_first(project: Project) -> None:
    pairs = [(FAIL, FAIL)] * 3 + [(FAIL, PASS)] * 2 + [(PASS, FAIL)] + [(PASS, PASS)] * 4

    compared = keeping.many(project, pairs)

    assert project.agreement.counts(compared).patterns == (
        Pattern(0, 0, 0, 1, 4),
        Pattern(0, 0, 1, 0, 1),
        Pattern(0, 1, 0, 0, 2),
        Pattern(1, 0, 0, 0, 3),
    )


def test_sessions_of_one_group_are_counted_together(project: Project) -> None:
    pairs = [(FAIL, FAIL), (PASS, PASS), (FAIL, FAIL), (PASS, PASS), (PASS, PASS)]

    compared = keeping.many(project, pairs, group=2)

    assert project.agreement.counts(compared).patterns == (
        Pattern(0, 0, 0, 1, 1),
        Pattern(1, 0, 0, 1, 2),
    )
    assert project.agreement.counts(compared).sessions == 5


def test_what_is_undecided_is_counted_and_in_no_cell(project: Project) -> None:
    pairs = [
        (FAIL, FAIL),
        (FAIL, Outcome.NOT_SCORED),
        (Outcome.CANNOT_TELL, PASS),
        (PASS, Outcome.NOT_APPLICABLE),
    ]

    compared = keeping.many(project, pairs)

    assert project.agreement.counts(compared).patterns == (Pattern(1, 0, 0, 0, 1),)
    assert project.agreement.counts(compared).statuses == Counter(pairs)
    assert project.agreement.counts(compared).judged[Outcome.NOT_SCORED] == 1


def test_a_cell_lists_its_units(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, PASS), (PASS, PASS), (FAIL, PASS)])

    units = project.agreement.units(compared, FAIL, PASS)

    assert units == [(keeping.number(project, name), 0) for name in ("s0", "s2")]


def test_the_newest_scored_verdict_stands_and_a_later_problem_does_not_replace_it(
    project: Project,
) -> None:
    compared = keeping.many(project, [(FAIL, PASS)])
    keeping.judge(project, {"s0": FAIL})

    keeping.judge(project, {"s0": Outcome.NOT_SCORED})

    assert project.agreement.counts(compared).statuses == {(FAIL, FAIL): 1}


def test_one_run_alone_can_be_counted(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, PASS)])
    keeping.judge(project, {"s0": FAIL})

    first = replace(compared, run=1)

    assert project.agreement.counts(first).statuses == {(FAIL, PASS): 1}


def test_a_reviewer_alone_can_be_the_reference(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    keeping.label(project, "s0", PASS, reviewer="jonas")

    his = replace(compared, reference=Reference(reviewer="jonas"))

    assert project.agreement.counts(his).statuses == {(PASS, FAIL): 1}
    assert project.agreement.counts(compared).labelled == {None: 1, PASS: 1}


def test_blind_only_leaves_out_labels_given_in_sight_of_verdicts(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    keeping.label(project, "s1", FAIL, reviewer="jonas", blind=False)

    blind = replace(compared, reference=Reference(blind_only=True))

    assert project.agreement.counts(blind).statuses == {(FAIL, FAIL): 1, (PASS, PASS): 1}


def test_an_adjudication_overrides_the_blind_labels_of_its_unit_alone(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, FAIL), (FAIL, FAIL), (PASS, PASS)])
    keeping.label(project, "s0", PASS, reviewer="lead", adjudicated=True)
    keeping.label(project, "s1", PASS, reviewer="lead", adjudicated=True)
    keeping.label(project, "s1", None, reviewer="lead", adjudicated=True)

    blind = replace(compared, reference=Reference(blind_only=True))

    counted = {(PASS, FAIL): 1, (FAIL, FAIL): 1, (PASS, PASS): 1}
    assert project.agreement.counts(blind).statuses == counted


def test_programs_and_people_are_different_references(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, FAIL)])
    keeping.label(project, "s0", PASS, reviewer=None, slot=1, made_by=Maker.PROGRAM)

    program = replace(compared, reference=Reference(Maker.PROGRAM))

    assert project.agreement.counts(program).statuses == {(PASS, FAIL): 1}
    assert project.agreement.counts(compared).statuses == {(FAIL, FAIL): 1}


votes = st.tuples(
    st.sampled_from(["maya", "jonas", "lena"]),
    st.sampled_from([PASS, FAIL, Outcome.CANNOT_TELL, None]),
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(given_votes=st.lists(votes, min_size=1, max_size=6))
def test_the_rule_in_sql_is_the_rule_of_the_library(
    project: Project, given_votes: list[tuple[str, Outcome | None]]
) -> None:
    name = f"p{project.sessions.count()}"
    keeping.add(project, keeping.session(name))
    compared = keeping.judge(project, {name: FAIL})
    for reviewer, outcome in given_votes:
        keeping.label(project, name, outcome, reviewer=reviewer)

    settled = gold([GoldVote(outcome, reviewer, blind=True) for reviewer, outcome in given_votes])

    expected = None if settled is None else settled.outcome
    for reference in (Reference(), Reference(blind_only=True)):
        units = project.agreement.units(
            replace(compared, reference=reference), expected or PASS, FAIL
        )
        is_there = (keeping.number(project, name), 0) in units
        assert is_there == (expected is not None)


@pytest.mark.parametrize("judged", [PASS, FAIL])
def test_a_unit_without_a_reference_is_in_no_table(project: Project, judged: Outcome) -> None:
    keeping.add(project, keeping.session("a"))

    compared = keeping.judge(project, {"a": judged})

    assert project.agreement.counts(compared).statuses == {}
    assert project.agreement.counts(compared).judged == {judged: 1}
