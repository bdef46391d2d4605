import io
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.importer import Source
from judging.importers.message import Message
from judging.importers.step_shelf import StepShelf
from judging.sessions import ToolCall
from tests.judging.importers.files import record


def step(span: str, parent: str = "", *, session: str = "", **fields: Any) -> Exchange:
    messages = [Message("user", span)]
    return Exchange(record({}), session, messages, trace="t", span=span, parent=parent, **fields)


def placed(steps: Iterable[Exchange]) -> list[Exchange]:
    with StepShelf() as shelf:
        shelf.put(steps)
        return [found for session in shelf.by_session() for found in session]


def ranks(*steps: Exchange) -> dict[str, int]:
    return {found.span: found.rank for found in placed(steps)}


def test_a_step_without_a_session_is_in_the_one_that_its_trace_names() -> None:
    found = placed([step("inner", "root"), step("root", session="s")])

    assert [each.session for each in found] == ["s", "s"]


def test_a_trace_that_names_none_is_one_itself() -> None:
    (found,) = placed([step("root")])

    assert found.session == "t"


def test_without_a_trace_the_record_stands_in() -> None:
    (found,) = placed([Exchange(record({}), "", [Message("user", "x")])])

    assert found.session == "file"


def test_a_models_call_around_another_is_a_step_around_it() -> None:
    steps = step("outer"), step("between", "outer", rank=9), step("inner", "between")

    assert ranks(*steps) == {"outer": 1, "between": 9, "inner": 0}


def test_what_a_tool_asks_a_model_is_not_what_the_agent_was_asked() -> None:
    tool = step("tool", "call", rank=8, ran=ToolCall("", "f", None))

    assert ranks(step("call"), tool, step("inner", "tool")) == {"call": 0, "tool": 8, "inner": 1}


def test_steps_that_stand_inside_of_each_other_are_read_all_the_same() -> None:
    assert ranks(step("a", "b"), step("b", "a")) == {"a": 1, "b": 1}


def test_ids_need_differ_only_inside_of_a_trace() -> None:
    other = Exchange(record({}), "", [Message("user", "x")], trace="u", span="inner", parent="a")

    assert ranks(step("a"), other) == {"a": 0, "inner": 0}


def test_steps_without_ids_are_told_apart() -> None:
    tool = step("tool", rank=8, ran=ToolCall("", "f", None))

    found = placed([step("", "tool"), step(""), tool])

    assert [each.rank for each in found] == [1, 0, 8]


def test_a_record_of_a_file_without_a_name_is_read_all_the_same() -> None:
    nameless = replace(record({}), source=Source("", io.BytesIO))

    (found,) = placed([Exchange(nameless, "", [Message("user", "x")])])

    assert found.session == ""


def test_ids_with_halves_of_pairs_are_told_apart() -> None:
    names = "\ud800", "\udfff", "?"

    found = placed(step("a", session=name) for name in names)

    assert [each.session for each in found] == [*names]


def test_a_trace_of_two_sessions_is_in_both() -> None:
    found = placed([step("a", session="s"), step("b", "a", session="t"), step("c", "b")])

    assert [(each.session, each.span, each.rank) for each in found] == [
        ("s", "a", 1),
        ("s", "c", 0),
        ("t", "b", 1),
    ]


def test_a_step_that_names_itself_as_its_parent_is_around_nothing() -> None:
    assert ranks(step("a", "a"), step("a", "a")) == {"a": 0}


def test_thousands_of_steps_inside_of_each_other_are_each_around_the_next() -> None:
    steps = [step(str(n), str(n - 1) if n else "") for n in range(3_000)]

    found = ranks(*steps)

    assert [found[str(n)] for n in (0, 1, 2_998, 2_999)] == [1, 1, 1, 0]
