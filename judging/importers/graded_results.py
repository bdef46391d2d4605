"""What benchmarks found of their own sessions, as labels or verdicts: Inspect, promptfoo, tau2."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers import tau2_bench
from judging.importers.fields import as_dict, as_id, as_text, dicts_in
from judging.importers.turn_bases import ONE

# What Inspect's scorers write; no answer (N) and partly (P) are asked for.
LETTERS = {"C": "correct", "I": "incorrect"}
ERRED = "agent_error"
# Assertions of promptfoo that a model decides.
GRADED = (
    "llm-rubric",
    "model-graded-closedqa",
    "model-graded-factuality",
    "factuality",
    "g-eval",
    "answer-relevance",
    "context-faithfulness",
    "context-recall",
    "context-relevance",
    "select-best",
    "conversation-relevance",
)


def is_sample(value: Mapping[str, Any]) -> bool:
    """Tell whether an object is a sample of an Inspect log with its scores."""
    return {"id", "epoch"} <= value.keys() and isinstance(value.get("scores"), dict)


def sample(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a sample's scores: a criterion each, or several where a score has parts."""
    session = f"{as_id(value['id'])}-epoch{as_id(value['epoch']) or '1'}"
    for name, score in value["scores"].items():
        held = as_dict(score).get("value") if isinstance(score, dict) else score
        parts = {f"{name}_{part}": inner for part, inner in as_dict(held).items()}
        for criterion, answer in (parts or {name: held}).items():
            yield {
                "session_id": session,
                "criterion": criterion,
                "value": LETTERS.get(answer, answer) if isinstance(answer, str) else answer,
                "note": as_text(as_dict(score).get("explanation")),
            }


def is_graded(value: Mapping[str, Any]) -> bool:
    """Tell whether an object is a result of promptfoo with what its assertions found."""
    return bool(_components(value))


def graded(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what each assertion found, by its metric or its kind, counted where it stands twice."""
    seen: Counter[str] = Counter()
    for found in _components(value):
        assertion = as_dict(found.get("assertion"))
        kind = as_id(assertion.get("type")).removeprefix("not-")
        name = as_id(assertion.get("metric")) or kind or "passed"
        seen[name] += 1
        yield {
            "session_id": as_id(value.get("id")),
            "criterion": name if seen[name] == 1 else f"{name}_{seen[name]}",
            "value": found.get("pass"),
            "made_by": "model" if kind in GRADED else "program",
            "note": as_text(found.get("reason")),
        }


def is_simulation(value: Mapping[str, Any]) -> bool:
    """Tell whether an object is a simulation of tau2-bench with what it found."""
    return "task_id" in value and isinstance(value.get("reward_info"), dict)


def simulation(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """
    Yield the reward, by program, and what a model found: of each assertion in words, and of errors.

    Of a model's review the answer is whether the agent made no error; it cites the turns with the
    agent's errors. What it says of the user is not told: a program plays that.

    Raises:
        UnreadableError: If a review stands beside messages that are none.
    """
    trial = as_id(value.get("trial")) or "0"
    session = as_id(value.get("id")) or f"task{as_id(value['task_id'])}-trial{trial}"
    reward = value["reward_info"]
    yield {
        "session_id": session,
        "criterion": "reward",
        "value": reward.get("reward"),
        "made_by": "program",
    }
    for found in dicts_in(reward.get("nl_assertions")):
        yield {
            "session_id": session,
            "criterion": as_id(found.get("nl_assertion")),
            "value": found.get("met"),
            "made_by": "model",
            "note": as_text(found.get("justification")),
        }

    if isinstance(review := value.get("review"), dict) and isinstance(review.get(ERRED), bool):
        yield {"session_id": session, **_reviewed(review, tau2_bench.numbers_of(value))}


def _reviewed(review: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, Any]:
    errors = [error for error in dicts_in(review.get("errors")) if error.get("source") == "agent"]
    turns = [numbers.get(as_id(error.get("turn_idx"))) for error in errors]
    told = [as_text(review.get("summary"))]
    for error, turn in zip(errors, turns, strict=True):
        place = f"[{turn}] " if turn else ""
        told.append(f"{place}{as_text(error.get('reasoning')) or ''}".strip())
    return {
        "criterion": "no_agent_error",
        "value": not review[ERRED],
        "made_by": "model",
        "note": "\n".join(filter(None, told)),
        "cited_turns": sorted({turn for turn in turns if turn}),
        "counted_from": ONE,
    }


def _components(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    return dicts_in(as_dict(value.get("gradingResult")).get("componentResults"))
