"""A calibrated judge out, as a bundle."""

from typing import TextIO

from judging.bundle import Bundle, written


class BundleFile:
    """The rubric version, the judge, and what is known of the two: `judging.load` reads it."""

    name = "bundle"
    title = "Judge with its rubric and results, for judging.load"
    suffixes = (".json",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        out.write(written(subject))
        return 1
