"""The tokens that judging takes."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """
    The tokens of one request, or of several together; each token is counted in one place.

    Attributes:
        input: The part of the prompt that the cache had no part in.

        cache_write: The part of the prompt that was kept for later requests.

        cache_read: The part of the prompt that an earlier request had kept.

        output: The answer and the thinking before it.
    """

    input: int = 0
    cache_write: int = 0
    cache_read: int = 0
    output: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> "Usage":
        """Return what the service counted, by its names; what it does not name is 0."""
        return cls(
            input=counts.get("input_tokens", 0),
            cache_write=counts.get("cache_creation_input_tokens", 0),
            cache_read=counts.get("cache_read_input_tokens", 0),
            output=counts.get("output_tokens", 0),
        )

    @property
    def prompt(self) -> int:
        """The length of the prompt: all that was put in, wherever it came from."""
        return self.input + self.cache_write + self.cache_read

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input + other.input,
            self.cache_write + other.cache_write,
            self.cache_read + other.cache_read,
            self.output + other.output,
        )
