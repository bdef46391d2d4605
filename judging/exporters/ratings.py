"""What labels and verdicts have in common on their way out."""

from collections.abc import Sequence
from typing import Any

from judging.ratings import Citation


def citations(cited: Sequence[Citation]) -> dict[str, Any]:
    """Return the turns cited, and the words in them in the same order, if any were quoted."""
    quotes = [citation.quote for citation in cited]
    return {
        "cited_turns": [citation.turn for citation in cited],
        "quotes": quotes if any(quotes) else [],
    }
