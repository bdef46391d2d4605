import json
from datetime import UTC, datetime

import pytest

from judging.importers import Found, Rejected, Source, Told, read_all
from judging.importers.date_orders import UNCLEAR, DateOrder
from judging.sessions import Role
from tests.judging.importers.files import file, items, lines, sessions


def contents(table: str, name: str = "f.csv") -> list[list[str]]:
    return [[turn.content for turn in found.turns] for found in sessions(file(table, name))]


@pytest.mark.parametrize(
    "header",
    [
        "session_id,role,content",
        "Ticket,Speaker,Message",
        "conversation id,sender,text",
        "thread-id,Author,body",
    ],
)
def test_columns_are_known_by_many_names(header: str) -> None:
    assert contents(f"{header}\ns,user,a\ns,assistant,b\n") == [["a", "b"]]


def test_rows_are_ordered_by_number_then_by_time_then_as_they_stand() -> None:
    by_number = "session,turn,role,content\ns,10,user,c\ns,9,user,b\ns,-1,user,a\n"
    by_time = "session,role,content,time\ns,user,b,2026-01-02\ns,user,a,2026-01-01\n"
    some_timed = "session,role,content,time\ns,user,b,2026-01-02\ns,user,a,\n"

    assert contents(by_number) == [["a", "b", "c"]]
    assert contents(by_time) == [["a", "b"]]
    assert contents(some_timed) == [["b", "a"]]


def test_rows_of_one_number_stay_as_they_stand() -> None:
    table = "session,turn,role,content\ns,2,user,c\ns,1,user,a\ns,1,assistant,b\n"

    assert contents(table) == [["a", "b", "c"]]


def test_sessions_come_in_the_order_in_which_they_begin() -> None:
    table = "session,role,content\nb,user,1\na,user,2\nb,user,3\n"

    assert contents(table) == [["1", "3"], ["2"]]


def test_a_row_without_a_session_among_others_is_rejected() -> None:
    found = items(file("session,role,content\ns,user,a\n,user,b\n", "f.csv"))

    assert Rejected("f.csv, line 3", "The row names no session. Fill in its id.") in found


def test_a_file_without_ids_is_one_session() -> None:
    (found,) = sessions(file("role,content\nuser,a\nassistant,b\n", "talk.csv"))

    assert (found.external_id, len(found.turns)) == ("talk", 2)


def test_ids_that_rows_share_are_sessions_and_others_are_messages() -> None:
    shared = sessions(file("id,role,content\n1,user,a\n1,assistant,b\n2,user,c\n", "f.csv"))
    (own,) = sessions(file("id,role,content\nm1,user,a\nm2,assistant,b\n", "f.csv"))

    assert [found.external_id for found in shared] == ["1", "2"]
    assert [turn.external_turn for turn in own.turns] == ["m1", "m2"]


def test_json_lines_may_hold_a_message_each_with_its_calls() -> None:
    found = sessions(
        lines(
            {"session_id": 1, "role": "user", "content": "a", "goal": None},
            {"session_id": 2, "role": "user", "content": "x"},
            {
                "session_id": 1,
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}],
            },
            {"session_id": 1, "role": "tool", "tool_call_id": "c", "content": "42", "goal": "G"},
        )
    )

    assert [one.external_id for one in found] == ["1", "2"]
    assert found[0].roles == (Role.USER, Role.ASSISTANT, Role.TOOL)
    assert found[0].turns[2].tool_name == "f"
    assert found[0].goal == "G"


def test_a_json_list_of_such_messages_is_several_sessions() -> None:
    rows = [{"session_id": name, "role": "user", "content": "a"} for name in ("s", "t")]

    assert len(sessions(file(json.dumps(rows)))) == 2


def test_what_all_rows_say_alike_is_the_sessions() -> None:
    (found,) = sessions(
        file("session,role,content,shop,mood\ns,user,a,north,calm\ns,ai,b,north,cross\n", "f.csv")
    )

    assert found.metadata == {"shop": "north"}


def test_a_model_column_tells_the_agents_model() -> None:
    (found,) = sessions(file("session,role,content,model\ns,user,a,\ns,assistant,b,m-1\n", "f.csv"))

    assert found.agent_model == "m-1"


def test_text_survives_as_typed() -> None:
    table = "session,role,content\n" + "".join(
        f"s,user,{text}\n" for text in ("NA", "null", "nan", "007")
    )

    assert contents(table) == [["NA", "null", "nan", "007"]]


def test_a_block_alone_goes_by_its_file() -> None:
    (found,) = sessions(file("USER\thi\nSYSTEM\thello\n", "talk.tsv"))

    assert (found.external_id, found.metadata) == ("talk", {})


def dated(*dates: str) -> Source:
    rows = (f"{n},user,{date},{date} 9:00\n" for n, date in enumerate(dates))
    return file("session,role,content,time\n" + "".join(rows), "f.csv")


def test_one_date_tells_the_order_of_all_in_the_table() -> None:
    first, second = sessions(dated("10/01/2026", "10/13/2026"))

    assert first.started_at == datetime(2026, 10, 1, 9, tzinfo=UTC)
    assert second.started_at == datetime(2026, 10, 13, 9, tzinfo=UTC)


def test_dates_that_stay_open_are_asked_for_with_the_first_of_them() -> None:
    (found,) = items(dated("10/01/2026"))

    assert isinstance(found, Found)
    assert found.unclear_date == "10/01/2026"
    assert UNCLEAR in found.session.warnings


def test_rows_are_in_the_order_of_dates_that_a_person_has_told() -> None:
    table = file(
        "session,role,content,time\ns,user,b,02/01/2026 9:00\ns,assistant,a,01/10/2026 9:00\n",
        "f.csv",
    )

    (found,) = read_all([table], told=Told(dates=DateOrder.MONTH_FIRST))

    assert isinstance(found, Found)
    assert [turn.content for turn in found.session.turns] == ["a", "b"]
