"""What a transcript sends to the browser."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from judging.sessions import Role, Session, ToolCall, Turn
from pages.parts import assets, transcript

ZONE = datetime(2026, 3, 2, 9, 30, 5, tzinfo=UTC)


def session(*turns: Turn, **fields: Any) -> Session:
    return Session("s-1", turns, **fields)


def shown_turn(turn: Turn, **fields: Any) -> dict[str, Any]:
    [shown] = transcript.session_data(session(turn, **fields))["turns"]
    assert isinstance(shown, dict)
    return shown


def test_only_what_a_turn_has_is_sent() -> None:
    turn = Turn(1, Role.USER, "Hello", speaker="user")

    assert shown_turn(turn) == {"number": 1, "role": "user", "content": "Hello"}


def test_a_speaker_and_a_model_are_named_where_they_are_news() -> None:
    turn = Turn(1, Role.ASSISTANT, "Hi", speaker="bot", model="agent-3", timestamp=ZONE)

    usual = shown_turn(turn, agent_model="agent-3")
    unusual = shown_turn(turn, agent_model="agent-2")

    assert usual["speaker"] == unusual["speaker"] == "bot"
    assert "model" not in usual
    assert unusual["model"] == "agent-3"
    assert usual["time"] == "2026-03-02 09:30:05"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"n": 2**60, "x": 1.10}, '{"n": 1152921504606846976, "x": 1.1}'),
        ([float("nan")], "[NaN]"),
        ("not JSON", "not JSON"),
        (None, ""),
        ({}, "{}"),
        ("ü", "ü"),
    ],
)
def test_arguments_are_sent_as_text(arguments: object, text: str) -> None:
    turn = Turn(1, Role.ASSISTANT, tool_calls=(ToolCall("c", "f", arguments),))

    assert shown_turn(turn)["calls"] == [{"name": "f", "arguments": text}]


def test_a_tool_s_answer_knows_the_turn_that_asked_even_where_ids_repeat() -> None:
    call = (ToolCall("c", "f"),)
    turns = (
        Turn(1, Role.ASSISTANT, tool_calls=call),
        Turn(2, Role.TOOL, "a", tool_call_id="c"),
        Turn(3, Role.ASSISTANT, tool_calls=call),
        Turn(4, Role.TOOL, "b", tool_call_id="c"),
        Turn(5, Role.TOOL, "c", tool_call_id="never made"),
    )

    shown = transcript.session_data(session(*turns))["turns"]

    assert [turn.get("answers") for turn in shown] == [None, 1, None, 3, None]


def test_parts_of_a_page_speak_of_a_session_by_its_number_once_it_has_one() -> None:
    assert transcript.reference(session()) == "s-1"
    assert transcript.reference(session(id=7)) == "7"


def script(number: int, *, blind: bool) -> None:
    from judging.ratings import Citation, Outcome, Verdict  # noqa: PLC0415
    from judging.rubrics import ready_made  # noqa: PLC0415
    from judging.sessions import Role, Session, Turn  # noqa: PLC0415
    from pages.parts import session_view  # noqa: PLC0415
    from pages.parts.marks import Answer  # noqa: PLC0415
    from pages.parts.rail import Rail  # noqa: PLC0415
    from pages.parts.transcript import TranscriptView  # noqa: PLC0415

    session = Session("s-1", (Turn(1, Role.USER, "Where is \ud800 it?"),))
    verdict = Verdict(
        session="s-1",
        criterion="goal_met",
        outcome=Outcome.FAIL,
        rationale="the-rationale",
        citations=(Citation(1, "Where"),),
    )
    criterion = ready_made("conversation").criterion("goal_met")
    answers = () if blind else (Answer(criterion, verdict, "the-judge"),)
    session_view.show(
        TranscriptView(session, answers, focus=number),
        Rail(session, (criterion,), answers),
        key="view",
    )


def payloads(*, focus: int = 1, blind: bool = False) -> list[str]:
    """Return what the transcript and the rail send to the browser."""
    page = AppTest.from_function(script, args=(focus,), kwargs={"blind": blind}).run()
    assert not page.exception
    return [part.proto.json for part in page.get("bidi_component")]


def test_what_a_blind_reader_gets_holds_no_trace_of_an_answer() -> None:
    told, untold = "".join(payloads()), "".join(payloads(blind=True))

    for trace in ("the-rationale", "the-judge", "Fail", "✗", "orange", "cited"):
        assert json.dumps(trace)[1:-1] in told
        assert json.dumps(trace)[1:-1] not in untold


def test_another_focus_leaves_the_session_as_it_was() -> None:
    first, second = (json.loads(payloads(focus=focus)[0]) for focus in (1, 2))

    assert first["digest"] == second["digest"]
    assert (first.pop("focus"), second.pop("focus")) == (1, 2)
    assert first == second


def test_nothing_in_the_scripts_reads_text_as_markup_or_code() -> None:
    scripts = "".join(file.read_text(encoding="utf-8") for file in assets.HERE.glob("*.js"))

    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert way not in scripts
    assert "new Function" not in scripts
    assert "createContextualFragment" not in scripts
