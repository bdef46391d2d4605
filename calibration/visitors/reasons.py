"""Why somebody decided as they did, and how long that may be."""

from judging.errors import StoreError

LONGEST = 10_000


def check(why: str, longest: int = LONGEST) -> None:
    """
    Refuse a reason beyond reason; an empty one is for the caller to refuse.

    Raises:
        StoreError: If it has more than `longest` characters.
    """
    if len(why) > longest:
        raise StoreError(f"The reason has {len(why):,} characters.", fix=f"Keep it to {longest:,}.")
