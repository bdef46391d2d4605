import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.importers.roles import is_agent_as_system, is_role, role_of
from judging.sessions import Role

U, A, S, T = Role.USER, Role.ASSISTANT, Role.SYSTEM, Role.TOOL


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("user", U),
        (" Human ", U),
        ("END-USER", U),
        ("end user", U),
        ("gpt", A),
        ("AIMessageChunk", A),
        ("virtual agent", A),
        ("ipython", T),
        ("function_call_output", T),
        ("Developer", S),
    ],
)
def test_the_words_of_many_sources_are_known(word: str, role: Role) -> None:
    assert role_of(word) == (role, "")
    assert is_role(word)


@pytest.mark.parametrize(
    ("word", "role"),
    [("asssistant", A), ("assistnt", A), ("usser", U), ("Agent Smith (Bot)", A), ("Bot 7", A)],
)
def test_a_misspelt_word_and_one_among_others_are_guesses(word: str, role: Role) -> None:
    assert role_of(word) == (role, f"The speaker {word!r} is read as {role}.")
    assert not is_role(word)


@pytest.mark.parametrize("word", ["", "narrator", "boots", "Customer agent", "x" * 1_000])
def test_what_is_neither_is_other_and_said(word: str) -> None:
    role, warning = role_of(word)

    assert role is Role.OTHER
    assert warning.endswith("is of no known role.")
    assert len(warning) < 120


@pytest.mark.parametrize("roles", [[U, S], [U, S, U, S, U], [S, U, S, U]])
def test_the_system_is_the_agent_where_nobody_else_answers(roles: list[Role]) -> None:
    assert is_agent_as_system(roles)


@pytest.mark.parametrize("roles", [[S, U], [U, S, S], [U, S, A], [U, U], [S], []])
def test_the_system_is_itself_elsewhere(roles: list[Role]) -> None:
    assert not is_agent_as_system(roles)


@given(st.text())
def test_any_word_has_a_role(word: str) -> None:
    assert role_of(word)[0] in Role
