import pytest

from judging.importers.transcripts import is_transcript, parts_of, spoken_in


def test_lines_without_a_speaker_belong_to_the_last() -> None:
    found = spoken_in("User: a\n\nNote: b\nAssistant: c\nd\n")

    assert [(m.speaker, m.content) for m in found] == [
        ("User", "a\n\nNote: b"),
        ("Assistant", "c\nd"),
    ]


def test_a_tools_name_stands_behind_it() -> None:
    found = spoken_in("USER: a | TOOL (find order): b | AGENT (Ana): c")

    assert [(m.speaker, m.content, m.tool_name) for m in found] == [
        ("USER", "a", None),
        ("TOOL", "b", "find order"),
        ("AGENT", "c", None),
    ]


def test_nothing_that_was_written_as_a_word_is_no_text() -> None:
    user, assistant = spoken_in("user: None\nassistant: None")

    assert (user.content, assistant.content) == ("None", None)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("User: a\n---\nUser: b", ["User: a\n", "\nUser: b"]),
        ("User: a -- b\n--\n", ["User: a -- b\n--\n"]),
        ("====\nUser: a\n----\n", ["\nUser: a\n"]),
    ],
)
def test_lines_of_dashes_stand_between_conversations(text: str, parts: list[str]) -> None:
    assert parts_of(text) == parts


@pytest.mark.parametrize("text", ["", "User: a", "User: a\nUser: b", "Hello. User: a\nAgent: b"])
def test_what_is_not_said_by_two_is_no_transcript(text: str) -> None:
    assert not is_transcript(text)
    assert is_transcript("User: a\nAgent: b")
