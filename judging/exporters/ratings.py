"""What labels and verdicts have in common on their way out."""

from collections.abc import Sequence
from typing import Any

from judging.ratings import Citation


def citations(cited: Sequence[Citation]) -> dict[str, Any]:
    """
    Return the turns cited, and the words in them in the same order, if any were quoted.

    Turns after which something is missing stand apart, and only where there are some.
    """
    missing = [citation.turn for citation in cited if citation.missing]
    cited = [citation for citation in cited if not citation.missing]
    quotes = [citation.quote for citation in cited]
    return {
        "cited_turns": [citation.turn for citation in cited],
        "quotes": quotes if any(quotes) else [],
        **({"missing_after": missing} if missing else {}),
    }
