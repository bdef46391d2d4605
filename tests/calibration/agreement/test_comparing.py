"""Two rubric versions, or two judges, on the same labels."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from statsmodels.stats.contingency_tables import mcnemar

from calibration import projects
from calibration.agreement import comparing
from calibration.agreement.comparing import ComparisonReport, CriterionComparison, Side
from calibration.runs import planning, running
from judging.agreement import Status
from judging.agreement.versions import Decision
from judging.errors import StoreError
from judging.judges import RulesJudge
from judging.ratings import Outcome
from judging.rubrics import Criterion, RubricVersion
from storage import Project, Reference, StoredVersion
from tests import keeping, splitting

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
Three = tuple[Outcome, Outcome, Outcome]

# Reference, first, second: worked out by hand below.
TEN: list[Three] = [
    (FAIL, FAIL, PASS),
    (FAIL, FAIL, FAIL),
    *[(FAIL, PASS, FAIL)] * 3,
    *[(PASS, PASS, PASS)] * 4,
    (PASS, FAIL, PASS),
]


def two(project: Project, outcomes: Sequence[Three], *, group: int = 1) -> tuple[Side, Side]:
    """Add sessions, so many to a group, that a reference and two judges answered like this."""
    names = [f"s{n}" for n in range(len(outcomes))]
    keeping.add(project, *(keeping.session(n, group=f"g{i // group}") for i, n in enumerate(names)))
    for name, (human, _, _) in zip(names, outcomes, strict=True):
        keeping.label(project, name, human)
    for at, judge in enumerate(("first", "second"), start=1):
        answers = {name: three[at] for name, three in zip(names, outcomes, strict=True)}
        keeping.judge(project, answers, name=judge)
    version = project.rubrics.get("conversation@1")
    one, other = (Side(version, project.judges.get(name)) for name in ("first", "second"))
    return one, other


def compared(project: Project, one: Side, other: Side) -> CriterionComparison:
    """Return what the comparison says of goal_met."""
    report = comparing.compare(project, one, other, Reference())
    return next(entry for entry in report.criteria if entry.criterion.key == "goal_met")


def next_version(project: Project, *criteria: Criterion) -> StoredVersion:
    rubric = project.rubrics.get("conversation@1").rubric
    return project.rubrics.add(replace(rubric, criteria=criteria or rubric.criteria[:2]))


def flipped(report: ComparisonReport) -> list[tuple[str, ...]]:
    return [tuple(flip.session for flip in entry.flips) for entry in report.criteria]


def test_a_comparison_worked_out_by_hand(project: Project) -> None:
    entry = compared(project, *two(project, TEN))

    found = entry.statistics
    # First: 2 of 5 fails caught, 1 false alarm, so 0.6 agree and 0.5 would by chance.
    assert found.kappa_first == pytest.approx(0.2)
    # Second: 4 of 5 caught, none false: 0.9 agree, 0.5 by chance.
    assert found.kappa_second == pytest.approx(0.8)
    assert found.delta_kappa.value == pytest.approx(0.6)
    assert found.delta_tpr.value == pytest.approx(0.4)
    assert found.delta_tnr.value == pytest.approx(0.2)
    # Five changed, one of them for the worse: twice the chance of none or one of five.
    assert found.correctness.p_exact == pytest.approx(2 * (1 + 5) / 32)
    assert (found.n, entry.groups, entry.unchanged, entry.undecided) == (10, 10, 5, 0)


def test_what_was_fixed_and_what_was_broken_is_listed(project: Project) -> None:
    entry = compared(project, *two(project, TEN))

    assert [flip.session for flip in entry.fixed] == ["s2", "s3", "s4", "s9"]
    assert [flip.session for flip in entry.broken] == ["s0"]
    assert (entry.broken[0].first, entry.broken[0].second) == (FAIL, PASS)


@pytest.mark.parametrize("seed", range(4))
def test_a_second_implementation_finds_the_same_p(project: Project, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  (a seed is what is wanted)
    triples = [tuple(chance.choice((PASS, FAIL)) for _ in range(3)) for _ in range(30)]
    entry = compared(project, *two(project, [(a, b, c) for a, b, c in triples]))

    table = [[0, len(entry.broken)], [len(entry.fixed), 0]]

    assert entry.statistics.correctness.p_exact == pytest.approx(mcnemar(table).pvalue)
    assert len(entry.flips) == sum(b != c for _, b, c in triples)


@pytest.mark.parametrize("seed", range(4))
def test_the_other_way_round_fixed_is_broken(project: Project, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  (a seed is what is wanted)
    some = [chance.choices((PASS, FAIL, UNSURE), (4, 4, 1), k=3) for _ in range(30)]
    one, other = two(project, [(a, b, c) for a, b, c in some], group=2)

    there, back = compared(project, one, other), compared(project, other, one)

    sessions = [[flip.session for flip in part] for part in (there.fixed, there.broken)]
    assert sessions == [[flip.session for flip in part] for part in (back.broken, back.fixed)]
    assert (there.unchanged, there.undecided) == (back.unchanged, back.undecided)
    assert there.statistics.correctness == back.statistics.correctness
    forth, home = there.statistics.delta_kappa, back.statistics.delta_kappa
    assert forth.value == pytest.approx(-(home.value or 0))
    assert forth.low == pytest.approx(-(home.high or 0))


def width(project: Project, outcomes: Sequence[Three], *, group: int = 1) -> float:
    kappa = compared(project, *two(project, outcomes, group=group)).statistics.delta_kappa
    assert kappa.low is not None
    assert kappa.high is not None
    return kappa.high - kappa.low


def test_a_group_counts_once_however_many_sessions_it_has(project: Project) -> None:
    fourfold = [three for three in TEN for _ in range(4)]
    together = width(project, fourfold, group=4)

    apart = width(projects.new_or_existing(project.store, "apart"), fourfold)
    single = width(projects.new_or_existing(project.store, "single"), TEN)

    assert apart < 0.6 * together
    assert together == pytest.approx(single, rel=0.15)


def test_how_many_groups_there_are_is_said(project: Project) -> None:
    assert compared(project, *two(project, TEN, group=3)).groups == 4


def test_units_that_one_of_the_three_did_not_decide_are_counted_apart(project: Project) -> None:
    undecided: list[Three] = [(UNSURE, PASS, FAIL), (FAIL, Outcome.NOT_SCORED, FAIL)]

    entry = compared(project, *two(project, [*TEN, *undecided]))

    assert (entry.statistics.n, entry.undecided) == (10, 2)
    assert {flip.session for flip in entry.flips}.isdisjoint({"s10", "s11"})


def test_without_a_single_unit_nothing_is_said_to_be_zero(project: Project) -> None:
    found = compared(project, *two(project, [(UNSURE, PASS, PASS)])).statistics

    assert (found.n, found.delta_kappa.value, found.kappa_first) == (0, None, None)
    assert found.delta_kappa.status is Status.UNDEFINED_EMPTY
    assert found.decision is Decision.INSUFFICIENT


def test_two_versions_are_compared_on_what_both_ask(project: Project) -> None:
    one, _ = two(project, TEN)
    later = next_version(project)
    label = later.rubric.label
    keeping.judge(project, {f"s{n}": FAIL for n in range(10)}, name="first", rubric=label)

    report = comparing.compare(project, one, Side(later, one.judge), Reference())

    assert [entry.criterion.key for entry in report.criteria] == ["goal_met", "consistent"]
    assert report.left_out == ("no_reasking", "correction_present", "correction_honoured")
    assert flipped(report)[0] == ("s2", "s3", "s4", "s5", "s6", "s7", "s8")


def test_a_raised_meaning_makes_it_incomparable(project: Project) -> None:
    one, _ = two(project, TEN)
    first, second = one.version.rubric.criteria[:2]
    later = next_version(project, replace(first, meaning=2), second)

    entry = compared(project, one, Side(later, one.judge))

    assert "meaning" in entry.objection
    assert (entry.statistics.n, entry.flips) == (0, ())


def test_one_side_twice_is_refused(project: Project) -> None:
    one, _ = two(project, TEN)

    with pytest.raises(StoreError, match="Both sides"):
        comparing.compare(project, one, one, Reference())


def test_rubrics_without_a_common_criterion_are_refused(project: Project) -> None:
    one, _ = two(project, TEN)
    other = project.rubrics.add(RubricVersion("own", 0, (Criterion("done", "Done?"),)))

    with pytest.raises(StoreError, match="share no criterion"):
        comparing.compare(project, one, Side(other, one.judge), Reference())


def test_who_answered_last_comes_first_and_the_baseline_last(project: Project) -> None:
    one, _ = two(project, TEN)
    label = next_version(project).rubric.label
    keeping.judge(project, {"s0": PASS}, name="first", rubric=label)
    rules = RulesJudge()
    running.run(project, planning.plan(project, "conversation@1", rules), rules)

    assert [side.name for side in comparing.answered(project)] == [
        f"first under {label}",
        "second under conversation@1",
        "first under conversation@1",
        "rules under conversation@1",
    ]
    assert comparing.answered(project.store.project_or_new("empty")) == []
    assert one.name == "first under conversation@1"


def test_pairs_differ_in_one_thing_with_the_versions_first(project: Project) -> None:
    two(project, TEN)
    label = next_version(project).rubric.label
    keeping.judge(project, {"s0": PASS}, name="first", rubric=label)
    own = project.rubrics.add(RubricVersion("own", 0, (Criterion("done", "Done?"),)))
    keeping.judge(project, {"s0": PASS}, name="first", rubric=own.rubric.label, criterion="done")

    pairs = comparing.comparable(comparing.answered(project))

    assert [(one.name, other.name) for one, other in pairs] == [
        ("first under conversation@1", f"first under {label}"),
        ("first under conversation@1", "second under conversation@1"),
    ]


def test_who_passes_more_counts_what_nobody_has_labelled_too(project: Project) -> None:
    one, other = two(project, TEN)
    keeping.add(project, keeping.session("u"), keeping.session("v"), keeping.session("w"))
    keeping.judge(project, {"u": FAIL, "v": FAIL, "w": UNSURE}, name="first")
    keeping.judge(project, {"u": PASS, "v": FAIL, "w": PASS}, name="second")

    shift = compared(project, one, other).shift

    assert shift is not None
    assert (shift.n, shift.to_pass, shift.to_fail) == (12, 3, 3)
    assert (shift.change.value, shift.test.p_exact) == (0.0, 1.0)


def test_who_passes_more_leaves_the_sealed_test_out(project: Project) -> None:
    one, other = two(project, TEN)
    splitting.seal(project, "s0", "s9")

    shift = compared(project, one, other).shift

    assert shift is not None
    assert (shift.n, shift.to_pass, shift.to_fail) == (8, 0, 3)
