"""Faults that can be counted beforehand."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judging.judges import ClaudeJudge
from judging.judges.answered import Answered
from judging.judges.evidence import Status, checked
from judging.judges.fence import fenced
from judging.judges.outcomes import Fate
from judging.ratings import Citation, Outcome, Problem
from judging.rubrics import Criterion, RubricVersion
from judging.sessions import Role, Session, Turn
from tests.model_server import ModelServer, Request
from tests.storm import SHARES, Fault, Storm, quotable

SECRET = b"kept"
RUBRIC = RubricVersion("two", 1, tuple(Criterion(key, "Well?") for key in ("goal_met", "polite")))


def session(number: int) -> Session:
    """Return a session of two turns."""
    said = (f"Where is {number}?", f"{number} left today.")
    turns = (Turn(1, Role.USER, said[0]), Turn(2, Role.ASSISTANT, said[1]))
    return Session(f"s{number}", turns)


SESSIONS = {f"s{n}": session(n) for n in range(200)}

FATES = {
    Fault.NONE: [Fate.ANSWERED],
    Fault.RATE_LIMIT: [Fate.BUSY, Fate.ANSWERED],
    Fault.OVERLOAD: [Fate.BUSY, Fate.ANSWERED],
    Fault.ERROR: [Fate.BUSY, Fate.ANSWERED],
    Fault.MALFORMED: [Fate.UNREADABLE, Fate.ANSWERED],
    Fault.TRUNCATED: [Fate.TRUNCATED, Fate.ANSWERED],
    Fault.REFUSAL: [Fate.REFUSED],
}


def transcript(session: Session, secret: bytes = SECRET) -> str:
    """Return `session` as the judge sends it."""
    return fenced(session, secret=secret).text


TRANSCRIPTS = {name: transcript(session) for name, session in SESSIONS.items()}


@dataclass(frozen=True)
class Judged:
    """Every session judged in a storm, by name."""

    storm: Storm
    server: ModelServer
    answered: dict[str, Answered]

    def met(self, name: str) -> Fault:
        """Return what the session met."""
        return self.storm.kind(TRANSCRIPTS[name])


@pytest.fixture(scope="module")
def judged() -> Iterator[Judged]:
    storm = Storm.over(TRANSCRIPTS.values())
    with pytest.MonkeyPatch.context() as patch, ModelServer(storm) as server:
        patch.setenv("ANTHROPIC_API_KEY", "sk-ant-none")
        patch.setenv("ANTHROPIC_BASE_URL", server.url)
        patch.setenv("NO_PROXY", "127.0.0.1")
        judge = ClaudeJudge("m", secret=SECRET, sleep=lambda _: None)
        with ThreadPoolExecutor(8) as pool:
            answered = pool.map(lambda one: judge.asked(one, RUBRIC), SESSIONS.values())
            yield Judged(storm, server, dict(zip(SESSIONS, answered, strict=True)))
        judge.close()


def test_each_fault_is_met_by_its_share_of_the_units() -> None:
    storm = Storm.over(TRANSCRIPTS.values())

    met = Counter(storm.kind(one) for one in TRANSCRIPTS.values())

    assert met == {fault: 2 * share for fault, share in SHARES.items()} | {Fault.NONE: 154}


def test_the_shares_are_as_likely_where_the_units_are_not_known() -> None:
    storm = Storm(seed=1)

    met = Counter(storm.kind(f'{{"turn": 1, "text": "{n}"}}') for n in range(10_000))

    assert set(met) == set(Fault)
    assert all(abs(met[fault] - 100 * share) < 100 for fault, share in SHARES.items())


def test_a_session_meets_the_same_again_behind_another_fence() -> None:
    again = [transcript(session, b"another") for session in SESSIONS.values()]

    assert again != list(TRANSCRIPTS.values())
    for one, other in zip(TRANSCRIPTS.values(), again, strict=True):
        assert Storm().kind(one) == Storm().kind(other)
        assert Storm().answer(one, RUBRIC.keys) == Storm().answer(other, RUBRIC.keys)


def test_another_seed_strikes_others() -> None:
    first, second = ([Storm(n).kind(one) for one in TRANSCRIPTS.values()] for n in (1, 2))

    assert first != second


def test_every_unit_meets_its_fault_once_and_a_refusal_for_good(judged: Judged) -> None:
    for name, answered in judged.answered.items():
        (call,) = answered.calls
        assert [attempt.fate for attempt in call.attempts] == FATES[judged.met(name)]


def test_a_refusal_is_one_however_often_it_is_asked(judged: Judged) -> None:
    refused = next(one for one in TRANSCRIPTS.values() if judged.storm.kind(one) is Fault.REFUSAL)
    request = Request("", {}, {"messages": [{"content": [{"text": refused}]}]})

    kinds = {judged.storm(request, before).kind for before in range(9)}

    assert kinds == {Fault.REFUSAL}


def test_a_rate_limit_says_for_how_long(judged: Judged) -> None:
    waits = {
        attempt.waited
        for name, answered in judged.answered.items()
        if judged.met(name) is Fault.RATE_LIMIT
        for attempt in answered.calls[0].attempts
    }

    assert waits == {0, 0.02}


def test_the_verdicts_are_those_expected_and_nothing_in_them_is_doubtful(judged: Judged) -> None:
    for name, answered in judged.answered.items():
        for verdict in answered.verdicts:
            assert verdict.findings == ()
            if judged.met(name) is Fault.REFUSAL:
                assert verdict.problem is Problem.REFUSED
                continue
            assert verdict.outcome == judged.storm.outcome(TRANSCRIPTS[name], verdict.criterion)
            assert verdict.citations[0].quote

    outcomes = Counter(v.outcome for a in judged.answered.values() for v in a.verdicts)
    assert outcomes[Outcome.PASS] > 150
    assert outcomes[Outcome.FAIL] > 150


def test_what_is_billed_is_what_was_answered(judged: Judged) -> None:
    kinds = Counter(billed.kind for billed in judged.server.bill)
    calls = [call for answered in judged.answered.values() for call in answered.calls]

    assert kinds == {"answer": 196, Fault.MALFORMED: 6, Fault.TRUNCATED: 6, Fault.REFUSAL: 4}
    assert len({billed.unit for billed in judged.server.bill}) == 200
    billed = sum(billed.usage["input_tokens"] for billed in judged.server.bill)
    assert billed == sum(call.usage["input_tokens"] for call in calls)
    assert judged.server.received == 242


WORDS = ["parcel left", "is due", "can", "'t", "12", ".5", ",", ".", " ", " ", " ", " "]
PIECES = st.sampled_from([*WORDS, "**", "\\n", "…", "\u200b", "é"])


@example("The parcel left the depot this morning and is due before noon tomorrow, as promised.")
@example("a\u200b\u200b\u200b\u200b\u200b\u200bb")
@given(st.lists(PIECES, min_size=8, max_size=60).map("".join))
def test_whatever_is_quoted_stands_in_its_turn(text: str) -> None:
    session = Session("s", (Turn(1, Role.USER, text),))
    quote = quotable(text)

    (one,) = checked(session, [Citation(1, quote)])

    assert one.status is (Status.EXACT if quote else Status.QUOTE_TOO_SHORT)


def test_a_transcript_without_words_to_quote_is_answered_without_a_quote() -> None:
    answer = Storm().answer('{"turn": 1, "text": "Hi."}', ["goal_met"])

    assert answer["turns_seen"] == 1
    assert answer["criteria"]["goal_met"]["cited_turns"] == []
