"""Which failures are lost when sessions are shortened."""

from dataclasses import replace

import pytest

from calibration.agreement.held import Held
from calibration.bias import shortened
from calibration.bias.shortened import Shortened
from judging.agreement.bias import BiasState
from judging.errors import JudgeError, RubricError, StoreError
from judging.judges import ClaudeJudge, JudgeIdentity, OpenAIJudge, RulesJudge
from judging.judges.fitting import Limits
from judging.ratings import Outcome, Problem, Verdict
from judging.rubrics import Level
from storage import Answer, NewRun, Project, Reference
from tests import keeping

PASS, FAIL, MISSING, UNSURE = (
    Outcome.PASS,
    Outcome.FAIL,
    Outcome.NOT_SCORED,
    Outcome.CANNOT_TELL,
)
FULL = ClaudeJudge("claude-test").identity
FIT = ClaudeJudge("claude-test", context="fit").identity
NARROW = ClaudeJudge("claude-test", context="fit", limits=Limits(20_000)).identity


def add(project: Project, names: str, *, each: int = 2_000) -> None:
    """Import sessions of thirty turns."""
    keeping.add(project, *(keeping.session(name, *["x" * each] * 30) for name in names))


def given(project: Project, identity: JudgeIdentity, outcomes: dict[str, Outcome]) -> None:
    """Keep a judge's verdicts on sessions."""
    version, kept = project.rubrics.get("conversation@1"), project.judges.kept(identity)
    run = project.runs.start(NewRun(kept.id, version.id, Level.SESSION, units=len(outcomes)))
    verdicts = {
        keeping.number(project, name): [
            Verdict(
                session=name,
                criterion="goal_met",
                outcome=outcome,
                problem=Problem.REFUSED if outcome is MISSING else None,
            )
        ]
        for name, outcome in outcomes.items()
    }
    project.verdicts.add(Answer(run, version.id, kept.id), verdicts)
    project.runs.finish(run)


def audited(project: Project, word: str = FULL.name, key: str = "goal_met") -> Shortened:
    both = shortened.named(project, word)
    held = Held(project.rubrics.get("conversation@1"), both.full, Reference())
    return shortened.audit(project, held, both.fit, key)


@pytest.mark.parametrize("judge", [ClaudeJudge, OpenAIJudge])
def test_the_judge_in_full_has_the_same_majority(
    judge: type[ClaudeJudge] | type[OpenAIJudge],
) -> None:
    fit, full = (judge("m", majority=3, context=context) for context in ("fit", "full"))

    assert shortened.in_full(fit.identity) == full.identity


def test_failures_that_pass_shortened_are_counted_and_named(project: Project) -> None:
    add(project, "abcd")
    given(project, FULL, {"a": FAIL, "b": FAIL, "c": PASS, "d": FAIL})
    given(project, FIT, {"a": PASS, "b": FAIL, "c": FAIL, "d": PASS})
    for name in "abc":
        keeping.label(project, name, FAIL)
    keeping.label(project, "d", PASS)

    found = audited(project)

    counted = found.verdicts("goal_met")
    assert [one.session for one in found.erased("goal_met")] == ["a"]
    assert (counted.n, counted.erased, counted.found, counted.both_fail) == (3, 1, 1, 1)
    assert (len(found.pairs.units), len(found.pairs.changed)) == (4, 3)


def test_many_lost_failures_are_flagged(project: Project) -> None:
    names = [chr(0x61 + n) for n in range(24)]
    add(project, "".join(names))
    given(project, FULL, dict.fromkeys(names, FAIL))
    given(project, FIT, {name: PASS if name < "m" else FAIL for name in names})
    for name in names:
        keeping.label(project, name, FAIL)

    check = audited(project).check("goal_met")

    assert check.state is BiasState.FLAGGED
    assert [group.x for group in check.groups] == [12, 0]


def test_sessions_that_fit_say_nothing(project: Project) -> None:
    add(project, "a")
    add(project, "b", each=100)
    given(project, FULL, {"a": FAIL, "b": FAIL})
    given(project, FIT, {"a": FAIL, "b": PASS})

    found = audited(project)

    assert [twin.session for _, twin in found.pairs.units] == ["a"]
    assert found.whole == 1


def test_what_is_undecided_or_not_scored_on_a_side_loses_no_failure(project: Project) -> None:
    add(project, "ab")
    given(project, FULL, {"a": FAIL, "b": FAIL})
    given(project, FIT, {"a": UNSURE, "b": MISSING})
    for name in "ab":
        keeping.label(project, name, FAIL)

    found = audited(project)

    assert (found.verdicts("goal_met").n, found.pairs.not_scored) == (0, 1)
    assert len(found.pairs.changed) == 1


def test_a_session_that_somebody_passes_is_no_failure_of_people(project: Project) -> None:
    add(project, "ab")
    given(project, FULL, {"a": FAIL, "b": FAIL})
    given(project, FIT, {"a": PASS, "b": PASS})
    for name, *outcomes in (("a", FAIL, FAIL), ("b", FAIL, PASS)):
        for reviewer, outcome in zip(("maya", "tom"), outcomes, strict=True):
            keeping.label(project, name, outcome, reviewer=reviewer)

    found = audited(project)

    assert [one.session for one in found.erased("goal_met")] == ["a"]
    assert len(found.pairs.changed) == 2


def test_without_the_other_judge_there_is_no_pair(project: Project) -> None:
    add(project, "a")
    given(project, FULL, {"a": FAIL})
    given(project, replace(FIT, settings={**FIT.settings, "effort": "high"}), {"a": PASS})

    found = audited(project, FULL.fingerprint[:12])

    assert (found.pairs.units, found.whole) == ((), 0)


@pytest.mark.parametrize("identity", [FULL, FIT])
def test_either_of_the_two_may_be_named(project: Project, identity: JudgeIdentity) -> None:
    for one in (FULL, FIT):
        project.judges.kept(one)

    both = shortened.named(project, identity.name)

    assert both.fit is not None
    assert (both.full.identity, both.fit.identity) == (FULL, FIT)


def test_of_several_limits_the_usual_ones_are_meant_unless_others_are_named(
    project: Project,
) -> None:
    for one in (FULL, NARROW, FIT):
        project.judges.kept(one)

    usual, named = (shortened.named(project, w) for w in (FULL.name, NARROW.fingerprint[:12]))

    assert usual.fit is not None
    assert named.fit is not None
    assert (usual.fit.identity, named.fit.identity) == (FIT, NARROW)


def test_several_unusual_limits_have_to_be_told_apart(project: Project) -> None:
    other = ClaudeJudge("claude-test", context="fit", limits=Limits(30_000)).identity
    for one in (FULL, NARROW, other):
        project.judges.kept(one)

    with pytest.raises(JudgeError, match="several limits") as refusal:
        shortened.named(project, FULL.name)

    assert other.fingerprint[:12] in refusal.value.fix


@pytest.mark.parametrize(
    ("kept", "word", "problem"),
    [
        (FIT, FIT.name, "has not judged full sessions"),
        (RulesJudge().identity, "rules", "it is no model"),
    ],
)
def test_a_judge_that_there_is_nothing_to_hold_against_is_refused(
    project: Project, kept: JudgeIdentity, word: str, problem: str
) -> None:
    project.judges.kept(kept)

    with pytest.raises(JudgeError, match=problem):
        shortened.named(project, word)


def test_nobody_of_that_name_is_refused(project: Project) -> None:
    with pytest.raises(StoreError, match="nobody"):
        shortened.named(project, "nobody")


def test_a_criterion_that_is_not_asked_of_sessions_is_refused(project: Project) -> None:
    project.judges.kept(FULL)

    with pytest.raises(RubricError, match="asks no 'tone' of sessions"):
        audited(project, key="tone")
