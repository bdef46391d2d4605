from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.importer import Found, Rejected
from judging.importers.message import Message
from judging.importers.traces import exchanged, sessions
from judging.sessions import Session, ToolCall
from tests.judging.importers.files import record


def said(*texts: str, prompt: str = "") -> list[Message]:
    roles = ("user", "assistant") * len(texts)
    spoken = [Message(role, text) for role, text in zip(roles, texts, strict=False)]
    return [Message("system", prompt), *spoken] if prompt else spoken


def call(messages: list[Message], minute: int | None = None, **fields: Any) -> Exchange:
    start = None if minute is None else datetime(2026, 1, 1, 0, minute, tzinfo=UTC)
    return replace(Exchange(record({}), "s", messages, start), **fields)


def read(*exchanges: Exchange) -> list[Session]:
    return [item.session for item in sessions(exchanges, "f") if isinstance(item, Found)]


def contents(*exchanges: Exchange) -> list[str]:
    (session,) = read(*exchanges)
    return [turn.content for turn in session.turns]


def test_what_each_call_repeats_is_said_once() -> None:
    assert contents(call(said("a", "b")), call(said("a", "b", "c", "d"))) == ["a", "b", "c", "d"]


def test_who_says_yes_twice_has_said_it_twice() -> None:
    first, second = said("yes", "ok"), said("yes", "ok", "yes", "ok")

    assert contents(call(first), call(second)) == ["yes", "ok", "yes", "ok"]


def test_calls_are_in_order_of_time_and_those_without_one_are_last() -> None:
    late, early, unknown = call(said("c", "d"), 2), call(said("a", "b"), 1), call(said("e", "f"))

    assert contents(unknown, late, early) == ["a", "b", "c", "d", "e", "f"]


def test_sessions_are_in_the_order_in_which_they_first_stand() -> None:
    found = read(call(said("a"), 9, session="t"), call(said("b"), 1), call(said("c"), session="t"))

    assert [session.external_id for session in found] == ["t", "s"]


def test_what_is_around_the_models_calls_tells_nothing_more() -> None:
    assert contents(call(said("a", "all"), rank=1), call(said("a", "b"))) == ["a", "b"]


def test_without_a_models_call_what_is_around_it_tells() -> None:
    assert contents(call(said("a", "b"), rank=2)) == ["a", "b"]


def test_another_agent_with_another_prompt_is_set_aside_with_a_warning() -> None:
    first, second = said("a", "b", prompt="p"), said("c", "d", prompt="judge")

    session, aside = sessions([call(first), call(second)], "f")

    assert isinstance(session, Found)
    assert isinstance(aside, Found)
    assert [turn.content for turn in session.session.turns] == ["a", "b"]
    assert session.session.system_prompt == "p"
    assert "Left out: 1 of another agent" in session.session.warnings[0]
    assert (session.apart, session.is_aside, aside.is_aside) == (1, False, True)
    assert [turn.content for turn in aside.session.turns] == ["c", "d"]
    assert (aside.session.external_id, aside.session.group) == ("s/agent-2", "s")


def test_each_other_agent_has_a_session_whose_calls_share_its_prompt() -> None:
    calls = [call(said("a", "b", prompt="p"), 1)]
    calls += [call(said(text, prompt=f"judge {text}"), n) for n, text in enumerate("xyx", 2)]

    _, x, y = read(*calls)

    assert [turn.content for turn in x.turns] == ["x"]
    assert [turn.content for turn in y.turns] == ["y"]


def test_a_prompt_that_tells_the_time_anew_is_the_same_agents() -> None:
    first = said("a", "b", prompt="It is 9:01 on Monday, 5 January.")
    second = said("c", "d", prompt="It is 9:07 on Tuesday, 10 February.")

    assert contents(call(first, 1), call(second, 7)) == ["a", "b", "c", "d"]


def test_a_prompt_that_is_told_what_was_said_before_is_the_same_agents() -> None:
    later = [Message("system", "p"), Message("system", "So far: a, b."), *said("c", "d")]

    assert contents(call(said("a", "b", prompt="p")), call(later)) == ["a", "b", "c", "d"]


def test_a_prompt_that_changes_on_the_way_is_the_same_agents() -> None:
    first, second = said("a", "b", prompt="on Monday"), said("a", "b", "c", prompt="on Tuesday")

    (session,) = read(call(first), call(second))

    assert [turn.content for turn in session.turns] == ["a", "b", "c"]
    assert session.system_prompt == "on Monday"


def test_the_model_that_answered_goes_before_the_one_that_was_asked() -> None:
    calls = call(said("a", "b"), asked="m"), call(said("c", "d"), asked="m", model="m-2026")

    assert read(*calls)[0].agent_model == "m-2026"
    assert read(calls[0])[0].agent_model == "m"


def test_a_session_of_prompts_alone_is_rejected() -> None:
    (found,) = sessions([call(said(prompt="p"))], "f")

    assert isinstance(found, Rejected)


def test_an_answer_that_is_the_whole_state_repeats_nothing() -> None:
    asked, state = said("a"), said("a", "b")

    assert [message.content for message in exchanged(asked, state)] == ["a", "b"]


def test_an_answer_equal_to_the_question_is_an_answer() -> None:
    asked, answered = said("ok"), [Message("assistant", "ok")]

    assert len(exchanged(asked, answered)) == 2


def test_a_prompt_that_stands_with_the_answer_comes_first() -> None:
    messages = exchanged(said("a"), said("a", "b", prompt="p"))

    assert [message.content for message in messages] == ["p", "a", "b"]


def test_a_prompt_that_only_the_steps_around_know_is_the_sessions() -> None:
    (session,) = read(call(said("a", prompt="p"), rank=2), call(said("a", "b")))

    assert session.system_prompt == "p"


def test_each_trace_of_a_session_is_told_by_its_own_lowest_rank() -> None:
    first = call(said("a", "b"), 1, trace="1"), call(said("a", "all"), 1, trace="1", rank=2)
    second = call(said("c", "d"), 2, trace="2", rank=2)

    assert contents(*first, second) == ["a", "b", "c", "d"]


def test_a_reply_in_several_calls_is_one_until_a_tool_has_run() -> None:
    def reply(minute: int, message: Message) -> Exchange:
        return call([message], minute, trace="t")

    made = ToolCall("", "f", {"x": 1})
    ran = call([Message("tool", "42")], 4, trace="t", ran=made)
    asked = call(said("a", "wait"), 1, trace="t")

    (session,) = read(
        reply(5, Message("assistant", "done")),
        reply(2, Message("assistant", calls=(made,))),
        asked,
        ran,
    )

    assert [turn.content for turn in session.turns] == ["a", "wait", "42", "done"]
    assert session.turns[1].tool_calls == (made,)


def test_answers_in_traces_of_their_own_are_turns_of_their_own() -> None:
    one, two = (call([Message("assistant", t)], n, trace=t) for n, t in enumerate("ab"))

    assert contents(call(said("q"), 0, trace="q"), one, two) == ["q", "a", "b"]


def test_runs_of_tools_alone_are_no_session() -> None:
    assert read(call([Message("tool", "x")], ran=ToolCall("", "f", None))) == []
