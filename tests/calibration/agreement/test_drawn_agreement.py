"""Agreement by labels that were drawn with different chances."""

from collections.abc import Iterable

import pytest
from sklearn.metrics import cohen_kappa_score

from calibration.agreement import comparing, reporting
from calibration.agreement.drawn_agreement import COUNTED_ONCE
from calibration.agreement.reporting import CriterionReport
from calibration.bias import bias_checks
from calibration.gate import bundling
from judging.judges import JudgeIdentity, RulesJudge
from judging.ratings import Label, Maker, Outcome
from storage import NewLabel, Project, Reference
from tests import keeping

PASS, FAIL, AWAY = Outcome.PASS, Outcome.FAIL, Outcome.NOT_APPLICABLE
EXAMPLE = JudgeIdentity("example", "recorded")
# What people and the judge say of all sessions, and how many of each kind.
ALL = {(FAIL, FAIL): 40, (FAIL, PASS): 20, (PASS, FAIL): 20, (PASS, PASS): 120}
# Every verdict of fail is labelled, and of the passes one in four.
KEPT = {FAIL: 1.0, PASS: 0.25}


def population(
    project: Project,
    chances: dict[Outcome, float | None],
    identity: JudgeIdentity = EXAMPLE,
) -> None:
    """Judge all sessions, and label as many of each verdict as it was drawn with."""
    kinds = [pair for pair, n in ALL.items() for _ in range(n)]
    names = [f"s{n}" for n in range(len(kinds))]
    keeping.add(project, *map(keeping.session, names))
    verdicts = {name: said for name, (_, said) in zip(names, kinds, strict=True)}
    keeping.judge(project, verdicts, identity=identity)
    drawn: list[tuple[str, Outcome, float | None]] = []
    for pair, n in ALL.items():
        there = [name for name, kind in zip(names, kinds, strict=True) if kind == pair]
        some = there[: round(n * KEPT[pair[1]])]
        drawn += [(name, pair[0], chances[pair[1]]) for name in some]
    label(project, drawn)


def label(project: Project, drawn: Iterable[tuple[str, Outcome, float | None]]) -> None:
    numbers = project.sessions.numbers(project.sessions.listed_ids())
    project.labels.add(
        [
            NewLabel(
                numbers[name].id,
                1,
                Label(
                    session=name,
                    criterion="goal_met",
                    outcome=said,
                    reviewer="maya",
                    inclusion_prob=p,
                ),
            )
            for name, said, p in drawn
        ]
    )


def found(project: Project) -> CriterionReport:
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    return reporting.agreement(project, version, judge, Reference(Maker.PERSON)).criteria[0]


def test_labels_drawn_by_verdict_tell_of_all_that_was_judged(project: Project) -> None:
    population(project, dict(KEPT))

    entry = found(project)

    kinds = list(ALL)
    human, judge = ([pair[i] is FAIL for pair in kinds] for i in (0, 1))
    expected = cohen_kappa_score(human, judge, sample_weight=list(ALL.values()))
    assert entry.drawn is not None
    assert entry.drawn.labels == 95
    assert entry.kappa.value == pytest.approx(expected)
    assert (entry.tpr.value, entry.tnr.value) == pytest.approx((40 / 60, 120 / 140))
    assert entry.kappa.low is not None
    # By themselves they would flatter the judge's recall on failures, and belie that on passes.
    assert entry.agreement.tpr.value == pytest.approx(40 / 45)
    assert entry.agreement.tnr.value == pytest.approx(30 / 50)


def test_what_is_weighed_and_what_is_not_is_said(project: Project) -> None:
    population(project, dict(KEPT))

    (said,) = found(project).remarks

    assert said == (
        "95 labels were drawn with unequal chances, so kappa, TPR and TNR count each for as "
        "many as it stands for. All else counts it once; kappa of the labels by themselves would "
        "be 0.48."
    )


def test_labels_drawn_nobody_knows_how_are_in_none_of_it(project: Project) -> None:
    population(project, dict(KEPT))
    weighed = found(project)
    label(project, [("s199", FAIL, None), ("s198", FAIL, None)])

    entry = found(project)

    assert (entry.kappa, entry.agreement.n) == (weighed.kappa, 97)
    assert entry.remarks[0].endswith(
        " 2 more are in none of the three: nobody knows how they were drawn."
    )


@pytest.mark.parametrize("chances", [{FAIL: 0.5, PASS: 0.5}, {FAIL: None, PASS: None}])
def test_labels_that_stand_for_as_much_are_not_weighed(
    project: Project, chances: dict[Outcome, float | None]
) -> None:
    population(project, chances)

    entry = found(project)

    assert entry.drawn is None
    assert entry.kappa == entry.agreement.kappa


def test_chances_that_differ_within_a_verdict_count_too(project: Project) -> None:
    keeping.add(project, *map(keeping.session, (f"s{n}" for n in range(80))))
    keeping.judge(project, {f"s{n}": FAIL if n < 40 else PASS for n in range(80)})
    # Of the judge's passes, those that people fail were drawn four times as often.
    rows = [*[(FAIL, 0.5)] * 12, *[(PASS, 0.5)] * 8, *[(FAIL, 0.4)] * 4, *[(PASS, 0.1)] * 4]
    places = [*range(20), *range(40, 48)]
    label(project, [(f"s{n}", h, p) for n, (h, p) in zip(places, rows, strict=True)])

    entry = found(project)

    # Of 40 passes, 4 / 0.4 stand for fails and 4 / 0.1 for passes: one in five fails.
    assert entry.drawn is not None
    assert entry.tpr.value == pytest.approx(24 / (24 + 8))


def test_where_a_criterion_does_not_always_apply_labels_are_weighed_all_the_same(
    project: Project,
) -> None:
    keeping.add(project, *map(keeping.session, (f"s{n}" for n in range(60))))
    said = [FAIL] * 20 + [PASS] * 30 + [AWAY] * 10
    keeping.judge(project, {f"s{n}": outcome for n, outcome in enumerate(said)})
    rows = [(f"s{n}", FAIL if n < 15 else PASS, 0.8) for n in range(20)]
    rows += [(f"s{n}", FAIL if n < 23 else PASS, 0.2) for n in range(20, 40)]
    label(project, [*rows, ("s55", AWAY, 0.2)])

    entry = found(project)

    assert entry.drawn is not None
    assert entry.tpr.value == pytest.approx((15 / 0.8) / (15 / 0.8 + 3 / 0.2))
    assert entry.tpr.low is not None


def test_a_verdict_without_a_label_leaves_the_labels_to_themselves(project: Project) -> None:
    keeping.add(project, *map(keeping.session, (f"s{n}" for n in range(20))))
    keeping.judge(project, {f"s{n}": FAIL if n < 10 else PASS for n in range(20)})
    label(project, [(f"s{n}", FAIL, 0.5 if n < 3 else 0.9) for n in range(6)])

    assert found(project).drawn is None


def test_what_does_not_weigh_labels_says_so(project: Project) -> None:
    population(project, dict(KEPT))
    keeping.judge(project, {f"s{n}": PASS for n in range(200)}, name="other")
    version = project.rubrics.get("conversation@1")
    one, other = (project.judges.get(name) for name in ("example", "other"))

    bias = bias_checks.checks(project, version, one, Reference()).criteria
    sides = [side for side in comparing.answered(project) if side.judge.id in (one.id, other.id)]
    compared = comparing.compare(project, sides[0], sides[1], Reference()).criteria

    assert [entry.caveat for entry in bias[:2]] == [COUNTED_ONCE, ""]
    assert [entry.caveat for entry in compared[:2]] == [COUNTED_ONCE, ""]


def test_a_bundle_has_what_the_labels_stand_for(project: Project) -> None:
    rules = RulesJudge().identity
    population(project, dict(KEPT), rules)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("rules")

    made = bundling.bundle(project, version, judge, Reference())

    assert made.results[0].tpr.value == pytest.approx(40 / 60)
    assert made.results[0].cells == {"tp": 40, "fn": 5, "fp": 20, "tn": 30}
