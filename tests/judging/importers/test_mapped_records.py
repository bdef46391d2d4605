"""Files that no importer knows, read as a mapping says."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.importers import Found, Rejected, SessionMapping, Source, read, read_all
from judging.sessions import Role, Session
from tests.judging.importers.files import file, lines

ROLES = {"K": Role.USER, "S": Role.ASSISTANT}
LOG = SessionMapping(list="log", role="by", content="said", roles=ROLES)
ROWS = SessionMapping(id="a", role="b", content="c", roles=ROLES)


def sessions(mapping: SessionMapping, *sources: Source) -> list[Session]:
    found = read_all(sources, mapping=mapping)
    return [item.session for item in found if isinstance(item, Found)]


def rejected(mapping: SessionMapping, source: Source) -> list[Rejected]:
    return [item for item in read(source, mapping=mapping) if isinstance(item, Rejected)]


def said(*words: str, **fields: Any) -> dict[str, Any]:
    return {**fields, "log": [{"by": word[0], "said": word[1:]} for word in words]}


def test_a_list_in_a_list_is_a_session_each_under_the_id_around_it() -> None:
    export = {"of": "March", "tickets": [said("Kwhere?", "Shere", no=7), said("Khm", "Sso", no=8)]}
    mapping = SessionMapping(
        list="tickets.log", id="no", role="by", content="said", goal="of", roles=ROLES
    )

    first, second = sessions(mapping, file(json.dumps(export)))

    assert (first.external_id, second.external_id) == ("7", "8")
    assert first.goal == "March"
    assert [(turn.role, turn.speaker, turn.content) for turn in first.turns] == [
        (Role.USER, "K", "where?"),
        (Role.ASSISTANT, "S", "here"),
    ]
    assert first.source_format == "mapping"


def test_without_an_id_each_list_is_a_session_by_its_place() -> None:
    whole = file(json.dumps([said("Ka", "Sb"), said("Kc", "Sd")]), "some.json")

    assert [one.external_id for one in sessions(LOG, whole)] == ["some#1", "some#2"]
    assert [one.external_id for one in sessions(LOG, lines(said("Ka", "Sb")))] == ["line-1"]
    assert [one.external_id for one in sessions(LOG, file(json.dumps(said("Ka"))))] == ["file"]


def test_an_id_in_the_message_is_named_from_the_record_on() -> None:
    export = {"id": "export", "rows": [{"id": "s", "by": "K", "said": "a"}]}
    around = SessionMapping(list="rows", id="id", role="by", content="said")
    inside = SessionMapping(list="rows", id="rows.id", role="by", content="said")

    assert [one.external_id for one in sessions(around, file(json.dumps(export)))] == ["export"]
    assert [one.external_id for one in sessions(inside, file(json.dumps(export)))] == ["s"]


def test_rows_of_a_table_with_unknown_columns() -> None:
    table = file("a;b;c;d\n1;K;hello;x\n2;K;hm;y\n1;S;there;x\n2;S;so;y\n", "f.csv")

    first, second = sessions(ROWS, table)

    assert [turn.content for turn in first.turns] == ["hello", "there"]
    assert first.external_id == "1"
    assert (first.metadata, second.metadata) == ({"d": "x"}, {"d": "y"})


def test_rows_that_are_exchanges() -> None:
    mapping = SessionMapping(id="n", user="q_", assistant="a_", turn="at")
    table = file("n,at,q_,a_\ns,2,c,d\ns,1,a,b\n", "f.csv")

    (only,) = sessions(mapping, table)

    assert [turn.content for turn in only.turns] == ["a", "b", "c", "d"]


def test_columns_inside_of_columns_times_and_models() -> None:
    mapping = SessionMapping(
        list="log", role="by.kind", content="body.text", time="at", model="by.llm"
    )
    log = [
        {"by": {"kind": "user"}, "body": {"text": "a"}, "at": "2026-01-02T00:00Z"},
        {"by": {"kind": "bot", "llm": "m-1"}, "body": {"text": "b"}, "at": "2026-01-03T00:00Z"},
    ]

    (only,) = sessions(mapping, lines({"log": log}))

    assert [turn.role for turn in only.turns] == [Role.USER, Role.ASSISTANT]
    assert only.agent_model == "m-1"
    assert only.turns[1].timestamp is not None
    assert only.turns[1].timestamp.day == 3


def test_what_is_no_message_is_left_out_and_counted_for_its_own_session() -> None:
    event = {"kind": "opened"}
    first = {"log": [event, *said("Ka", "Sb")["log"]]}

    with_event, without = sessions(LOG, file(json.dumps([first, said("Kc", "Sd")])))

    assert with_event.warnings == ("Left out: 1 of the list without the column of what is said.",)
    assert without.warnings == ()


def test_a_known_format_is_read_by_the_mapping_all_the_same() -> None:
    known = {"messages": [{"role": "user", "content": "a", "text": "b"}]}
    mapping = SessionMapping(list="messages", role="role", content="text")

    (only,) = sessions(mapping, lines(known))

    assert only.turns[0].content == "b"


def test_a_record_without_the_list_is_named() -> None:
    (found,) = rejected(LOG, lines(said("Ka", "Sb"), {"x": 1}))

    assert found.where == "file.jsonl, line 2"
    assert found.reason == (
        "Nothing stands under said in the list log. Name another column as content."
    )


def test_a_row_without_its_id_is_named() -> None:
    (found,) = rejected(ROWS, file("a,b,c\n1,K,x\n,K,y\n", "f.csv"))

    assert found.where == "f.csv, line 3"


KEYS = st.sampled_from(["log", "by", "said", "a", "b"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=15,
)


@pytest.mark.parametrize(
    "mapping", [LOG, ROWS, SessionMapping(list="log.a", user="b", assistant="a")]
)
@given(value=JSON)
def test_any_json_is_sessions_or_rejections(mapping: SessionMapping, value: Any) -> None:
    found = list(read(file(json.dumps(value)), mapping=mapping))

    assert found
    assert all(isinstance(item, Found | Rejected) for item in found)
