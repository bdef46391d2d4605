import json
from typing import Any

from judging.sessions import Role
from tests.judging.importers.files import file, items, left_out, session, sessions


def event(kind: str, text: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"event": kind, "text": text, "timestamp": 1_790_845_200.5, **fields}


def tracker(*events: Any) -> dict[str, Any]:
    return {"sender_id": "s", "events": [*events]}


STARTED = {"event": "session_started"}


def test_messages_are_turns_in_the_order_of_the_list_and_other_events_are_not() -> None:
    found = session(
        tracker(
            {"event": "action", "name": "action_listen"},
            event("user", "a", timestamp=1_790_845_300),
            {"event": "slot", "name": "x", "value": "y"},
            event("bot", "b"),
        )
    )

    assert [(turn.role, turn.content) for turn in found.turns] == [
        (Role.USER, "a"),
        (Role.ASSISTANT, "b"),
    ]
    assert found.turns[1].timestamp is not None


def test_each_start_begins_a_session_of_the_same_sender() -> None:
    events = STARTED, event("user", "a"), event("bot", "b"), STARTED, STARTED, event("user", "c")

    one, two = sessions(file(json.dumps(tracker(*events))))

    assert (one.external_id, two.external_id) == ("s", "s#2")
    assert one.group == two.group == "s"


def test_buttons_and_pictures_are_part_of_what_the_bot_says() -> None:
    data = {"image": "x", "attachment": None, "buttons": [{"title": "Yes"}, {"title": "No"}]}

    found = session(tracker(event("user", "a"), event("bot", "b", data=data)))

    assert found.turns[1].content == "b [image]\n[buttons: Yes | No]"


def test_a_tracker_in_which_nothing_is_said_is_skipped() -> None:
    ((_, reason),) = left_out(items(file(json.dumps(tracker(STARTED, event("bot"))))))

    assert reason == "Nothing is said in it, there are only actions and slots."


def test_an_event_that_is_none_is_named() -> None:
    ((where, _),) = left_out(items(file(json.dumps(tracker(event("user", "a"), 7)))))

    assert where == "file.json, event 2"
