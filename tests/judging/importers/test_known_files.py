"""Files whose sessions are known: small ones of our own, and public ones where they are at hand."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judging.importers import Found, Source, read_all
from judging.sessions import Origin, Session
from tests.judging.importers.files import EXAMPLES, items, left_out, sessions

PREFIX = 40
FOLDERS = (
    "openai_chat_jsonl",
    "anthropic_blocks",
    "claude_code_jsonl",
    "inspect_log",
    "langchain",
    "otel_genai",
    "tau_bench",
    "sharegpt",
    "deepeval",
    "promptfoo_results",
    "reconstructed_shapes",
)
ANOTHER_READING: dict[str, dict[str, Any]] = {
    "google": {"system_prompt_prefix": "Always greet using the say_hello tool.\n\n"},
    "microsoft": {"model": "gpt-5-mini-2025-08-07"},
    "pydantic": {"session_id": "7a38edd8123db47ad8dcb8aa4c5e3926"},
}
BESIDES = (
    "n_turns",
    "notes",
    "turns_with_reasoning",
    "turns_with_tool_error",
    "external_turn",
    "scores",
)


def expected(folder: Path) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """Yield each file of a folder that has known sessions."""
    known = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    inputs = [path.name for path in folder.iterdir() if path.stem in ("input", "logs")]
    files = known.get("files") or {known.get("file", *inputs): known}
    for name, file in files.items():
        if "sessions" in file:
            yield folder / name, file["sessions"]


def digest(session: Session) -> dict[str, Any]:
    turns = session.turns
    return {
        "session_id": session.external_id,
        "roles": [str(role) for role in session.roles],
        "first_content_prefix": turns[0].content[:PREFIX],
        "last_content_prefix": turns[-1].content[:PREFIX],
        "tool_calls_by_turn": {
            str(turn.number): [call.name for call in turn.tool_calls]
            for turn in turns
            if turn.tool_calls
        },
        "tool_names_by_turn": {
            str(turn.number): turn.tool_name for turn in turns if turn.tool_name
        },
        "system_prompt_prefix": session.system_prompt and session.system_prompt[:PREFIX],
        "goal": session.goal and session.goal[:PREFIX],
        "model": session.agent_model,
    }


def shortened(known: dict[str, Any]) -> dict[str, Any]:
    short = {
        name: value[:PREFIX] if isinstance(value, str) and name != "session_id" else value
        for name, value in known.items()
    }
    return {name: short[name] for name in digest_names(short)}


def digest_names(known: dict[str, Any]) -> list[str]:
    return [name for name in known if name not in BESIDES]


def check(folder: Path) -> None:
    for path, known in expected(folder):
        found = [digest(session) for session in sessions(Source.of(path))]

        assert found == [shortened(session) for session in known], path.name


@pytest.mark.parametrize("name", FOLDERS)
def test_public_files_give_the_sessions_that_are_known(name: str, shared: Path) -> None:
    check(shared / "formats" / name)


def test_public_langfuse_traces_give_the_sessions_that_are_known(shared: Path) -> None:
    for path, known in expected(shared / "formats" / "langfuse_trace"):
        # Of a trace with two agents, the second is not the session's; and the model is the one
        # that answered, by its full name.
        told = known[0] | ANOTHER_READING.get(path.name.split("-")[0], {})

        assert [digest(session) for session in sessions(Source.of(path))] == [shortened(told)]


@pytest.mark.parametrize("name", ["traps", "seed_native"])
def test_our_own_files_give_the_sessions_that_are_known(name: str) -> None:
    check(EXAMPLES / name)


@pytest.mark.parametrize(
    "folder",
    [path for path in sorted((EXAMPLES / "bugs").iterdir()) if (path / "expected.json").exists()],
    ids=lambda path: f"bug {path.name}",
)
def test_inputs_on_which_other_tools_failed_give_the_sessions_that_are_known(folder: Path) -> None:
    check(folder)


@pytest.mark.parametrize(
    ("name", "where", "reason"),
    [
        ("traps/empty.jsonl", "", "The file is empty."),
        ("traps/only_bom.json", "", "The file is empty."),
        (
            "traps/trailing_comma.json",
            "",
            "A comma too many stands before ']' (line 1, column 109)",
        ),
        ("traps/truncated.jsonl", ", line 2", "It is cut off in the middle."),
        ("traps/sessions.zip", "/../evil.jsonl", "This name leads out of the archive."),
        ("traps/dup_same.jsonl", ", line 2", "The session 'z1' stands twice; it is kept once."),
        ("seed_native/user_script_only.json", ", item 1", "Only the user's lines stand here"),
        ("bugs/38/input.csv", ", line 3", "The row has 6 cells, the header 4."),
        ("bugs/40/input.json", ", item 2", "Here stands 17, not a session."),
        ("bugs/40/input.json", ", item 3", "No known format has the keys session_id, messages."),
    ],
)
def test_what_is_left_out_says_where_and_why(name: str, where: str, reason: str) -> None:
    path = EXAMPLES / name

    found = left_out(items(Source.of(path)))

    assert [why for place, why in found if place == f"{path}{where}" and why.startswith(reason)], (
        found
    )


@pytest.mark.parametrize(
    ("name", "warning"),
    [
        ("traps/dup_conflict.jsonl", "Another session has the id 'z1'; this one goes by 'z1#2'."),
        ("traps/user_system.tsv", "The system's turns are read as the agent's"),
        ("traps/customer_agent_names.csv", "The speaker 'Agent Smith (Bot)' is read as assistant."),
        ("traps/customer_agent_names.csv", "Left out: the times, since the days and months"),
        ("traps/customer_agent_names.csv", "Left out: 1 without content or tool calls."),
        ("bugs/09/input.json", "The tool's answer 'a' stood before its call."),
        ("bugs/09/input.json", "The tool's answer 'zz' fits no call."),
        ("bugs/17/input.csv", "The file is not UTF-8; it was read as Windows-1252."),
        ("bugs/19/input.jsonl", "Left out: 1 without content or tool calls."),
    ],
)
def test_what_was_guessed_stands_in_the_warnings(name: str, warning: str) -> None:
    found = sessions(Source.of(EXAMPLES / name))

    assert [text for session in found for text in session.warnings if text.startswith(warning)]


def test_thinking_is_kept_apart_from_what_was_said() -> None:
    (session,) = sessions(Source.of(EXAMPLES / "traps/nested_parts.json"))

    assert session.turns[3].reasoning == "secret plan"


def test_the_sources_own_numbers_are_kept_beside_ours() -> None:
    unsorted = sessions(Source.of(EXAMPLES / "traps/interleaved_unsorted.csv"))
    (zero_based,) = sessions(Source.of(EXAMPLES / "traps/zero_based.csv"))

    assert [turn.external_turn for turn in unsorted[1].turns] == ["1", "2", "10"]
    assert [turn.external_turn for turn in zero_based.turns] == ["1", "2"]


def test_hundreds_of_records_without_a_value_do_not_hide_a_late_one(shared: Path) -> None:
    found = sessions(Source.of(shared / "formats/bugs/25/input.jsonl"))

    assert len(found) == 401
    assert found[-1].goal == "book a flight"


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("taubench/gpt-4o-airline.json", "gpt-4o-airline-task0"),
        ("agentrx/tau_retail/tau_dataset_full.json", "tau_dataset_full-task0"),
    ],
)
def test_every_public_tau_bench_session_has_all_its_turns(
    name: str, group: str, shared: Path
) -> None:
    path = shared / "data" / name
    raw = json.loads(path.read_text(encoding="utf-8"))

    found = list(read_all([Source.of(path)]))

    assert all(
        isinstance(item, Found) and item.session.origin is Origin.SIMULATED for item in found
    )
    turns = [len(item.session.turns) for item in found if isinstance(item, Found)]
    assert turns == [len(row["traj"]) - 1 for row in raw]
    groups = Counter(item.session.group for item in found if isinstance(item, Found))
    assert groups[group] == sum(row["task_id"] == 0 for row in raw)
