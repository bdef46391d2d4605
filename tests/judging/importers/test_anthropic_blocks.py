from tests.judging.importers.files import chat, session

CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}


def test_the_tag_around_what_the_user_typed_is_taken_off() -> None:
    typed = '<user_input mode="act">Fix <b>it</b>\nplease</user_input>'

    found = session({"messages": [{"role": "user", "content": typed}, CALL]})

    assert found.turns[0].content == "Fix <b>it</b>\nplease"


def test_a_tag_inside_of_a_text_stays() -> None:
    typed = "Write <user_input>a</user_input>."

    found = session({"messages": [{"role": "user", "content": typed}, CALL]})

    assert found.turns[0].content == typed


def test_a_bare_list_is_one_session() -> None:
    found = session([{"role": "user", "content": "Go."}, CALL])

    assert (found.source_format, found.external_id) == ("anthropic_blocks", "file")


def test_a_file_of_clines_without_calls_is_unwrapped_too() -> None:
    said = '<user_input mode="act">a</user_input>'
    messages = chat(said, "b")["messages"]

    found = session({"version": 1, "sessionId": "s", "agent": "x", "messages": messages})

    assert found.source_format == "anthropic_blocks"
    assert [turn.content for turn in found.turns] == ["a", "b"]
