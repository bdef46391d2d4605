"""HTML of a message to the text that a reader would see."""

import re
from html.parser import HTMLParser

BREAKS = frozenset(("br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "blockquote", "pre"))
UNSEEN = frozenset(("script", "style", "head", "title"))
SPACE = re.compile(r"[ \t\r\n\xa0]+")
LINES = re.compile(r"\n{3,}")


def html_text(html: str) -> str:
    """
    Return the text in `html`, a paragraph or item a line; `[image]` marks a picture's place.

    >>> html_text("<p>Yes it is &amp; good luck!</p>")
    'Yes it is & good luck!'
    """
    if "<" not in html and "&" not in html:
        return html.strip()
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = "".join(reader.pieces).split("\n")
    return LINES.sub("\n\n", "\n".join(line.strip() for line in lines)).strip()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._unseen = 0

    def handle_starttag(
        self,
        tag: str,
        attrs: list[tuple[str, str | None]],  # noqa: ARG002  (the parser's own signature)
    ) -> None:
        if tag in UNSEEN:
            self._unseen += 1
        elif tag in BREAKS:
            self._end_line()
        elif tag == "img":
            self.pieces.append("[image]")

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in BREAKS:
            self._end_line()

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.pieces.append(SPACE.sub(" ", data))

    def _end_line(self) -> None:
        if self.pieces and not self.pieces[-1].endswith("\n"):
            self.pieces.append("\n")
