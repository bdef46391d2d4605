"""The turn that a rating is of, and those that it cites, counted as we do."""

import re
from typing import Any

from judging.importers.answers import Answer
from judging.importers.citations import cited_in_list, cited_in_prose
from judging.importers.columns import plain
from judging.importers.fields import as_id, as_list
from judging.importers.importer import UnreadableError
from judging.importers.json_values import container
from judging.importers.rating_columns import FIELDS
from judging.importers.turn_bases import SOURCE, ZERO

WHOLE = re.compile(r"(\d{1,9})(?:\.0+)?")


def turns_of(answer: Answer, turn_base: str) -> dict[str, Any]:
    """
    Return the fields of a rating that name turns.

    Args:
        answer: What the file says; one whose base is known counts by that.

        turn_base: From where the file counts otherwise: `0`, `1` or `source`.

    Raises:
        UnreadableError: If the turn is no number.
    """
    base = as_id(answer.get("base")) or turn_base
    shift = 1 if base == ZERO else 0
    stated = as_id(answer.get("turn"))
    cited = _cited(answer)
    fields = {
        "cited_turns": tuple(turn + shift for turn in cited),
        "quotes": tuple(map(str, as_list(answer.get("quotes")))),
        "findings": tuple(_findings(answer, shift)),
    }
    if base != SOURCE:
        return fields | {"turn": _whole(stated) + shift if stated else 0}
    return fields | {
        "external_turn": stated or None,
        "external_citations": tuple(map(str, cited)),
    }


def _cited(answer: Answer) -> tuple[int, ...]:
    listed = container(answer.get("cited"))
    if listed is not None:
        return cited_in_list(listed)
    notes = (text for column, text in answer.row.items() if FIELDS.get(plain(column)) == "note")
    return cited_in_prose("\n".join(text for text in notes if isinstance(text, str)))


def _whole(text: str) -> int:
    found = WHOLE.fullmatch(text)
    if found is None:
        raise UnreadableError(f"The turn {text!r:.40} is no number.")
    return int(found[1])


def _findings(answer: Answer, shift: int) -> list[tuple[str, int, str]]:
    found = [item for item in as_list(answer.get("findings")) if isinstance(item, dict)]
    turns = [_whole(as_id(item.get("turn")) or "0") for item in found]
    return [
        (as_id(item.get("tag")), turn + shift if turn or shift else 0, as_id(item.get("note")))
        for item, turn in zip(found, turns, strict=True)
    ]
