import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judging.importers import Source, sources
from judging.importers.slack_days import NO_CHAT
from judging.importers.speakers import NO_AGENT
from judging.sessions import Role
from tests.judging.importers.files import chat, file, items, left_out, sessions


def message(text: str, second: int = 0, **fields: Any) -> dict[str, Any]:
    ts = f"{1_790_845_200 + second}.000100"
    return {"type": "message", "user": "U1", "text": text, "ts": ts, **fields}


def bot(text: str, second: int = 0, **fields: Any) -> dict[str, Any]:
    return message(text, second, bot_id="B1", username="helper", **fields)


def test_threads_are_sessions_and_so_is_the_rest_of_the_day() -> None:
    day = [
        message("a", thread_ts="1"),
        message("x", 1),
        bot("b", 2, thread_ts="1"),
        bot("y", 3),
    ]

    thread, rest = sessions(file(json.dumps(day), "support/2026-10-01.json"))

    assert (thread.external_id, rest.external_id) == ("support/1", "support/2026-10-01")
    assert [turn.content for turn in thread.turns] == ["a", "b"]
    assert thread.roles == (Role.USER, Role.ASSISTANT)
    assert not thread.warnings


def test_who_comes_and_goes_is_left_out_and_counted() -> None:
    day = [message("joined", subtype="channel_join"), message("a"), bot("b")]

    (found,) = sessions(file(json.dumps(day), "2026-10-01.json"))

    assert found.external_id == "2026-10-01"
    assert found.warnings == ("Left out: 1 notes by the program.",)


def test_a_day_on_which_nobody_says_anything_is_skipped() -> None:
    found = items(file(json.dumps([message("joined", subtype="channel_join")])))

    assert left_out(found) == [
        ("file.json, item 1", "Nobody says anything here, there are only notes by the program.")
    ]


def test_a_message_without_text_says_what_is_attached() -> None:
    day = [
        message("", files=[{"name": "a.csv"}]),
        bot("", attachments=[{"fallback": "1 &lt; 2"}, {"text": "b"}]),
    ]

    (found,) = sessions(file(json.dumps(day)))

    assert [turn.content for turn in found.turns] == ["[file a.csv]", "1 < 2\nb"]


def test_without_a_bot_a_warning_says_that_nobody_is_the_agent() -> None:
    (found,) = sessions(file(json.dumps([message("a"), message("b", user="U2")])))

    assert found.roles == (Role.USER, Role.USER)
    assert NO_AGENT in found.warnings


def test_lists_of_members_and_channels_are_skipped() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(
            "users.json", json.dumps([{"id": "U1", "team_id": "T", "profile": {}}] * 2)
        )
        archive.writestr("channels.json", json.dumps([{"id": "C", "creator": "U", "members": []}]))
        archive.writestr("support/2026-10-01.json", json.dumps([message("a"), bot("b")]))

    found = items(file(held.getvalue(), "export.zip"))

    assert [where for where, _ in left_out(found)] == [
        "export.zip/users.json",
        "export.zip/channels.json",
    ]
    assert len(found) == 3


def archived(**members: Any) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, value in members.items():
            archive.writestr(name.replace("__", "/") + ".json", json.dumps(value))
    return held.getvalue()


def test_a_thread_goes_on_over_the_days_of_an_export() -> None:
    later = [bot("b", 90_000, thread_ts="1"), message("y", 90_001)]
    first = [message("a", thread_ts="1"), message("x", 1)]

    found = sessions(file(archived(help__day2=later, help__day1=first), "export.zip"))

    assert [[turn.content for turn in one.turns] for one in found] == [["a", "b"], ["y"], ["x"]]
    assert found[0].external_id == "help/1"


def test_members_are_called_by_the_names_in_the_list() -> None:
    members = [{"id": "U1", "team_id": "T", "profile": {"display_name": "", "real_name": "Ana"}}]
    day = [message("a"), bot("b", 1)]

    (found,) = sessions(file(archived(users=members, help__day=day), "export.zip"))

    assert found.turns[0].speaker == "Ana"


def unpacked(folder: Path, **members: Any) -> list[Source]:
    for name, value in members.items():
        path = folder / (name.replace("__", "/") + ".json")
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
    return list(sources([folder]))


def test_an_unpacked_export_gives_the_same_sessions_as_its_archive(tmp_path: Path) -> None:
    members = [{"id": "U1", "team_id": "T", "profile": {"real_name": "Ana"}}]
    export = {
        "help__day1": [message("a", thread_ts="1"), message("x", 1)],
        "help__day2": [bot("b", 90_000, thread_ts="1"), message("y", 90_001)],
        "sales__day1": [message("z")],
        "users": members,
    }

    of_folder = sessions(*unpacked(tmp_path, **export))

    of_archive = sessions(file(archived(**export), "export.zip"))
    assert [(s.external_id, s.turns) for s in of_folder] == [
        (s.external_id, s.turns) for s in of_archive
    ]
    assert [turn.content for turn in of_folder[0].turns] == ["a", "b"]


def test_days_that_are_named_by_themselves_are_not_taken_for_one_channels() -> None:
    first, second = (file(json.dumps([message(text)]), "day.json") for text in ("a", "b"))

    found = sessions(first, replace(second, name="other/day.json"))

    assert [[turn.content for turn in one.turns] for one in found] == [["a"], ["b"]]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("dms", [{"id": "D", "created": 1, "members": ["U"]}]),
        ("integration_logs", [{"user_id": "U", "change_type": "added", "date": "1"}]),
        ("canvases", [{"id": "F", "filetype": "quip"}]),
        ("groups", []),
    ],
)
def test_the_other_lists_of_an_export_are_skipped(name: str, content: Any) -> None:
    held = archived(**{name: content, "help__day": [message("a"), bot("b")]})

    found = items(file(held, "export.zip"))

    assert left_out(found) == [(f"export.zip/{name}.json", NO_CHAT)]
    assert len(found) == 2


def test_conversations_in_a_file_called_as_a_list_are_read() -> None:
    held = archived(users=[chat("a", "b", id="s")], lists={"data": [chat("c", "d", id="t")]})

    assert [one.external_id for one in sessions(file(held, "some.zip"))] == ["s", "t"]
