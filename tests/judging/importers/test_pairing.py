from judging.importers.message import Message
from judging.importers.pairing import paired
from judging.sessions import Role, ToolCall


def calling(*calls: ToolCall) -> Message:
    return Message("assistant", calls=calls, role=Role.ASSISTANT)


def answer(text: str, call_id: str | None = None, name: str | None = None) -> Message:
    return Message("tool", text, call_id=call_id, tool_name=name, role=Role.TOOL)


def names(messages: list[Message]) -> list[str | None]:
    return [m.tool_name for m in paired(messages)[0] if m.role is Role.TOOL]


def test_an_answer_has_the_name_of_the_call_of_its_id() -> None:
    messages = [calling(ToolCall("a", "f"), ToolCall("b", "g")), answer("2", "b"), answer("1", "a")]

    assert names(messages) == ["g", "f"]


def test_an_answer_without_an_id_belongs_to_the_only_open_call() -> None:
    messages = [calling(ToolCall("a", "f")), answer("1")]

    (_, answered), _ = paired(messages)

    assert (answered.tool_name, answered.call_id) == ("f", "a")


def test_of_several_open_calls_the_answers_own_name_tells() -> None:
    messages = [calling(ToolCall("", "f"), ToolCall("", "g")), answer("2", name="g"), answer("1")]

    assert names(messages) == ["g", "f"]


def test_of_several_open_calls_none_is_guessed() -> None:
    messages = [calling(ToolCall("", "f"), ToolCall("", "g")), answer("1")]

    assert names(messages) == [None]


def test_a_call_left_without_an_answer_is_not_open_after_the_next() -> None:
    messages = [calling(ToolCall("", "f")), calling(ToolCall("", "g")), answer("1")]

    assert names(messages) == ["g"]


def test_an_id_used_again_means_the_last_call() -> None:
    messages = [
        calling(ToolCall("a", "f")),
        answer("1", "a"),
        calling(ToolCall("a", "g")),
        answer("2", "a"),
    ]

    assert names(messages) == ["f", "g"]


def test_an_answer_before_its_call_is_moved_behind_it_with_a_warning() -> None:
    early, call, later = answer("1", "a"), calling(ToolCall("a", "f")), Message("assistant", "x")

    ordered, warnings = paired([early, call, later])

    assert ordered == [call, early, later]
    assert warnings == ["The tool's answer 'a' stood before its call."]


def test_an_answer_that_fits_no_call_keeps_its_place_and_its_own_name() -> None:
    messages = [answer("1", "zz", "f"), calling(ToolCall("a", "g"))]

    ordered, warnings = paired(messages)

    assert ordered[0].tool_name == "f"
    assert warnings == ["The tool's answer 'zz' fits no call."]
