"""What an exporter is."""

from typing import Protocol, TextIO, TypeVar

Subject_contra = TypeVar("Subject_contra", contravariant=True)


class Exporter(Protocol[Subject_contra]):
    """Writes one kind of thing, as files of one or more forms."""

    @property
    def name(self) -> str:
        """What it writes, in a word, as commands take it: `bundle`."""
        ...

    @property
    def title(self) -> str:
        """What it writes as a person would say it, for the page and the docs."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The endings of its files, each a form of its own; the usual one first."""
        ...

    def write(self, subject: Subject_contra, out: TextIO, suffix: str) -> int:
        """
        Write `subject` to `out`, and return how many things that were.

        Args:
            subject: What to write; an iterable is read once, and memory stays flat.

            out: Where to; opened so that line ends stay as they are written.

            suffix: One of `suffixes`.
        """
        ...
