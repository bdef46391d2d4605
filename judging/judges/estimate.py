"""How many tokens a request may take, before it is sent."""

# About a whole session and five criteria: 600 tokens of thinking, paid for like the answer, and
# 140 for each criterion's reason, quote and verdict.
THINKING = 600
A_CRITERION = 140


def most_tokens(text: str) -> int:
    """
    Return more tokens than `text` is likely to have.

    The larger of a token for every 2.5 characters, which is many for prose, and one for every
    3 bytes of UTF-8, which is one a character in Chinese or Japanese. No tokenizer is asked: each
    model counts by one of its own, and only the service knows it. Long runs of digits or symbols
    can have more.
    """
    # A lone half of a surrogate pair has no UTF-8, and counts like the three bytes it stands in.
    size = len(text.encode("utf-8", "surrogatepass"))
    return max(-(-2 * len(text) // 5), -(-size // 3))


def expected_output(criteria: int) -> int:
    """
    Return the tokens of thinking and answer that a call about so many criteria is taken to have.

    A rule of thumb, to say beforehand what a run may cost. Less than one criterion counts as one.
    """
    return THINKING + A_CRITERION * max(criteria, 1)
