import json
from typing import Any

from judging.sessions import Role
from tests.judging.importers.files import file, items, left_out, session, sessions

ASKED = [{"role": "user", "content": "a"}]


def event(span: str = "1", kind: str = "llm", **fields: Any) -> dict[str, Any]:
    about = {"name": "n", "type": kind}
    return {"span_id": span, "root_span_id": "r", "span_attributes": about, **fields}


def test_calls_of_models_tell_and_scorers_do_not() -> None:
    root = event("r", "task", input="a", output="all", metadata={"session_id": "s"})
    call = event(span_parents=["r"], input=ASKED, output="b")
    scorer = event("2", "score", span_parents=["r"], input=ASKED, output="c")

    found = session([scorer, root, call])

    assert [turn.content for turn in found.turns] == ["a", "b"]
    assert found.external_id == "s"


def test_a_root_alone_is_an_exchange() -> None:
    found = session([event("r", "task", input="a", output="b", scores={"good": 1, "bad": None})])

    assert [turn.content for turn in found.turns] == ["a", "b"]
    assert found.metadata == {"scores": {"good": 1}}


def test_rows_of_a_table_hold_the_conversation_in_the_input() -> None:
    messages = json.dumps([*ASKED, {"role": "asssistant", "content": "b"}]).replace('"', '""')
    table = f'name,input,output,expected,metadata,span_id\nn,"{messages}",,,{{}},1\n'

    (found,) = sessions(file(table, "events.csv"))

    assert found.roles == (Role.USER, Role.ASSISTANT)
    assert found.warnings == ("The speaker 'asssistant' is read as assistant.",)


def test_events_that_say_nothing_say_what_to_export() -> None:
    ((_, reason),) = left_out(items(file(json.dumps([event("2", "function")]))))

    assert "model's calls" in reason
