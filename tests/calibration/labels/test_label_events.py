"""What is taken for an event, and what is not."""

from typing import Any

import pytest

from calibration.labels.label_events import GoEvent, LabelEvent, read
from judging.ratings import Citation, Outcome

SENT = {
    "id": "0123456789abcdef",
    "type": "label",
    "reviewer": "maya",
    "rubric": "conversation@1",
    "session": "a",
    "criterion": "goal_met",
    "outcome": "pass",
}


def test_a_label_is_read_with_all_that_it_says() -> None:
    event = read(SENT | {"turn": 2, "note": "So.", "cited": [1, 2], "seconds": 3.5, "more": "?"})

    assert isinstance(event, LabelEvent)
    assert event.answer is Outcome.PASS
    assert (event.turn, event.note, event.cited, event.seconds) == (2, "So.", [1, 2], 3.5)


def test_evidence_is_turns_the_words_in_them_and_what_is_missing() -> None:
    quotes = [{"turn": 2, "quote": "It left."}, {"turn": 2, "quote": "It left."}]
    event = read(SENT | {"cited": [1, 2, 1], "quotes": quotes, "missing": [4]})

    assert isinstance(event, LabelEvent)
    assert event.citations == (
        Citation(1),
        Citation(2, "It left."),
        Citation(4, missing=True),
    )


@pytest.mark.parametrize(
    "quote", [{"turn": 0, "quote": "x"}, {"turn": 1, "quote": ""}, {"turn": 1, "quote": "x" * 2001}]
)
def test_a_quote_is_words_of_a_turn(quote: dict[str, object]) -> None:
    assert read(SENT | {"quotes": [quote]}) is None


def test_a_label_without_an_outcome_takes_one_back() -> None:
    event = read(SENT | {"outcome": None})

    assert isinstance(event, LabelEvent)
    assert event.answer is None


@pytest.mark.parametrize("session", ["a", ""])
def test_a_move_names_where_to_or_leaves_it_to_the_server(session: str) -> None:
    event = read({**SENT, "type": "go", "session": session})

    assert isinstance(event, GoEvent)
    assert event.session == session


@pytest.mark.parametrize(
    "fields",
    [
        {"id": "short"},
        {"type": "delete"},
        {"reviewer": ""},
        {"session": ""},
        {"session": "s" * 2_001},
        {"outcome": "not_scored"},
        {"outcome": "maybe"},
        {"turn": -1},
        {"turn": "two"},
        {"cited": [0]},
        {"cited": list(range(1, 53))},
        {"note": "n" * 10_001},
        {"seconds": float("nan")},
        {"seconds": -1},
    ],
)
def test_what_does_not_fit_is_no_event(fields: dict[str, Any]) -> None:
    assert read(SENT | fields) is None


@pytest.mark.parametrize("sent", [None, "label", 7, [], {}, [SENT]])
def test_anything_else_is_no_event_either(sent: object) -> None:
    assert read(sent) is None
