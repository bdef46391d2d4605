"""A revised text of one criterion, change by change."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from judging.rubrics.copied import Copied
from judging.rubrics.criterion import Criterion

LONGEST = 2_000


class Part(StrEnum):
    """What of a criterion a revision may reword; key, level and the rest stay as they are."""

    QUESTION = "question"
    PASS_WHEN = "pass_when"  # noqa: S105  (a field, no password)
    FAIL_WHEN = "fail_when"


class Tag(StrEnum):
    """What a change does to a rule."""

    DEFINES = "defines"
    DECIDES = "decides"
    NARROWS = "narrows"
    WIDENS = "widens"
    SHORTENS = "shortens"


@dataclass(frozen=True, slots=True)
class Change:
    """
    One part of a criterion in other words.

    Attributes:
        text: The whole of the part as it would read.

        why: What it is to mend, in a sentence.
    """

    part: Part
    tag: Tag
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A change that is not taken, without its text, which may be what is wrong with it."""

    part: Part
    tag: Tag
    reason: str


@dataclass(frozen=True, slots=True)
class Revision:
    """
    What is left of a revision once each change was looked at.

    Attributes:
        criterion: As it reads with the changes that were taken.

        changes: Those, in their order.
    """

    criterion: Criterion
    changes: tuple[Change, ...]
    refused: tuple[Refused, ...]


def revised(criterion: Criterion, changes: Iterable[Change], copied: Copied) -> Revision:
    """
    Make the changes that may be made.

    One is refused that changes nothing, is longer than 2,000 characters, rewords a part that an
    earlier one has, leaves a criterion without its question, or repeats words of a session.
    """
    taken: dict[Part, Change] = {}
    refused: list[Refused] = []
    for change in changes:
        reason = _objection(criterion, change, copied)
        if change.part in taken:
            reason = "Another change rewords the same part."
        if reason:
            refused.append(Refused(change.part, change.tag, reason))
        else:
            taken[change.part] = change
    texts = {str(part): change.text.strip() for part, change in taken.items()}
    return Revision(
        replace(criterion, **texts),  # type: ignore[arg-type]  # parts are texts
        tuple(taken.values()),
        tuple(refused),
    )


def _objection(criterion: Criterion, change: Change, copied: Copied) -> str:
    text = change.text.strip()
    if text == getattr(criterion, change.part):
        return "It changes nothing."
    if len(text) > LONGEST:
        return f"It has {len(text):,} characters; {LONGEST:,} is the most."
    if not text and change.part is Part.QUESTION:
        return "It leaves no question."
    if source := copied.source(text):
        return f"It repeats words, a number or a code of the session {source}."
    return ""
