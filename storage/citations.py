"""Citations as they are kept with a label."""

from collections.abc import Iterable, Mapping
from typing import Any

from judging.ratings import Citation


def as_json(citations: Iterable[Citation]) -> list[dict[str, Any]]:
    """Return citations as JSON; only those of something missing say so."""
    return [
        {"turn": one.turn, "quote": one.quote} | ({"missing": True} if one.missing else {})
        for one in citations
    ]


def turns(kept: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the turns that kept citations cite; what is missing after a turn cites none."""
    return [citation["turn"] for citation in kept if not citation.get("missing")]
