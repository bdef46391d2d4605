"""Finding out in which shape a service takes a request."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from judging.errors import JudgeError
from judging.judges import OpenAIJudge
from judging.judges.answered import Answered
from judging.judges.attempts import Attempt, Body
from judging.judges.capability import KNOWN
from judging.judges.outcomes import Fate
from judging.ratings import Outcome, Problem
from judging.rubrics import Criterion, RubricVersion
from judging.sessions import Session
from tests.chat_server import Endpoint, chat_answers, chat_fails, chats
from tests.model_server import ModelServer, Step

ONE = RubricVersion("one", 1, (Criterion("goal_met", "Did it do it?"),))
TAKEN = chat_answers("goal_met")
NOT_TAKEN = chat_fails(400)
BROKEN = chat_fails(500)
TOP, BESIDE, OBJECT, PROMPT = "json_schema", "json_object+schema", "json_object", "prompt"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    KNOWN.clear()
    with ModelServer() as started:
        yield started


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def judge(
    server: ModelServer, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> Iterator[OpenAIJudge]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made = OpenAIJudge("m", f"{server.url}/v1", effort="low", sleep=waits.append)
    yield made
    made.close()


@dataclass
class Before:
    """Watches a question, and does something before its first request."""

    do: Callable[[], object]

    def before(self, number: int, request: Body) -> None:
        """Do it."""
        _ = request
        if number == 1:
            self.do()

    def after(self, number: int, attempt: Attempt) -> None:
        """Let it pass."""

    def sleep(self, seconds: float) -> None:
        """Do not wait."""


def form(body: dict[str, Any]) -> str:
    """Return how a request asks for its form, in a word."""
    asked = body.get("response_format")
    if asked is None:
        return PROMPT
    return BESIDE if "schema" in asked else str(asked["type"])


def forms(server: ModelServer) -> list[str]:
    """Return how each request has asked for its form."""
    return [form(request.body) for request in server.requests]


def fates(answered: Answered) -> list[Fate]:
    """Return what became of each attempt at the one question."""
    return [attempt.fate for attempt in answered.calls[0].attempts]


SERVICES = {
    "takes a schema": (Endpoint(), [TOP]),
    "takes JSON": (Endpoint(forms=["json_object"]), [TOP, BESIDE]),
    "cannot be reached so": (Endpoint(forms=["json_object"], refuses=404), [TOP, BESIDE]),
    "finds it invalid": (Endpoint(forms=["json_object"], refuses=422), [TOP, BESIDE]),
    "breaks at a schema": (Endpoint(forms=["json_object"], refuses=500), [TOP, TOP, BESIDE]),
    "takes text": (Endpoint(forms=[]), [TOP, BESIDE, OBJECT, PROMPT]),
}


@pytest.mark.parametrize(("service", "expected"), SERVICES.values(), ids=SERVICES.keys())
def test_the_first_form_that_is_taken_is_used_and_remembered(
    judge: OpenAIJudge,
    server: ModelServer,
    lost_parcel: Session,
    service: Endpoint,
    expected: list[str],
) -> None:
    server.chats = service

    first, again = (judge.asked(lost_parcel, ONE) for _ in range(2))

    assert forms(server) == [*expected, expected[-1]]
    assert {v.outcome for v in (*first.verdicts, *again.verdicts)} == {Outcome.PASS}
    assert form(dict(again.calls[0].request)) == expected[-1]
    assert len(again.calls[0].attempts) == 1


def test_the_schema_stands_in_the_prompt_where_no_service_holds_to_it(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.chats = Endpoint(forms=[])

    judge.verdicts(lost_parcel, ONE)

    first, *others, last = server.requests
    assert "JSON schema" not in first.rules
    assert all(request.rules.startswith(first.rules) for request in (*others, last))
    assert all('"turns_seen"' in request.rules for request in (*others, last))
    assert {request.transcript for request in server.requests} == {first.transcript}
    assert set(last.body) == {"model", "messages", "max_tokens"}


def test_what_a_service_takes_is_known_of_each_address_and_model_alone(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.chats = Endpoint(forms=["json_object"])
    others = [replace(judge, model="n"), replace(judge, base_url=f"{server.url}/v2")]

    for one in (judge, *others, replace(judge, seed=1)):
        one.verdicts(lost_parcel, ONE)
        one.close()

    assert forms(server) == [TOP, BESIDE] * 4


def test_what_is_known_is_not_left_for_a_request_that_is_not_accepted(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [TAKEN, NOT_TAKEN]

    _, answered = (judge.asked(lost_parcel, ONE) for _ in range(2))

    assert answered.verdicts[0].problem is Problem.BAD_REQUEST
    assert forms(server) == [TOP, TOP]


def test_a_request_that_no_form_mends_is_not_accepted_and_nothing_is_learned(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [NOT_TAKEN] * 4 + [TAKEN]

    answered, again = (judge.asked(lost_parcel, ONE) for _ in range(2))

    assert answered.verdicts[0].problem is Problem.BAD_REQUEST
    assert fates(answered) == [Fate.RESHAPED] * 3 + [Fate.BAD_REQUEST]
    assert fates(again) == [Fate.ANSWERED]
    assert forms(server)[4:] == [TOP]


def test_an_address_with_nothing_behind_it_is_an_error_once_no_form_is_left(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [Step({"detail": "Not Found"}, 404)] * 4

    with pytest.raises(JudgeError, match="has no /chat/completions, or no model 'm'"):
        judge.verdicts(lost_parcel, ONE)

    assert forms(server) == [TOP, BESIDE, OBJECT, PROMPT]


def test_a_form_that_is_accepted_and_not_kept_to_is_left_for_the_next(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [chats("Well, it did."), TAKEN, TAKEN]

    answered, _ = (judge.asked(lost_parcel, ONE) for _ in range(2))

    assert fates(answered) == [Fate.UNREADABLE, Fate.ANSWERED]
    assert forms(server) == [TOP, BESIDE, BESIDE]


def test_a_form_that_is_known_is_not_left_for_one_answer_that_cannot_be_read(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [TAKEN, chats("Well."), TAKEN]

    _, answered = (judge.asked(lost_parcel, ONE) for _ in range(2))

    assert answered.verdicts[0].outcome is Outcome.PASS
    assert forms(server) == [TOP] * 3


def test_a_failure_that_passes_says_nothing_of_the_form(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session, waits: list[float]
) -> None:
    server.script += [BROKEN, TAKEN]

    answered = judge.asked(lost_parcel, ONE)

    assert fates(answered) == [Fate.BUSY, Fate.ANSWERED]
    assert (forms(server), len(waits)) == ([TOP, TOP], 1)


def test_a_service_that_is_down_at_every_form_has_taught_nothing(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [BROKEN] * 4 + [TAKEN, TAKEN]

    for _ in range(2):
        judge.verdicts(lost_parcel, ONE)

    assert forms(server) == [TOP, TOP, BESIDE, BESIDE, OBJECT, TOP]


def test_a_service_that_stays_down_is_waited_for_as_long_as_any(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session, waits: list[float]
) -> None:
    server.script += [BROKEN] * 20

    answered = judge.asked(lost_parcel, ONE)

    assert answered.verdicts[0].problem is Problem.DEFERRED
    assert fates(answered).count(Fate.BUSY) == 8
    assert len(waits) == 7


@pytest.mark.parametrize("status", [429, 502, 503, 529])
def test_a_service_that_is_busy_is_asked_in_the_same_form_again(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session, status: int
) -> None:
    server.script += [chat_fails(status)] * 3 + [TAKEN]

    judge.verdicts(lost_parcel, ONE)

    assert forms(server) == [TOP] * 4


ROOMS = {
    "the other name": (["max_tokens"], {"max_completion_tokens": 8192}),
    "neither": (["max_tokens", "max_completion_tokens"], {}),
}


@pytest.mark.parametrize(("parameters", "expected"), ROOMS.values(), ids=ROOMS.keys())
def test_the_room_goes_by_the_name_that_is_taken_or_by_none(
    judge: OpenAIJudge,
    server: ModelServer,
    lost_parcel: Session,
    parameters: list[str],
    expected: dict[str, int],
) -> None:
    server.chats = Endpoint(parameters=parameters)

    for _ in range(2):
        judge.verdicts(lost_parcel, ONE)

    sent = [
        {name: part for name, part in request.body.items() if name.startswith("max_")}
        for request in server.requests
    ]
    assert sent[-2:] == [expected, expected]
    assert len(sent) == 2 + len(parameters)
    assert set(forms(server)) == {TOP}


def test_the_room_is_doubled_under_whatever_name(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    refused = chat_fails(400, "unsupported_parameter", "Use no 'max_tokens' here.")
    server.script += [refused, chats("{", "length"), TAKEN]

    judge.verdicts(lost_parcel, ONE)

    assert server.requests[-1].body["max_completion_tokens"] == 2 * 8192


@pytest.mark.parametrize("said", ["Unknown: 'reasoning_effort'.", "m does not support thinking"])
def test_effort_is_left_out_for_a_model_that_takes_none(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session, said: str
) -> None:
    server.script += [chat_fails(400, None, said), TAKEN, TAKEN]

    for _ in range(2):
        judge.verdicts(lost_parcel, ONE)

    assert [request.body.get("reasoning_effort") for request in server.requests] == [
        "low",
        None,
        None,
    ]
    assert forms(server) == [TOP] * 3


def test_what_another_question_has_found_is_taken_over(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.chats = Endpoint(forms=[])
    another = replace(judge, sleep=lambda _: None)
    (question,) = judge.questions(ONE)
    watch = Before(lambda: another.verdicts(lost_parcel, ONE))

    judge.ask(question, judge.request(question, lost_parcel), watch)
    another.close()

    assert forms(server) == [TOP, BESIDE, OBJECT, PROMPT, TOP, PROMPT]


def test_a_form_that_binds_more_is_preferred_to_one_found_meanwhile(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    server.script += [NOT_TAKEN, TAKEN]
    another = replace(judge, sleep=lambda _: None)
    server.chats = Endpoint()
    (question,) = judge.questions(ONE)
    watch = Before(lambda: another.verdicts(lost_parcel, ONE))

    judge.ask(question, judge.request(question, lost_parcel), watch)
    another.verdicts(lost_parcel, ONE)
    another.close()

    assert forms(server) == [TOP, BESIDE, TOP, TOP]


@pytest.mark.parametrize("structure", ["json_schema", "json_object", "prompt"])
def test_a_structure_that_is_set_is_the_only_one_that_is_asked_for(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session, structure: Any
) -> None:
    server.chats = Endpoint(forms=[])
    pinned = replace(judge, structure=structure)

    answered = pinned.asked(lost_parcel, ONE)
    pinned.close()

    assert set(forms(server)) == {structure}
    is_taken = structure == PROMPT
    assert answered.verdicts[0].problem is (None if is_taken else Problem.BAD_REQUEST)


def test_the_question_is_the_same_whatever_is_known_of_the_service(
    judge: OpenAIJudge, server: ModelServer, lost_parcel: Session
) -> None:
    (question,) = judge.questions(ONE)
    before = judge.request(question, lost_parcel)
    server.chats = Endpoint(forms=[])

    judge.verdicts(lost_parcel, ONE)

    assert judge.request(question, lost_parcel) == before
