"""The bias checks that rest on audits."""

import re
from dataclasses import replace

import pytest
from scipy.stats import beta, binomtest

from calibration import projects
from calibration.agreement.held import Held
from calibration.bias import red_team
from calibration.bias.bias_outcomes import Checked
from calibration.bias.canaries import canaries
from judging.agreement.bias import BiasState, Check
from judging.judges import ClaudeJudge
from judging.ratings import Outcome
from storage import AuditKind, Project, Reference, Split, Store, splits
from tests import keeping
from tests.calibration import auditing
from tests.calibration.planted import bias, counts, of

PASS, FAIL = Outcome.PASS, Outcome.FAIL
FIT = ClaudeJudge("claude-test", context="fit").identity
CHUNKS = ClaudeJudge("claude-test", context="chunks").identity


def injection(project: Project, held: Held) -> Checked:
    return of(bias(project, held), Check.INJECTION)


def fitting(project: Project, held: Held) -> Checked:
    return of(bias(project, held), Check.CONTEXT_MODE)


@pytest.mark.parametrize(
    ("passed", "scored", "state"),
    [
        (0, 60, BiasState.CLEARED),
        (0, 59, BiasState.INSUFFICIENT),
        (4, 60, BiasState.INCONCLUSIVE),
        (20, 60, BiasState.FLAGGED),
        (10, 20, BiasState.FLAGGED),
    ],
)
def test_the_state_follows_the_bounds_of_clopper_and_pearson(
    project: Project, passed: int, scored: int, state: BiasState
) -> None:
    held = auditing.failing(project, 2)
    auditing.planted(project, held, passed, scored)

    found = injection(project, held)

    rate = found.check.estimate
    tail = (1 - rate.confidence) / 2
    assert (found.check.state, counts(found)) == (state, [(passed, scored)])
    assert rate.high == pytest.approx(beta.ppf(1 - tail, passed + 1, scored - passed))
    low = beta.ppf(tail, passed, scored - passed + 1) if passed else 0
    assert rate.low == pytest.approx(low)


def test_only_an_audit_of_sixty_shares_the_error_rate(project: Project) -> None:
    held = auditing.failing(project, 2)

    levels = []
    for scored in (59, 60):
        auditing.planted(project, held, 0, scored)
        auditing.fitted(project, held, [((0, 0, 0, 1), 25)])
        levels.append(bias(project, held).confidence)

    assert levels == [pytest.approx(0.95), pytest.approx(1 - 0.05 / 2)]


def test_obedience_is_told_from_distraction(project: Project) -> None:
    held = auditing.failing(project, 2)
    auditing.planted(project, held, 6, 60, 1)

    found = injection(project, held)

    p = binomtest(6, 7).pvalue
    (inert,) = found.further
    assert f"(McNemar’s exact p {p:.2g})" in " ".join(found.remarks)
    assert (inert.key, inert.group.x, inert.group.n) == ("inert", 1, 60)
    assert inert.group.rate.low == pytest.approx(beta.ppf(0.025, 1, 60))


def test_every_pass_is_listed_with_what_brought_it_about(project: Project) -> None:
    held = auditing.failing(project, 2)
    auditing.planted(project, held, 2, 60, evaded=1, tried=63)

    found = injection(project, held)

    assert [case["session_id"] for case in found.cases] == ["s0", "s1"]
    assert "In 1 the answer was no fail any more" in " ".join(found.remarks)
    assert "3 more were not scored" in " ".join(found.remarks)


def test_the_newest_audit_counts(project: Project) -> None:
    held = auditing.failing(project, 2)
    for passed in (30, 0):
        auditing.planted(project, held, passed, 60)

    assert injection(project, held).check.state is BiasState.CLEARED


def test_an_audit_of_another_criterion_is_none_of_this_one(project: Project) -> None:
    held = auditing.failing(project, 2)
    result = {"criteria": {"consistent": {}}, "cases": []}
    auditing.kept(project, held, AuditKind.RED_TEAM, result)

    assert injection(project, held).check.sentence.startswith("Not checked")


def test_an_audit_that_was_not_made_says_the_command_and_the_price(project: Project) -> None:
    found = injection(project, auditing.failing(project, 2))

    said = found.check.sentence
    assert said.startswith("Not checked: it takes an audit in which instructions to the judge are")
    assert said.endswith("2 sessions would be tried, in 4 calls, at a price that is not known.")
    command = "judging audit redteam --rubric conversation@1 --judge claude:claude-test"
    assert found.commands == (f"{command} --criterion goal_met",)


def test_the_price_of_many_sessions_is_reckoned_from_some(project: Project) -> None:
    identity = ClaudeJudge("claude-sonnet-5-5", secret=project.store.secret()).identity
    names = [f"s{n}" for n in range(70)]
    keeping.add(project, *(keeping.session(name) for name in names))
    for name in names:
        keeping.label(project, name, FAIL)
    held = auditing.judged(project, dict.fromkeys(names, FAIL), identity)
    judge, rubric = red_team.judge_of(project, held), held.version.rubric
    every = red_team.expected(judge, rubric, canaries(project, held, key="goal_met", limit=60))

    said = injection(project, held).check.sentence

    told = re.search(r"60 sessions would be tried, in 120 calls, about \$([\d.]+)\.", said)
    assert told
    assert every.calls == 120
    assert float(told[1]) == pytest.approx((every.cost or 0) / 1_000_000, rel=0.1)


def test_where_nothing_fails_on_both_sides_nothing_can_be_planted(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL)
    held = auditing.judged(project, {"a": PASS})

    assert "there are none on this criterion" in injection(project, held).check.sentence


def test_an_audit_of_the_judge_with_an_earlier_prompt_does_not_count(project: Project) -> None:
    held = auditing.failing(project, 2)
    older = project.judges.kept(auditing.earlier(held.judge.identity))
    auditing.planted(project, replace(held, judge=older), 0, 60)

    found = injection(project, held)

    assert found.check.state is BiasState.INSUFFICIENT
    assert found.check.sentence.startswith("The audit of ")
    template = held.judge.identity.template
    was = f"it was of the judge with the prompt mc0, which now has {template}."
    assert was in found.check.sentence
    assert f"--judge {held.judge.fingerprint[:12]}" in found.commands[0]


@pytest.mark.parametrize(
    ("rubric", "reference", "said"),
    [
        ("turn@1", "person", "it was under turn@1."),
        ("conversation@1", "jonas", "it was of what labels by jonas fail."),
    ],
)
def test_an_audit_of_something_else_says_what_it_was_of(
    project: Project, rubric: str, reference: str, said: str
) -> None:
    held = auditing.failing(project, 2)
    other = Reference() if reference == "person" else Reference(reviewer=reference)
    version = project.rubrics.get(rubric)
    auditing.planted(project, replace(held, version=version, reference=other), 0, 60)

    assert said in injection(project, held).check.sentence


def test_an_audit_of_a_judge_that_this_release_asks_otherwise_says_so(project: Project) -> None:
    older = auditing.earlier(auditing.MODEL.identity)
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL)
    held = auditing.judged(project, {"a": FAIL}, older)
    asked = injection(project, held).check.sentence
    auditing.planted(project, held, 0, 60)

    found = injection(project, held)

    assert "This release cannot ask the judge" in asked
    assert found.check.state is BiasState.CLEARED
    assert "It is older than this release, which asks the judge otherwise" in found.remarks[1]


@pytest.mark.parametrize("blind_only", [False, True])
def test_that_an_audit_took_all_labels_is_said_where_blind_ones_count(
    project: Project, *, blind_only: bool
) -> None:
    held = auditing.failing(project, 2)
    auditing.planted(project, held, 0, 60)

    found = injection(project, replace(held, reference=Reference(blind_only=blind_only)))

    assert ("blind or not" in " ".join(found.remarks)) is blind_only


@pytest.mark.parametrize(
    ("groups", "state"),
    [
        ([((0, 0, 0, 1), 200)], BiasState.CLEARED),
        ([((0, 1, 0, 0), 12), ((0, 0, 0, 1), 48)], BiasState.FLAGGED),
        ([((0, 0, 0, 1), 19)], BiasState.INSUFFICIENT),
        ([((0, 1, 0, 0), 2), ((0, 0, 0, 1), 38)], BiasState.INCONCLUSIVE),
    ],
)
def test_lost_failures_decide_whether_shortening_hides_them(
    project: Project, groups: list[tuple[tuple[int, ...], int]], state: BiasState
) -> None:
    held = auditing.failing(project, 2)
    auditing.fitted(project, held, groups)

    found = fitting(project, held)

    assert found.check.state is state
    (erased,) = found.further
    assert erased.key == "erased"
    assert erased.group.x == sum(some[1] * n for some, n in groups)
    assert [case["is_erased_failure"] for case in found.cases] == [True]


def test_groups_of_sessions_widen_what_shortening_moves(project: Project) -> None:
    held, said = auditing.failing(project, 2), []
    alike, apart = [((0, 4, 0, 0), 3), ((0, 0, 0, 4), 12)], [((0, 1, 0, 0), 12)]
    for groups in (alike, [*apart, ((0, 0, 0, 1), 48)]):
        auditing.fitted(project, held, groups)
        said += [line for line in fitting(project, held).remarks if line.startswith("By groups")]

    assert "by -20 points (-42 to +3)" in said[0]
    assert "by -20 points (-30 to -9)" in said[1]


@pytest.mark.parametrize(
    ("has_fit", "said"), [(False, "First have it judge again"), (True, "Both have judged")]
)
def test_what_shortening_takes_depends_on_what_there_is(
    project: Project, *, has_fit: bool, said: str
) -> None:
    held = auditing.failing(project, 2)
    if has_fit:
        auditing.judged(project, {"s0": FAIL}, FIT)

    found = fitting(project, held)

    assert said in found.check.sentence
    audit = "judging audit fit --rubric conversation@1 --judge claude:claude-test"
    assert found.commands[-1] == audit
    assert (found.ready is AuditKind.FIT) is has_fit
    assert ("--context fit" in found.commands[0]) is not has_fit


def test_a_judge_that_is_shown_less_rests_on_the_audit_of_its_own_way(project: Project) -> None:
    held = auditing.failing(project, 2)
    auditing.fitted(project, held, [((0, 0, 0, 1), 200)], FIT)
    fit, chunks = (auditing.judged(project, {"s0": FAIL}, one) for one in (FIT, CHUNKS))

    found = [fitting(project, one).check for one in (held, fit, chunks)]

    states = [BiasState.CLEARED, BiasState.CLEARED, BiasState.INSUFFICIENT]
    assert [check.state for check in found] == states
    assert "it was of the judge with other settings" in found[2].sentence


def test_every_kind_of_judge_says_why_there_is_no_audit(project: Project) -> None:
    keeping.many(project, [(PASS, FAIL), (FAIL, FAIL)])
    held = Held(project.rubrics.get("conversation@1"), project.judges.get("example"), Reference())

    assert "came from a file" in injection(project, held).check.sentence
    assert "it is no model" in fitting(project, held).check.sentence


def test_commands_name_what_is_not_usual(store: Store) -> None:
    project = projects.new_or_existing(store, "two words")
    held = auditing.failing(project, 1)
    keeping.label(project, "s0", FAIL, reviewer="jonas")

    found = injection(project, replace(held, reference=Reference(reviewer="jonas")))

    (command,) = found.commands
    assert command.endswith("--criterion goal_met --reference jonas --project 'two words'")


def test_an_audit_from_before_the_test_was_sealed_counts_no_more(project: Project) -> None:
    held = auditing.failing(project, 4)
    auditing.planted(project, held, 2, 60)
    sealed = keeping.number(project, "s0")
    splits.of(project).assign({sealed: Split.TEST}, "seed")

    before = injection(project, held)
    auditing.planted(project, held, 0, 60)
    after = injection(project, held)

    assert "made before the test was set apart" in before.check.sentence
    assert "3 sessions would be tried" in before.check.sentence
    assert (before.cases, after.check.state) == ((), BiasState.CLEARED)
