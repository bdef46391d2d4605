import pytest

from judging.importers.history import extend
from judging.importers.message import Message


def talk(texts: str) -> list[Message]:
    """Return messages by turns; a capital letter is the assistant's."""
    return [Message("assistant" if text.isupper() else "user", text) for text in texts]


@pytest.mark.parametrize(
    ("said", "later", "all_"),
    [
        ("", "aB", "aB"),
        ("aB", "aBcD", "aBcD"),
        ("aBcD", "aB", "aBcD"),
        ("aB", "aBaB", "aBaB"),
        ("aBcD", "cDeF", "aBcDeF"),
        ("aBcD", "DeF", "aBcDeF"),
        ("aBcD", "xYeF", "aBcDeF"),
        ("aB", "CD", "aBCD"),
    ],
)
def test_only_what_is_new_is_added(said: str, later: str, all_: str) -> None:
    messages = talk(said)

    extend(messages, talk(later))

    assert "".join(message.content or "" for message in messages) == all_


def test_space_makes_no_difference() -> None:
    messages = [Message("user", "a  b")]

    extend(messages, [Message("human", " a b "), Message("ai", "c")])

    assert len(messages) == 2
