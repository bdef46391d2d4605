"""What an import holds at once does not follow the size of its file."""

import io
import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from judging.importers import Source, read_all

WORDS = "It left this morning. " * 2_000
# Of which the files are larger than what is read at a time.
SMALL, TIMES = 60, 6


def span(number: int) -> Any:
    """Return a call of one of many sessions, whose calls stand apart."""
    said = [{"role": "user", "content": WORDS}]
    return {
        "run_type": "llm",
        "id": f"r{number}",
        "inputs": {"messages": said},
        "outputs": {"content": f"{number} {WORDS}"},
    }


def otlp(number: int) -> Any:
    attributes = {"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": f"{number} {WORDS}"}
    held = [{"key": k, "value": {"stringValue": v}} for k, v in attributes.items()]
    spans = [{"traceId": f"t{number}", "spanId": "s", "attributes": held}]
    return {"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}


def row(number: int) -> Any:
    return {"session_id": f"s{number}", "role": "user", "content": WORDS}


def talk(number: int) -> Any:
    return {"id": f"s{number}", "messages": [{"role": "user", "content": WORDS}]}


def peak(record: Callable[[int], Any], count: int) -> int:
    text = "\n".join(json.dumps(record(number)) for number in range(count)).encode()
    source = Source("file.jsonl", lambda: io.BytesIO(text))
    tracemalloc.start()
    try:
        found = sum(1 for _ in read_all([source]))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        assert found == count


@pytest.mark.parametrize("record", [span, otlp, row, talk])
def test_what_is_held_does_not_follow_the_file(record: Callable[[int], Any]) -> None:
    peak(record, SMALL)  # what is imported and cached once is not the file's

    assert peak(record, TIMES * SMALL) < 1.5 * peak(record, SMALL)
