"""What a table's columns are, by their many names."""

import re
from collections.abc import Mapping
from functools import lru_cache

NAMES = {
    "session": "session_id session sessionid conversation_id conversation conversationid conv_id"
    " chat_id chat thread_id threadid thread dialog_id dialogue_id dialog dialogue ticket"
    " ticket_id case_id case sender_id",
    "turn": "turn turn_idx turn_index turn_id turn_number turn_no message_index message_no index"
    " idx seq sequence position order step utterance_idx utterance_id",
    "role": "role speaker sender author from who participant actor speaker_role sender_type"
    " author_role message_role",
    "content": "content text message utterance body msg value message_text content_text"
    " message_content message_body",
    "user": "user user_message user_input user_text human question prompt customer query"
    " customer_message user_utterance",
    "assistant": "assistant assistant_message assistant_response bot bot_response bot_message"
    " response answer agent agent_response agent_message reply completion model_output"
    " model_response chatbot",
    "input": "input",
    "output": "output",
    "time": "time timestamp created_at createdat datetime date sent_at started_at ts created",
    "model": "model agent_model model_name",
    "goal": "goal task instruction scenario",
    "id": "id",
    "trace": "trace_id",
}
FIELDS = {name: field for field, names in NAMES.items() for name in names.split()}
# Marks of traces, whose rows are steps and not exchanges.
TRACES = ("span", "observation", "run_type", "dotted_order", "op_name", "traceid", "trace_input")


def plain(column: str) -> str:
    """Return a column's name in lower case, its words joined by `_`."""
    return re.sub(r"[\W_]+", "_", column.strip().casefold()).strip("_")


def fields_of(row: Mapping[str, object]) -> dict[str, str]:
    """Return the column for each field of `NAMES` that the row has; of several, the likelier."""
    return _fields_of(tuple(row))


def is_trace(row: Mapping[str, object]) -> bool:
    """Tell by its columns whether a row is a step of a trace."""
    return any(mark in plain(column) for column in row for mark in TRACES)


@lru_cache(maxsize=64)
def _fields_of(columns: tuple[str, ...]) -> dict[str, str]:
    ranks = {name: rank for rank, name in enumerate(FIELDS)}
    known = sorted((ranks[plain(c)], c) for c in columns if plain(c) in FIELDS)
    found: dict[str, str] = {}
    for _, column in known:
        found.setdefault(FIELDS[plain(column)], column)
    return found
