"""Each change that makes a certificate count for nothing says which it was."""

from dataclasses import replace
from datetime import timedelta

import pytest

from calibration.agreement.held import Held
from calibration.gate import bundling, gating
from judging.bundle import loads, written
from judging.errors import JudgeError
from judging.judges import ClaudeJudge, JudgeIdentity, RulesJudge
from storage import Project
from tests import keeping, splitting
from tests.calibration.gate.test_gating import GOOD, ONE, PASS, judged, sealed

CLAUDE = ClaudeJudge("claude-test").identity
RULES = RulesJudge().identity


@pytest.fixture
def held(project: Project) -> Held:
    """Have the gate pass a judge on 240 labelled sessions, at look 1."""
    found = sealed(project, judge=CLAUDE)
    gating.gate(project, found)
    return found


def again(project: Project, rubric: str = "one@1", judge: JudgeIdentity = CLAUDE) -> Held:
    """Have a judge give the very same verdicts under another version, or as another judge."""
    given = {f"s{n}": verdict for n, (_, verdict) in enumerate(GOOD)}
    return judged(project, given, rubric, judge)


def refused(project: Project, held: Held) -> str:
    """Return why the bundle of a judge is refused where it is not said to be uncertified."""
    bundle = bundling.bundle(project, held.version, held.judge, held.reference)
    with pytest.raises(JudgeError) as problem:
        loads(written(bundle))
    return problem.value.what


def test_the_bundle_of_a_judge_that_passed_is_certified(project: Project, held: Held) -> None:
    bundle = bundling.bundle(project, held.version, held.judge, held.reference)

    assert loads(written(bundle)).certified
    assert (bundle.results[0].look, bundle.results[0].n) == (1, 240)


def test_another_label(project: Project, held: Held) -> None:
    splitting.label(project, [("s0", PASS)])

    assert refused(project, held) == (
        "This bundle is not certified: the labels of the test have changed since look 1 passed "
        "goal_met."
    )


def test_a_test_that_has_grown(project: Project, held: Held) -> None:
    keeping.add(project, keeping.session("more"))
    splitting.seal(project, "more")

    assert "the sealed test has grown since look 1 passed goal_met." in refused(project, held)


@pytest.mark.usefixtures("held")
def test_another_rubric_version(project: Project) -> None:
    project.rubrics.add(replace(ONE, number=2, instructions="In other words."))

    assert "the rubric has changed from one@1 to one@2 since look 1 passed goal_met." in refused(
        project, again(project, "one@2")
    )


@pytest.mark.usefixtures("held")
def test_another_model(project: Project) -> None:
    other = again(project, judge=ClaudeJudge("claude-newer").identity)

    assert "the judge has changed from claude:claude-test to claude:claude-newer since" in refused(
        project, other
    )


@pytest.mark.usefixtures("held")
def test_another_context_mode(project: Project) -> None:
    other = again(project, judge=ClaudeJudge("claude-test", context="fit").identity)

    assert "the context mode has changed from full to fit since look 1" in refused(project, other)


@pytest.mark.usefixtures("held")
def test_another_effort(project: Project) -> None:
    other = again(project, judge=ClaudeJudge("claude-test", effort="high").identity)

    assert "the settings of claude:claude-test have changed since look 1" in refused(project, other)


@pytest.mark.usefixtures("held")
def test_another_prompt_template(project: Project) -> None:
    other = again(project, judge=replace(CLAUDE, template="of before"))

    assert gating.passed(project, other).reason == (
        f"the prompt template has changed from {CLAUDE.template} to of before since look 1 passed "
        "goal_met"
    )
    with pytest.raises(JudgeError, match=f"was of before and is {CLAUDE.template} now"):
        bundling.bundle(project, other.version, other.judge, other.reference)


def test_a_look_that_is_too_old(
    project: Project, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gating, "VALID", timedelta(0))

    assert "the gate was passed at" in (said := refused(project, held))
    assert "too long ago" in said


def test_time_that_ran_out_since_it_was_made(project: Project, held: Held) -> None:
    bundle = bundling.bundle(project, held.version, held.judge, held.reference)
    assert bundle.expires_at is not None
    late = replace(bundle, expires_at=bundle.made_at)

    with pytest.raises(JudgeError, match="not certified: it expired at"):
        loads(written(late))


def test_a_second_version_with_equal_verdicts_is_certified_by_a_look_of_its_own(
    project: Project, held: Held
) -> None:
    project.rubrics.add(replace(ONE, number=2, instructions="In other words."))
    second = again(project, "one@2")

    answer = gating.gate(project, second).criteria[0]

    bounds = [
        next(row.bound for row in found.rows if row.condition == "kappa")
        for found in (gating.gate(project, held).criteria[0], answer)
    ]
    assert (answer.look, answer.decision) == (2, "deployable")
    assert bounds[0] is not None
    assert bounds[1] is not None
    assert bounds[1] < bounds[0]
    assert gating.passed(project, second).looks == {"goal_met": 2}
