"""Whether the words that a rating cites stand in the turn that it names."""

import json
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from judging.judges.fence import ONE_SIDED, shown
from judging.ratings import Citation
from judging.rubrics import Sees
from judging.sessions import Session, Turn

SHORTEST = 8
ALIKE = 90.0
LONGEST_ALIKE = 2_000
NARROW_GAP = 4

PLAIN = str.maketrans("‘’‚‛“”„‟«»–—−‐‑\u00a0", '\'\'\'\'""""""----- ')
MARKUP = re.compile(r"[*_`#>|]+")
SPACE = re.compile(r"\s+")
GAP = re.compile(r"\s*(?:\[(?:\.\.\.|…)\]|\.\.\.|…)\s*")
NUMBER = re.compile(r"(?:(?<!\w)-)?\d+(?:[.,:/-]\d+)*")
NEGATION = re.compile(r"\b(?:not|no|never|none|nothing|cannot|without|unable)\b|n't\b")
ESCAPE = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])')


class Status(StrEnum):
    """How a citation stands up; the first four are verified."""

    EXACT = "exact"
    NORMALISED = "normalised"
    ELIDED = "elided"
    FUZZY = "fuzzy"
    WRONG_TURN = "wrong_turn"
    FUZZY_MEANING_CHANGED = "fuzzy_meaning_changed"
    UNVERIFIED = "unverified"
    NO_SUCH_TURN = "no_such_turn"
    QUOTE_TOO_SHORT = "quote_too_short"
    SUMMARISED = "summarised"


VERIFIED = frozenset({Status.EXACT, Status.NORMALISED, Status.ELIDED, Status.FUZZY})


@dataclass(frozen=True, slots=True)
class Checked:
    """
    A citation and what became of it.

    Attributes:
        found_in: The turn that has the words: for `wrong_turn` not the one that is cited; None
            where no turn has them.
    """

    citation: Citation
    status: Status
    found_in: int | None = None

    @property
    def is_verified(self) -> bool:
        """Whether the words stand in the turn cited, but for typing, markup or an ellipsis."""
        return self.status in VERIFIED


def checked(
    session: Session,
    citations: Iterable[Citation],
    *,
    sees: Sees = Sees.CONVERSATION,
    up_to: int | None = None,
    summarised: Container[int] = (),
) -> tuple[Checked, ...]:
    """
    Look each citation up among the turns that the judge was shown.

    A slip of the pen is forgiven, another number or a lost "not" never is. A quote that runs
    over the end of a turn is unverified, and so is one of fewer than eight characters, or of a
    turn that the judge knows from a summary only.

    Args:
        session: Whose words are cited.

        citations: What is looked up.

        summarised: The turns that were not shown in their own words.
    """
    turns = (turn for turn in shown(session, sees, up_to) if turn.number not in summarised)
    texts = {turn.number: _Text(turn, sees) for turn in turns}
    return tuple(
        Checked(one, Status.SUMMARISED) if one.turn in summarised else _checked(one, texts)
        for one in citations
    )


def said(turn: Turn, sees: Sees = Sees.CONVERSATION) -> str:
    """Return what may be quoted from `turn`: its text, and its calls as a judge reads them."""
    calls = () if sees is ONE_SIDED else turn.tool_calls
    if not calls:
        return turn.content
    written = [json.dumps(call.arguments, ensure_ascii=False) for call in calls]
    lines = [f"{call.name} {text}" for call, text in zip(calls, written, strict=True)]
    return "\n".join(filter(None, [turn.content, *lines]))


@dataclass
class _Text:
    """What a turn says, put together when first asked for."""

    turn: Turn
    sees: Sees

    @cached_property
    def raw(self) -> str:
        return said(self.turn, self.sees)

    @cached_property
    def plain(self) -> str:
        return normalised(self.raw)


def normalised(text: str) -> str:
    """Return `text` without case, markup, runs of space and the variants of quotes and dashes."""
    plain = unicodedata.normalize("NFKC", text.translate(PLAIN)).casefold()
    if not plain.isascii():
        plain = "".join(c for c in plain if unicodedata.category(c) != "Cf")
    return SPACE.sub(" ", MARKUP.sub("", plain)).strip()


def _checked(citation: Citation, texts: Mapping[int, _Text]) -> Checked:
    text = texts.get(citation.turn)
    if text is None:
        return Checked(citation, Status.NO_SUCH_TURN)
    quote = _Quote(_unescaped(citation.quote).strip())
    if len(quote.plain) < SHORTEST:
        return Checked(citation, Status.QUOTE_TOO_SHORT)
    status = quote.status_in(text) or quote.likeness(text.plain)
    if status in VERIFIED:
        return Checked(citation, status, citation.turn)
    if elsewhere := _nearest(quote, citation.turn, texts):
        return Checked(citation, Status.WRONG_TURN, elsewhere)
    return Checked(citation, status)


def _nearest(quote: "_Quote", turn: int, texts: Mapping[int, _Text]) -> int | None:
    others = sorted((number for number in texts if number != turn), key=lambda n: abs(n - turn))
    return next((n for n in others if quote.status_in(texts[n]) in VERIFIED), None)


class _Quote:
    """The words cited, in the forms in which they are looked for."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.plain = normalised(words).strip(" .\"'")
        parts = [normalised(part).strip(" \"'") for part in GAP.split(words)]
        # Short ones too: "not" is one, and so are most numbers.
        self.parts = [part for part in parts if any(map(str.isalnum, part))]

    def status_in(self, text: _Text) -> Status | None:
        """Return how the words stand in `text` letter for letter; None where they do not."""
        if _place(self.words, text.raw, 0):
            return Status.EXACT
        if _place(self.plain, text.plain, 0):
            return Status.NORMALISED
        return self._elided(text.plain) if len(self.parts) > 1 else None

    def _elided(self, text: str) -> Status | None:
        at, gaps = 0, []
        for part in self.parts:
            place = _place(part, text, at)
            if place is None:
                return None
            gaps.append(text[at : place[0]])
            at = place[1]
        return Status.FUZZY_MEANING_CHANGED if any(map(_turns_it, gaps[1:])) else Status.ELIDED

    def likeness(self, text: str) -> Status:
        """Return fuzzy if something in `text` is alike and has the same numbers and negations."""
        from rapidfuzz import fuzz  # noqa: PLC0415  (only where nothing else fits)

        if not len(self.plain) <= min(LONGEST_ALIKE, len(text) * 1.25):
            return Status.UNVERIFIED
        found = fuzz.partial_ratio_alignment(self.plain, text, score_cutoff=ALIKE)
        if found is None:
            return Status.UNVERIFIED
        window = _whole_words(text, found.dest_start, found.dest_end)
        is_same = _meaning(self.plain) == _meaning(window)
        return Status.FUZZY if is_same else Status.FUZZY_MEANING_CHANGED


def _place(words: str, text: str, start: int) -> tuple[int, int] | None:
    """Where `words` stand in `text` from `start` on, cutting no word and no number; or None."""
    at = text.find(words, start)
    while at >= 0:
        end = at + len(words)
        if not _cuts(text, at, end):
            return at, end
        at = text.find(words, at + 1)
    return None


def _cuts(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    first, last = text[start : start + 1], text[end - 1 : end]
    return (_is_letter(first) and _is_cut(before[::-1])) or (_is_letter(last) and _is_cut(after))


def _is_cut(beyond: str) -> bool:
    """Whether a word or number goes on: by a letter, ".5" or "'t"."""
    is_figure = beyond[:1] in {".", ",", ":", "/"} and beyond[1:].isdigit()
    return _is_letter(beyond[:1]) or is_figure or beyond in {"'t", "’t", "'T", "’T"}


def _is_letter(character: str) -> bool:
    # Scripts that write words without spaces have no edges to cut.
    return character.isascii() and character.isalnum()


def _whole_words(text: str, start: int, end: int) -> str:
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end]


def _meaning(text: str) -> tuple[list[str], int]:
    return sorted(NUMBER.findall(text)), len(NEGATION.findall(text)) % 2


def _turns_it(gap: str) -> bool:
    return len(gap.split()) <= NARROW_GAP and NEGATION.search(gap) is not None


def _unescaped(quote: str) -> str:
    r"""Undo escapes such as `\u2019` and `\"`, which a judge may copy from the lines it reads."""
    return ESCAPE.sub(_letter, quote)


def _letter(escape: re.Match[str]) -> str:
    letter: str = json.loads(f'"{escape[0]}"')
    return letter
