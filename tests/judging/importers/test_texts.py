import pytest

from judging.importers.texts import holds_conversation, is_conversation, labels_in
from tests.judging.importers.files import file


@pytest.mark.parametrize(
    "text",
    [
        "User: hi",
        "**User:** hi",
        "[10:02] Customer: hi",
        "TOOL (find): x",
        "# aider chat started at 2026-10-01 09:00:00",
        "01/10/2026, 09:00 - Ana: hi",
        "10/1/26, 9:00\u202fPM - Ana: hi",
        "2026-10-01, 21:00 - Ana: hi",
        "1.10.26, 09:00 - Ana: hi",
        "[01.10.26, 09:00:12] Ana: hi",
        "\u200e[2026-10-01, 9:00:12 PM] Ana: hi",
        "[1.10.2026 klo 9.00.12] Ana: hi",
    ],
)
def test_a_conversation_is_known_by_how_it_begins(text: str) -> None:
    assert is_conversation(text)
    assert holds_conversation(file(f"\n{text}", "chat.txt"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "role,content\nuser,hi",
        '{"role": "user"}',
        "Dear user: hello",
        "Note: this is none",
        "https://example.com",
        "2026-10-01 09:00:00 INFO started",
        "user:hi",
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert not is_conversation(text)


def test_speakers_stand_at_the_start_of_a_line_or_behind_a_bar() -> None:
    text = "User: see user: x | AGENT: a || b\nNote: c\n  Tool (find): d"

    assert [label["speaker"] for label in labels_in(text)] == ["User", "AGENT", "Tool"]
