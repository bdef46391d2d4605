"""What there is to choose from in a file that no importer knows."""

import json

from judging.importers import SessionMapping, Source
from judging.importers.mapping_choices import Choices
from tests.judging.importers.files import file

EXPORT = {
    "of": "March",
    "tags": [{"name": "a"}],
    "tickets": [
        {
            "id": 7,
            "log": [
                {"id": "m1", "author": {"kind": "K"}, "text": "Where?", "at": "2026-01-01"},
                {"id": "m2", "author": {"kind": "bot"}, "text": "Here."},
            ],
        }
    ],
}


def test_the_likeliest_list_is_the_one_with_what_was_said() -> None:
    lists = Choices.of(file(json.dumps(EXPORT))).lists

    assert lists[0] == "tickets.log"
    assert set(lists) == {"", "tags", "tickets", "tickets.log"}


def test_columns_come_with_an_example_and_those_around_are_told_apart() -> None:
    columns = Choices.of(file(json.dumps(EXPORT))).columns("tickets.log")

    assert columns == {
        "id": "7",
        "tickets.log.id": "m1",
        "author.kind": "K",
        "text": "Where?",
        "at": "2026-01-01",
        "of": "March",
    }


def test_names_suggest_what_they_can() -> None:
    choices = Choices.of(file("Nr;speaker;body\n1;K;a\n", "f.csv"))

    assert choices.suggested("") == SessionMapping(role="speaker", content="body")


def test_only_speakers_of_no_known_role_are_asked_for() -> None:
    choices = Choices.of(file(json.dumps(EXPORT)))

    assert choices.unknown_speakers("tickets.log", "author.kind") == ("K",)


def test_a_file_that_is_none_offers_nothing() -> None:
    assert Choices.of(file(b"\x00\x01\x02", "f.bin")).lists == ()
    assert Choices.of(Source("f.json", file("7").open)).lists == ()
