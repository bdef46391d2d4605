import json
from typing import Any

from judging.sessions import Origin
from tests.judging.importers.files import file, items, left_out, lines, session, sessions


def result(asked: Any = "a", answered: Any = "b", **fields: Any) -> dict[str, Any]:
    return {
        "prompt": {"raw": asked},
        "response": {"output": answered},
        "gradingResult": None,
        **fields,
    }


def test_each_result_of_an_evaluation_is_a_session() -> None:
    results = [result(id="r", provider={"id": "m"}, testIdx=3), result("c", "d")]

    one, two = sessions(file(json.dumps({"evalId": "e", "results": {"results": results}})))

    assert (one.external_id, one.agent_model, one.group) == ("r", "m", "file-test3")
    assert (two.external_id, [turn.content for turn in two.turns]) == ("file#2", ["c", "d"])


def test_a_line_a_result_is_read_too() -> None:
    (found,) = sessions(lines(result()))

    assert (found.external_id, found.source_format) == ("line-1", "promptfoo_results")


def test_a_prompt_of_messages_is_those_messages() -> None:
    chat = [{"role": "system", "content": "p"}, {"role": "user", "content": "a"}]

    (found,) = sessions(lines(result(json.dumps(chat))))

    assert found.system_prompt == "p"
    assert [turn.content for turn in found.turns] == ["a", "b"]


def test_an_output_may_be_calls_or_an_object() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}

    (called,) = sessions(lines(result("a", [call])))
    (told,) = sessions(lines(result("a", {"city": "Rome"})))

    assert [made.name for made in called.turns[1].tool_calls] == ["f"]
    assert told.turns[1].content == '{"city": "Rome"}'


def test_a_history_is_the_whole_conversation() -> None:
    history = [{"prompt": "a", "output": "b"}, {"prompt": "c", "output": "d"}]

    (found,) = sessions(lines(result("c", "d", metadata={"redteamHistory": history})))

    assert [turn.content for turn in found.turns] == ["a", "b", "c", "d"]
    assert found.origin is Origin.SIMULATED


def test_what_the_assertions_found_is_metadata() -> None:
    checks = [
        {"pass": True, "assertion": {"type": "llm-rubric", "value": "Is kind"}},
        {"pass": False, "assertion": {"type": "cost", "metric": "price"}},
        {"pass": True, "assertion": None},
    ]

    found = sessions(
        lines(result(success=False, vars={"x": 1}, gradingResult={"componentResults": checks}))
    )

    assert found[0].metadata == {
        "success": False,
        "vars": {"x": 1},
        "checks": {"llm-rubric: Is kind": True, "price": False},
    }


def test_an_old_file_is_read_from_its_table() -> None:
    head = {"prompts": [{"raw": "{{q}}", "provider": "m"}, {"raw": "p", "provider": "n"}]}
    outputs = [{"text": "b", "pass": True, "prompt": "a"}, {"text": "c"}]
    table = {"head": {**head, "vars": ["q"]}, "body": [{"vars": ["a"], "outputs": outputs}]}

    one, two = sessions(file(json.dumps({"results": {"table": table}})))

    assert [turn.content for turn in one.turns] == ["a", "b"]
    assert (one.agent_model, one.metadata) == ("m", {"success": True, "vars": {"q": "a"}})
    assert [turn.content for turn in two.turns] == ["p", "c"]


def test_results_that_are_none_are_named() -> None:
    found = items(file(json.dumps({"results": {"results": [7, result("", "")]}})))

    assert [where for where, _ in left_out(found)] == [
        "file.json, result 1",
        "file.json, result 2",
    ]


def test_a_file_without_results_says_what_to_export() -> None:
    ((_, reason),) = left_out(items(file(json.dumps({"results": {"results": []}}))))

    assert "no results" in reason


def test_a_reply_that_failed_leaves_the_question() -> None:
    assert [t.content for t in session(result(answered=None, error="x")).turns] == ["a"]
