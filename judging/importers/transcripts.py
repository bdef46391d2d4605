"""Transcripts in which each speaker's word stands before what they say."""

import re

from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.importers.texts import begins_with_speaker, labels_in
from judging.sessions import Role

# A line that ends one conversation and begins the next.
BETWEEN = re.compile(r"^[ \t]*(?:-{3,}|={3,})[ \t]*$", re.MULTILINE)
# What a program writes where there is no text.
NOTHING = frozenset(("None", "null"))


def is_transcript(text: str) -> bool:
    """Tell whether `text` begins with a speaker and has two of them."""
    if not begins_with_speaker(text.lstrip()):
        return False
    return len({role_of(label["speaker"])[0] for label in labels_in(text)}) > 1


def parts_of(text: str) -> list[str]:
    """Return the conversations in `text`, between lines of dashes."""
    return [part for part in BETWEEN.split(text) if part.strip()]


def spoken_in(text: str) -> list[Message]:
    """Return what each speaker says, up to where the next begins; `TOOL (name):` names a tool."""
    labels = labels_in(text)
    ends = [*(label.start() for label in labels[1:]), len(text)]
    return [
        _message(label["speaker"].strip(), label["name"], text[label.end() : end].strip())
        for label, end in zip(labels, ends, strict=True)
    ]


def _message(speaker: str, name: str | None, said: str) -> Message:
    role = role_of(speaker)[0]
    is_nothing = role is Role.ASSISTANT and said in NOTHING
    return Message(
        speaker,
        None if is_nothing else said,
        tool_name=name if role is Role.TOOL else None,
    )
