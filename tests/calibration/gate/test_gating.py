"""The gate over a project: looks, what counts for it, and what it answers."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

import pytest

from calibration.agreement.held import Held
from calibration.gate import gating
from calibration.gate.gate_looks import CriterionGate
from judging.agreement.gate import Deployment
from judging.agreement.gate_row import Condition, RowOutcome
from judging.errors import StoreError
from judging.judges import JudgeIdentity
from judging.ratings import Outcome
from judging.rubrics import RubricVersion
from judging.splitting import Part
from storage import Project, Reference, looks
from tests import keeping, splitting
from tests.calibration.judged import GOAL_MET

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
ONE = RubricVersion("one", 1, (GOAL_MET,))
EXAMPLE = JudgeIdentity("example", "recorded")
GOOD = [(FAIL, FAIL)] * 66 + [(FAIL, PASS)] * 4 + [(PASS, FAIL)] * 5 + [(PASS, PASS)] * 165


def sealed(
    project: Project,
    outcomes: Iterable[tuple[Outcome, Outcome]] = GOOD,
    *,
    blind: bool = True,
    probability: float | None = 0.5,
    judge: JudgeIdentity = EXAMPLE,
) -> Held:
    """Put sessions with these (human, judge) outcomes into the test, labelled for a gate."""
    project.rubrics.add(ONE)
    pairs = {f"s{n}": pair for n, pair in enumerate(outcomes)}
    keeping.add(project, *map(keeping.session, pairs))
    splitting.seal(project, *pairs)
    splitting.label(
        project, [(n, h) for n, (h, _) in pairs.items()], blind=blind, probability=probability
    )
    return judged(project, {n: j for n, (_, j) in pairs.items()}, judge=judge)


def judged(
    project: Project,
    outcomes: dict[str, Outcome],
    rubric: str = "one@1",
    judge: JudgeIdentity = EXAMPLE,
) -> Held:
    compared = keeping.judge(project, outcomes, rubric=rubric, identity=judge)
    version = project.rubrics.get(rubric)
    return Held(version, project.judges.numbered(compared.judge), Reference())


def rows(found: CriterionGate) -> dict[Condition, RowOutcome]:
    return {row.condition: row.outcome for row in found.rows}


def test_a_good_judge_passes_at_its_first_look(project: Project) -> None:
    held = sealed(project)

    report = gating.gate(project, held)

    (found,) = report.criteria
    assert (report.decision, found.look, found.is_stored) == (Deployment.DEPLOYABLE, 1, False)
    assert set(rows(found).values()) == {RowOutcome.MET, RowOutcome.WARNING}
    assert rows(found)[Condition.SELF_CONSISTENCY] is RowOutcome.WARNING


def test_a_flag_on_one_of_two_comparisons_of_a_check_counts(project: Project) -> None:
    # Twelve of forty failures in long sessions are missed, none in short ones. Of passes, the
    # judge is as often right in long sessions as in short ones.
    long = [(FAIL, FAIL)] * 28 + [(FAIL, PASS)] * 12 + [(PASS, PASS)] * 68
    pairs = {f"s{n}": pair for n, pair in enumerate([*long, *GOOD])}
    project.rubrics.add(ONE)
    texts = ("Where is it?" * 9, "It left today.")
    keeping.add(
        project,
        *(keeping.session(name, *(texts if n < len(long) else ())) for n, name in enumerate(pairs)),
    )
    splitting.seal(project, *pairs)
    splitting.label(project, [(name, human) for name, (human, _) in pairs.items()])
    held = judged(project, {name: said for name, (_, said) in pairs.items()})

    (found,) = gating.gate(project, held).criteria

    (row,) = (row for row in found.rows if row.condition is Condition.BIAS)
    assert row.outcome is RowOutcome.DISPROVED
    assert row.needed == "Look into the bias found: conversation length."


def test_the_same_again_gets_the_stored_answer_and_uses_no_look(project: Project) -> None:
    held = sealed(project)

    first, again = gating.gate(project, held), gating.gate(project, held)

    assert again.criteria == tuple(replace(one, is_stored=True) for one in first.criteria)
    assert (first.used_a_look, again.used_a_look) == (True, False)
    assert len(looks.of(project).listed()) == 1


def test_another_version_with_equal_verdicts_meets_a_stricter_bound(project: Project) -> None:
    held = sealed(project)
    project.rubrics.add(replace(ONE, number=2, instructions="In other words."))
    given = {f"s{n}": judge for n, (_, judge) in enumerate(GOOD)}

    first = gating.gate(project, held).criteria[0]
    second = gating.gate(project, judged(project, given, "one@2")).criteria[0]

    assert (first.look, second.look) == (1, 2)
    kappas = [next(r for r in f.rows if r.condition is Condition.KAPPA) for f in (first, second)]
    assert kappas[0].value == kappas[1].value
    assert kappas[0].bound is not None
    assert kappas[1].bound is not None
    assert kappas[1].bound < kappas[0].bound


def test_a_further_label_is_a_further_look(project: Project) -> None:
    held = sealed(project, GOOD[:-1])
    gating.gate(project, held)
    keeping.add(project, keeping.session("more"))
    splitting.seal(project, "more")
    splitting.label(project, [("more", PASS)])
    judged(project, {"more": PASS})

    assert [one.look for one in gating.gate(project, held).criteria] == [2]


def test_without_a_sealed_test_no_look_is_used(project: Project) -> None:
    project.rubrics.add(ONE)
    keeping.add(project, keeping.session("a"))
    held = judged(project, {"a": PASS})

    report = gating.gate(project, held)

    assert report.decision is Deployment.INSUFFICIENT_EVIDENCE
    assert [one.reason for one in report.criteria] == [gating.NO_SPLIT]
    assert looks.of(project).listed() == []


@pytest.mark.parametrize("how", [{"blind": False}, {"probability": None}])
def test_labels_that_are_not_blind_or_of_unknown_chance_do_not_count(
    project: Project, how: dict[str, None]
) -> None:
    held = sealed(project, **how)  # type: ignore[arg-type]

    report = gating.gate(project, held)

    (criterion,) = report.criteria
    assert criterion.reason.startswith("No label of the sealed test counts")
    assert "(240 of them not: not given blind, or of unknown probability)" in criterion.reason
    assert criterion.reason.endswith(gating.NO_LABELS)
    assert looks.of(project).listed() == []


def test_labels_outside_the_test_do_not_count(project: Project) -> None:
    held = sealed(project)
    before = gating.gate(project, held).criteria
    keeping.add(project, keeping.session("outside"))
    splitting.seal(project)
    splitting.label(project, [("outside", FAIL)])
    judged(project, {"outside": PASS})

    assert gating.gate(project, held).criteria == tuple(
        replace(one, is_stored=True) for one in before
    )


def test_too_few_labels_say_what_is_missing(project: Project) -> None:
    held = sealed(project, [(FAIL, FAIL)] * 6 + [(PASS, PASS)] * 10)

    (found,) = gating.gate(project, held).criteria

    assert found.decision is Deployment.INSUFFICIENT_EVIDENCE
    needed = {row.condition: row.needed for row in found.rows}
    assert needed[Condition.CLASS_MINIMUMS] == "Label 14 more fails and 10 more passes."


def test_a_judge_that_misses_failures_is_refused(project: Project) -> None:
    outcomes = [(FAIL, PASS)] * 60 + [(FAIL, FAIL)] * 10 + [(PASS, PASS)] * 170

    (found,) = gating.gate(project, sealed(project, outcomes)).criteria

    assert found.decision is Deployment.NOT_DEPLOYABLE
    assert rows(found)[Condition.TPR] is RowOutcome.DISPROVED


def test_unscored_units_count_labelled_or_not(project: Project) -> None:
    held = sealed(project)
    names = [f"x{n}" for n in range(40)]
    keeping.add(project, *map(keeping.session, names))
    judged(project, dict.fromkeys(names, MISSING))

    (found,) = gating.gate(project, held).criteria

    row = next(row for row in found.rows if row.condition is Condition.NOT_SCORED)
    assert (row.n, row.outcome) == (280, RowOutcome.DISPROVED)
    assert row.value == pytest.approx(1 / 7)


def test_units_that_were_drawn_less_often_weigh_more(project: Project) -> None:
    held = sealed(project, [(PASS, PASS)] * 150 + [(FAIL, FAIL)] * 60)
    names = [f"rare{n}" for n in range(30)]
    keeping.add(project, *map(keeping.session, names))
    splitting.seal(project, *names)
    splitting.label(project, [(name, FAIL) for name in names], probability=0.1)
    judged(project, dict.fromkeys(names, PASS))

    (found,) = gating.gate(project, held).criteria

    tpr = next(row for row in found.rows if row.condition is Condition.TPR)
    # 60 fails found that stand for 2 each, 30 missed that stand for 10 each.
    assert tpr.value == pytest.approx(120 / 420)


def test_a_part_is_shown_only_after_just_its_look(project: Project) -> None:
    held = sealed(project, GOOD[:-1])

    with pytest.raises(StoreError, match="sealed for example under one@1 on goal_met"):
        gating.on(project, held, Part.TEST)
    gating.gate(project, held)
    shown = gating.on(project, held, Part.TEST)

    assert shown.reference.part is Part.TEST
    keeping.add(project, keeping.session("more"))
    splitting.seal(project, "more")
    splitting.label(project, [("more", PASS)])
    judged(project, {"more": PASS})
    with pytest.raises(StoreError, match="is sealed"):
        gating.on(project, held, Part.ALL)


def test_what_it_has_answered_stands_for_each_criterion_that_it_looked_at(project: Project) -> None:
    held = sealed(project)

    before = gating.passed(project, held)
    gating.gate(project, held)
    after = gating.passed(project, held)

    assert (before.decisions, before.reason) == (
        {},
        "the gate has not looked at the test on goal_met",
    )
    assert (after.decisions, after.reason) == ({"goal_met": Deployment.DEPLOYABLE}, "")
    assert after.looks == {"goal_met": 1}


def test_a_refusal_stands_too(project: Project) -> None:
    held = sealed(project, [(FAIL, PASS)] * 40 + [(PASS, PASS)] * 60)

    gating.gate(project, held)
    found = gating.passed(project, held)

    assert found.decisions == {"goal_met": Deployment.NOT_DEPLOYABLE}
    assert found.until is None


def test_an_answer_that_is_too_old_counts_for_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = sealed(project)
    gating.gate(project, held)
    monkeypatch.setattr(gating, "VALID", timedelta(0))

    found = gating.passed(project, held)

    assert (found.decisions, found.until) == ({}, None)
    assert "too long ago" in found.reason
