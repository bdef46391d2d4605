"""Slack's exports: a file a day and channel, threads being conversations of their own."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from pathlib import PurePosixPath
from typing import Any

from judging.importers.content import files_in, joined
from judging.importers.conversation import BY_PROGRAM, NO_MESSAGES, conversation, noted, refused
from judging.importers.fields import as_dict, as_id, as_text, dicts_in, first
from judging.importers.importer import Item, Record, Rejected, Skipped, UnreadableError
from judging.importers.message import Message
from judging.importers.speakers import cast
from judging.importers.times import instant
from judging.sessions import Role

# Kinds of messages that somebody wrote; others tell who came and went.
WRITTEN = frozenset(("", "bot_message", "thread_broadcast", "file_share", "me_message"))
# Of the lists of members and channels that stand beside the days.
LISTED = (
    frozenset(("team_id", "profile")),
    frozenset(("creator", "members")),
    frozenset(("created", "members")),
    frozenset(("change_type", "user_id")),
)
# What such files are called; the list in them may be empty, or of anything.
LISTS = frozenset(
    (
        "users",
        "org_users",
        "channels",
        "groups",
        "dms",
        "mpims",
        "integration_logs",
        "canvases",
        "lists",
        "file_conversations",
        "huddle_transcripts",
    )
)
NAMES = ("display_name", "real_name", "name")
NOTHING_SAID = "Nobody says anything here, there are only notes by the program."
NO_CHAT = "A list beside the channels, of members or the like; what was said stands in the days."


class SlackDays:
    """Sessions as the threads of a channel, or what was said there on a day outside of them."""

    name = "slack_days"
    title = "Slack exports (a file a day)"
    # A thread goes on over the days of an archive, and its members stand in a file of their own.
    across_files = True

    def recognises(self, record: Record) -> bool:
        return _is_message(record.value) or _is_listed(record)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        # Days that were named by themselves may be of channels with nothing in common.
        threads: dict[tuple[str, str], list[Record]] = {}
        members: dict[str, str] = {}
        lists: set[str] = set()
        for record in records:
            members |= _member(record.value)
            if _is_message(record.value):
                place = record.source.within or record.source.name
                threads.setdefault((place, _thread(record)), []).append(record)
            elif not _is_listed(record):
                yield Rejected(record.where, NO_MESSAGES)
            elif record.source.name not in lists:
                lists.add(record.source.name)
                yield Skipped(record.source.name, NO_CHAT)
        for (_, name), said in threads.items():
            yield from self._session(name, _in_time(said), members)

    def _session(self, name: str, said: list[Record], members: Mapping[str, str]) -> Iterator[Item]:
        written = [record.value for record in said if _subtype(record.value) in WRITTEN]
        messages = [_message(value, members) for value in written]
        if not messages:
            yield Skipped(said[0].where, NOTHING_SAID)
            return
        left_out = len(said) - len(written)
        record = noted(replace(said[0], value={}), BY_PROGRAM, left_out, *cast(messages))
        try:
            yield conversation(record, messages, self.name, external_id=name)
        except UnreadableError as problem:
            yield refused(said[0], problem)


def _is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("type") == "message"
        and {"ts", "text"} <= value.keys()
    )


def _is_listed(record: Record) -> bool:
    """Tell whether it is of a list beside the channels, by its keys; else by the file's name."""
    value = record.value
    if isinstance(value, dict) and any(names <= value.keys() for names in LISTED):
        return True
    is_beside = bool(record.source.within) and record.source.stem in LISTS
    return is_beside and (value == [] or _is_item(value))


def _is_item(value: Any) -> bool:
    """Tell whether it is an object that holds no others in a list, as conversations do."""
    return isinstance(value, dict) and not any(map(dicts_in, value.values()))


def _thread(record: Record) -> str:
    """Return `channel/thread`, or `channel/day` for what stands in none."""
    day = PurePosixPath(record.source.name)
    thread = as_id(record.value.get("thread_ts")) or record.source.stem
    return f"{day.parent.name}/{thread}" if day.parent.name else thread


def _subtype(value: Mapping[str, Any]) -> str:
    return as_id(value.get("subtype"))


def _member(value: Any) -> dict[str, str]:
    """Return the name of a member by the id that messages have, where `value` is one."""
    if not isinstance(value, dict) or not {"team_id", "profile"} <= value.keys():
        return {}
    named = first(as_dict(value["profile"]), NAMES) or first(value, NAMES)
    return {as_id(value.get("id")): as_id(named)} if named else {}


def _in_time(said: list[Record]) -> list[Record]:
    """Return messages by their time, where all have one: days need not stand in order."""
    times = [instant(record.value["ts"]) for record in said]
    timed = [(time, record) for time, record in zip(times, said, strict=True) if time]
    if len(timed) < len(said):
        return said
    return [record for _, record in sorted(timed, key=lambda pair: pair[0])]


def _message(value: Mapping[str, Any], members: Mapping[str, str]) -> Message:
    is_bot = bool(value.get("bot_id")) or _subtype(value) == "bot_message"
    named = (
        first(as_dict(value.get("user_profile")), NAMES)
        or first(value, ("username",))
        or members.get(as_id(value.get("user")))
        or first(value, ("user",))
    )
    return Message(
        as_id(named) or ("bot" if is_bot else "user"),
        joined(_pieces(value)) or None,
        timestamp=instant(value.get("ts")),
        external=as_id(value.get("ts")) or None,
        role=Role.ASSISTANT if is_bot else Role.OTHER,
    )


def _pieces(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text, else that of what is attached, and marks of files."""
    attached = [as_text(first(a, ("text", "fallback"))) for a in dicts_in(value.get("attachments"))]
    text = as_text(value.get("text"))
    yield from (unescape(t) for t in ([text] if text else attached) if t)
    yield from files_in(value.get("files"))
