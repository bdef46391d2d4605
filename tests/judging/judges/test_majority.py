"""A verdict of several answers: what more than half of them say."""

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.judges import ClaudeJudge, OpenAIJudge
from judging.judges.answers import INJECTION
from judging.judges.majority import majority
from judging.ratings import Citation, Finding, Outcome, Problem, Verdict
from judging.rubrics import Criterion, RubricVersion
from judging.sessions import Session
from tests.model_server import ModelServer, Request, Step, answer, says

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NOT_APPLICABLE, CANNOT_TELL = Outcome.NOT_APPLICABLE, Outcome.CANNOT_TELL
NOT_SCORED = Outcome.NOT_SCORED
SWAPPED = {PASS: FAIL, FAIL: PASS}
HONOURED = Criterion("honoured", "Was it?", "It was.", "It was not.", applies_when="present")
PRESENT = Criterion("present", "Is there one?", "There is.", "There is none.")
BOTH = RubricVersion("both", 1, (PRESENT, HONOURED))
ONE = RubricVersion("one", 1, (PRESENT,))


def said(outcome: Outcome, sample: int = 1, *cited: Citation, reason: str = "") -> Verdict:
    problem = Problem.REFUSED if outcome is NOT_SCORED else None
    return Verdict(
        session="s",
        criterion="present",
        outcome=outcome,
        problem=problem,
        sample=sample,
        citations=cited,
        rationale=reason,
    )


def of(*outcomes: Outcome) -> Verdict:
    answers = [said(outcome, n) for n, outcome in enumerate(outcomes, start=1)]
    (found,) = majority(answers, len(outcomes))
    return found


def swapped(verdicts: list[Verdict]) -> list[Verdict]:
    return [replace(v, outcome=SWAPPED.get(v.outcome, v.outcome)) for v in verdicts]


@pytest.fixture
def judge(server: ModelServer) -> Iterator[ClaudeJudge]:
    made = ClaudeJudge("m", majority=3)
    assert server.received == 0
    yield made
    made.close()


outcomes = st.lists(st.sampled_from(Outcome), min_size=2, max_size=9)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ((PASS, FAIL, FAIL), FAIL),
        ((FAIL, PASS, PASS), PASS),
        ((PASS, NOT_SCORED, PASS), PASS),
        ((CANNOT_TELL, CANNOT_TELL, FAIL), CANNOT_TELL),
        ((NOT_APPLICABLE, FAIL, NOT_APPLICABLE), NOT_APPLICABLE),
        ((PASS, FAIL), CANNOT_TELL),
        ((PASS, FAIL, NOT_SCORED), CANNOT_TELL),
        ((PASS, FAIL, NOT_APPLICABLE), CANNOT_TELL),
        ((PASS, PASS, FAIL, NOT_SCORED, NOT_SCORED), CANNOT_TELL),
        ((PASS, NOT_SCORED, NOT_SCORED), NOT_SCORED),
        ((PASS, PASS, NOT_SCORED, NOT_SCORED), NOT_SCORED),
    ],
)
def test_more_than_half_of_all_answers_decide(given: tuple[Outcome, ...], found: Outcome) -> None:
    verdict = of(*given)

    assert verdict.outcome is found
    assert (verdict.problem is None) == (found is not NOT_SCORED)
    assert verdict.raw_value == ", ".join(given)
    assert verdict.sample == 1


@given(outcomes)
def test_passing_and_failing_are_treated_alike(given: list[Outcome]) -> None:
    answers = [said(outcome, n) for n, outcome in enumerate(given, start=1)]

    ours, theirs = majority(answers, len(given)), majority(swapped(answers), len(given))

    assert [v.outcome for v in swapped(list(ours))] == [v.outcome for v in theirs]
    assert [v.problem for v in ours] == [v.problem for v in theirs]
    assert [v.citations for v in ours] == [v.citations for v in theirs]


@given(outcomes, st.randoms())
def test_the_order_of_the_answers_does_not_matter(given: list[Outcome], chance: object) -> None:
    mixed = list(given)
    chance.shuffle(mixed)  # type: ignore[attr-defined]

    assert of(*mixed).outcome is of(*given).outcome


@given(outcomes)
def test_a_pass_or_fail_has_more_than_half_behind_it(given: list[Outcome]) -> None:
    found = of(*given).outcome

    if found in SWAPPED:
        assert 2 * given.count(found) > len(given)
    else:
        assert all(2 * given.count(outcome) <= len(given) for outcome in SWAPPED)


def test_it_rests_on_what_those_cite_that_agree() -> None:
    answers = [
        said(FAIL, 1, Citation(2), Citation(4, "so"), reason="It did not."),
        said(PASS, 2, Citation(9, "fine"), reason="It did."),
        said(FAIL, 3, Citation(2, "no"), Citation(4, "other"), reason="Never."),
    ]

    (found,) = majority(answers, 3)

    assert found.citations == (Citation(2, "no"), Citation(4, "so"))
    assert found.rationale == "2 of 3 answers say fail. It did not."


def test_without_a_majority_it_says_who_said_what_and_cites_nothing() -> None:
    answers = [said(FAIL, 1, Citation(2)), said(PASS, 2, Citation(9)), said(NOT_SCORED, 3)]

    (found,) = majority(answers, 3)

    assert (found.outcome, found.citations) == (CANNOT_TELL, ())
    assert found.rationale == (
        "No outcome has more than half of the 3 answers: 1 fail, 1 pass, 1 not scored."
    )


def test_the_problem_is_that_of_most() -> None:
    answers = [
        replace(said(NOT_SCORED, 1), problem=Problem.REFUSED, rationale="Refused."),
        replace(said(NOT_SCORED, 2), problem=Problem.PARSE_FAILED, rationale="Unreadable."),
        replace(said(NOT_SCORED, 3), problem=Problem.PARSE_FAILED, rationale="Unreadable, too."),
        said(PASS, 4),
    ]

    (found,) = majority(answers, 4)

    assert (found.outcome, found.problem) == (NOT_SCORED, Problem.PARSE_FAILED)
    assert found.rationale == "3 of 4 answers are not scored. Unreadable."


def test_while_one_answer_is_put_off_so_is_the_verdict() -> None:
    off = replace(said(NOT_SCORED, 3), problem=Problem.DEFERRED)

    (found,) = majority([said(FAIL, 1), said(FAIL, 2), off], 3)

    assert found.problem is Problem.DEFERRED


def test_what_tries_to_instruct_the_judge_is_told_whoever_says_it() -> None:
    orders, other = Finding(INJECTION, 0, "It gives orders."), Finding("tone", 2, "Curt.")
    answers = [said(PASS, 1), replace(said(FAIL, 2), findings=(orders, other)), said(PASS, 3)]

    (found,) = majority(answers, 3)

    assert (found.outcome, found.findings) == (PASS, (orders,))


def test_the_judge_asks_so_often_and_gives_one_verdict_a_criterion(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    def policy(request: Request, before: int) -> Step:
        verdict = ("fail", "pass", "fail")[before]
        return says(json.dumps(answer(*request.keys, verdict=verdict)))

    server.policy = policy

    answered = judge.asked(lost_parcel, ONE)

    (verdict,) = answered.verdicts
    assert (verdict.outcome, verdict.raw_value) == (FAIL, "fail, pass, fail")
    assert verdict.citations == (Citation(4, "It left today."),)
    assert (len(answered.calls), server.received) == (3, 3)


def test_a_condition_that_most_find_absent_leaves_nothing_decided(
    judge: ClaudeJudge, server: ModelServer, lost_parcel: Session
) -> None:
    def policy(request: Request, before: int) -> Step:
        given = answer(*request.keys, verdict="fail")
        given["criteria"]["present"]["verdict"] = ("fail", "pass", "fail")[before]
        return says(json.dumps(given))

    server.policy = policy

    present, honoured = judge.verdicts(lost_parcel, BOTH)

    assert (present.outcome, honoured.outcome) == (FAIL, NOT_APPLICABLE)
    assert honoured.raw_value == "not_applicable, fail, not_applicable"


def test_it_is_another_judge_with_the_number_in_its_name_and_fingerprint() -> None:
    plain, three, five = (ClaudeJudge("m", majority=n).identity for n in (1, 3, 5))

    assert [one.name for one in (plain, three, five)] == [
        "claude:m",
        "claude:m+majority3",
        "claude:m+majority5",
    ]
    assert len({one.fingerprint for one in (plain, three, five)}) == 3
    assert plain == ClaudeJudge("m").identity
    assert "majority" not in plain.settings
    assert OpenAIJudge("m", majority=3, context="fit").identity.name == "openai:m+fit+majority3"


def test_the_requests_are_those_of_the_judge_without(lost_parcel: Session) -> None:
    plain, three = (ClaudeJudge("m", secret=b"s", majority=n) for n in (1, 3))
    (question,) = plain.questions(ONE)

    questions = three.questions(ONE)

    assert [one.sample for one in questions] == [1, 2, 3]
    sent = plain.request(question, lost_parcel)
    assert all(three.request(one, lost_parcel) == sent for one in questions)


def test_it_can_be_pickled() -> None:
    judge = ClaudeJudge("m", majority=3)

    assert pickle.loads(pickle.dumps(judge)).identity == judge.identity  # noqa: S301  (our own)


@pytest.mark.parametrize("n", [0, -1, 10])
def test_it_is_of_one_to_nine(n: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 9"):
        ClaudeJudge("m", majority=n)
