"""Sessions."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.sessions import Role, Session, ToolCall, Turn


def session(*roles: Role) -> Session:
    return Session("s", tuple(Turn(n, role, f"{n}") for n, role in enumerate(roles, start=1)))


U, A, T = Role.USER, Role.ASSISTANT, Role.TOOL


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ((), 0),
        ((U,), 0),
        ((A, U), 0),
        ((U, A, U), 1),
        ((U, A, T, A, U, A), 2),
        ((U, U, A, A), 1),
    ],
)
def test_an_exchange_is_a_user_turn_that_is_answered(
    roles: tuple[Role, ...], expected: int
) -> None:
    assert session(*roles).n_exchanges == expected


def test_a_gap_in_the_numbers_is_a_slip_of_the_program() -> None:
    with pytest.raises(ValueError, match="numbered"):
        Session("s", (Turn(1, U, "a"), Turn(3, A, "b")))


def test_a_turn_that_is_not_there_is_none() -> None:
    assert session(U, A).turn(3) is None
    assert session(U, A).turn(0) is None


def test_a_session_is_its_own_group_unless_the_source_names_one() -> None:
    assert session(U).group == "s"
    assert dataclasses.replace(session(U), group="task-7").group == "task-7"


def test_the_family_follows_from_the_model_unless_the_source_names_it() -> None:
    named = Session("s", (), agent_model="openai/gpt-4o")

    assert named.agent_family == "gpt"
    assert Session("s", (), agent_model="gpt-4o", agent_family="own").agent_family == "own"
    assert Session("s", (), agent_model="something-new").agent_family is None


def test_ids_and_times_are_no_part_of_the_content() -> None:
    one = session(U, A)

    assert dataclasses.replace(one, external_id="t", title="x").content_hash == one.content_hash


def test_what_a_call_says_is_part_of_the_content() -> None:
    calls = [Turn(1, A, tool_calls=(ToolCall("1", "f", {"a": n}),)) for n in (1, 2)]

    assert len({Session("s", (turn,)).content_hash for turn in calls}) == 2


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_different_texts_have_different_hashes(first: list[str], second: list[str]) -> None:
    sessions = [
        Session("s", tuple(Turn(n, U, text) for n, text in enumerate(texts, start=1)))
        for texts in (first, second)
    ]

    assert (sessions[0].content_hash == sessions[1].content_hash) == (first == second)
