from datetime import UTC, datetime

import pytest

from judging.importers import Found, Told, read_all
from judging.importers.date_orders import UNCLEAR, DateOrder
from judging.importers.speakers import NO_AGENT
from judging.sessions import Role
from tests.judging.importers.files import file, sessions


@pytest.mark.parametrize(
    "stamp",
    [
        "01/10/2026, 09:00 - ",
        "10/1/26, 9:00\u202fPM - ",
        "2026-10-01 21:00 - ",
        "1.10.26, 09:00 - ",
        "[01.10.26, 09:00:12] ",
        "\u200e[2026-10-01, 9:00:12 PM] ",
        "[1.10.2026 klo 9.00.12] ",
        "12. 3. 2026. 9:00 - ",
    ],
)
def test_dates_and_times_of_many_countries_begin_a_message(stamp: str) -> None:
    (found,) = sessions(file(f"{stamp}Ana: a\nb: c\n{stamp}Bot: d\n", "_chat.txt"))

    assert [turn.content for turn in found.turns] == ["a\nb: c", "d"]
    assert found.roles == (Role.USER, Role.ASSISTANT)
    assert found.turns[0].speaker == "Ana"


def test_lines_by_the_program_are_left_out_and_counted() -> None:
    at = "13/10/2026, 09:00 - "
    text = (
        f"{at}Messages are end-to-end encrypted.\n"
        f'{at}Ana changed the subject to "Order: 8812"\n'
        f"{at}Ana: a\n{at}Agent: b\n"
    )

    (found,) = sessions(file(text, "chat.txt"))

    assert len(found.turns) == 2
    assert found.warnings == ("Left out: 2 notes by the program.",)


def test_where_nobody_is_known_as_the_agent_a_warning_says_so() -> None:
    text = "13/10/2026, 09:00 - Ana: a\n13/10/2026, 09:01 - Bo: b\n"

    (found,) = sessions(file(text, "chat.txt"))

    assert found.roles == (Role.USER, Role.USER)
    assert NO_AGENT in found.warnings


def test_messages_have_their_times() -> None:
    (found,) = sessions(file("13/10/26, 09:00 - Ana: a\n13/10/26, 09:01 - Bot: b\n", "chat.txt"))

    assert found.started_at == datetime(2026, 10, 13, 9, tzinfo=UTC)
    assert found.turns[1].timestamp == datetime(2026, 10, 13, 9, 1, tzinfo=UTC)


def test_dates_that_are_two_days_at_once_are_said_to_be_left_out() -> None:
    (found,) = sessions(file("01/10/26, 09:00 - Ana: a\n01/10/26, 09:01 - Bot: b\n", "chat.txt"))

    assert found.started_at is None
    assert found.warnings == (UNCLEAR,)


def test_dates_that_are_two_days_at_once_are_read_as_a_person_says() -> None:
    text = "01/10/26, 09:00 - Ana: a\n02/10/26, 09:01 - Bot: b\n"

    (found,) = read_all([file(text, "chat.txt")], told=Told(dates=DateOrder.MONTH_FIRST))

    assert isinstance(found, Found)
    assert found.session.started_at == datetime(2026, 1, 10, 9, tzinfo=UTC)
    assert found.session.warnings == ()
