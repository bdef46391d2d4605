"""
What a framework makes of a session with an exported module, run by a Python that has both.

Takes the framework's name, the module's file and a file of sessions as chat messages, and prints
one line of JSON: of each session the outcome of each criterion, as the framework keeps it.
"""

import asyncio
import json
import runpy
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

Sessions = dict[str, list[dict[str, Any]]]
Outcomes = dict[str, dict[str, float | None]]


def openevals(exported: dict[str, Any], sessions: Sessions) -> Outcomes:
    """Ask through messages of LangChain, as openevals' simulations hand them over."""
    evaluator = exported["create_judge"](uncertified=True)
    convert = import_module("langchain_core.messages").convert_to_messages
    return {
        name: {one["key"]: one["score"] for one in evaluator(outputs=convert(messages))}
        for name, messages in sessions.items()
    }


def inspect(exported: dict[str, Any], sessions: Sessions) -> Outcomes:
    """Score samples that nothing is added to."""
    whole, solvers = import_module("inspect_ai"), import_module("inspect_ai.solver")
    sample = import_module("inspect_ai.dataset").Sample

    samples = [
        sample(id=name, input=[_inspect_message(message) for message in messages])
        for name, messages in sessions.items()
    ]
    task = whole.Task(
        dataset=samples,
        solver=solvers.solver(_still)(),
        scorer=exported["calibrated_judges"](uncertified=True),
    )
    (log,) = whole.eval(task, model="mockllm/model", display="none", log_dir=sys.argv[4])
    return {
        one.id: {key: _number(score.value) for key, score in one.scores.items()}
        for one in log.samples
    }


def _still() -> Any:
    async def solve(state: Any, generate: Any) -> Any:  # noqa: ARG001  (its shape)
        return state

    return solve


def deepeval(exported: dict[str, Any], sessions: Sessions) -> Outcomes:
    """Measure test cases, a metric after another."""
    cases = import_module("deepeval.test_case")
    outcomes: Outcomes = {}
    for name, messages in sessions.items():
        spoken = [
            one for one in messages if one["role"] in ("user", "assistant") and one["content"]
        ]
        turns = [cases.Turn(role=one["role"], content=one["content"]) for one in spoken]
        case = cases.ConversationalTestCase(turns=turns)
        metrics = {
            key: exported["CalibratedJudge"](key, uncertified=True) for key in exported["CRITERIA"]
        }
        outcomes[name] = {key: asyncio.run(one.a_measure(case)) for key, one in metrics.items()}
    return outcomes


def mlflow(exported: dict[str, Any], sessions: Sessions) -> Outcomes:  # noqa: ARG001  (asks none)
    """Say which judges it takes; asking them would need a model of its own."""
    return {"judges": {judge.name: None for judge in exported["JUDGES"]}}


def _inspect_message(message: dict[str, Any]) -> Any:
    models, call = import_module("inspect_ai.model"), import_module("inspect_ai.tool").ToolCall
    kind = {
        "system": models.ChatMessageSystem,
        "user": models.ChatMessageUser,
        "assistant": models.ChatMessageAssistant,
        "tool": models.ChatMessageTool,
    }[message["role"]]
    calls = [
        call(id=one["id"], function=one["function"]["name"], arguments=arguments)
        for one in message.get("tool_calls", ())
        if isinstance(arguments := json.loads(one["function"]["arguments"]), dict)
    ]
    more = {"tool_calls": calls} if calls else {}
    if message["role"] == "tool":
        more = {"tool_call_id": message["tool_call_id"]}
    return kind(content=message["content"], **more)


def _number(value: float) -> float | None:
    return None if value != value else float(value)  # noqa: PLR0124  (only NaN is not itself)


SIDES: dict[str, Callable[[dict[str, Any], Sessions], Outcomes]] = {
    side.__name__: side for side in (openevals, inspect, deepeval, mlflow)
}

if __name__ == "__main__":
    exported_names = runpy.run_path(sys.argv[2], run_name="exported")
    given = json.loads(Path(sys.argv[3]).read_text(encoding="utf-8"))
    print(f"\n{json.dumps(SIDES[sys.argv[1]](exported_names, given))}")
