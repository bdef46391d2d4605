"""Labels and verdicts of a file whose columns someone has named."""

import json

import pytest

from judging.errors import SessionFileError
from judging.importers import RatingOptions, RatingRow, Rejected, Source, read_ratings
from judging.importers.rating_mapping import read
from judging.ratings import Outcome
from tests.judging.importers.files import file

PASS, FAIL = Outcome.PASS, Outcome.FAIL
REVIEWS = {
    "reviews": [
        {"chat": {"no": 7}, "value": 3, "answers": [{"on": "goal_met", "was": "gut", "why": "."}]},
        {"chat": {"no": 8}, "value": 3, "answers": [{"on": "goal_met", "was": "mies"}]},
    ]
}
NESTED = """
list: reviews.answers
session_id: chat.no
criterion: 'on'
value: was
note: why
pass: gut
fail: [mies, schlecht]
"""


def rows(source: Source, mapping: str) -> list[RatingRow | Rejected]:
    return list(read_ratings(source, RatingOptions(mapping=read(mapping))))


def answers(source: Source, mapping: str) -> list[tuple[str, str, Outcome]]:
    found = rows(source, mapping)
    return [(r.session_id, r.criterion, r.outcome) for r in found if isinstance(r, RatingRow)]


def test_a_list_in_a_list_with_what_stands_around_it() -> None:
    source = file(json.dumps(REVIEWS))

    assert answers(source, NESTED) == [("7", "goal_met", PASS), ("8", "goal_met", FAIL)]
    first = rows(source, NESTED)[0]
    assert isinstance(first, RatingRow)
    assert (first.note, first.raw_value) == (".", "gut")
    assert first.where == "file.json, item 1.1"


def test_only_the_columns_that_are_named_are_read() -> None:
    table = file("conv,frage,urteil,human_label,reviewer\na,goal_met,pass,fail,maya\n", "f.csv")

    (found,) = rows(table, "session_id: conv\ncriterion: frage\nvalue: urteil")

    assert isinstance(found, RatingRow)
    assert (found.outcome, found.reviewer) == (PASS, None)


def test_a_column_a_criterion() -> None:
    table = file("conv,q1,q2,q3\na,1,0,x\nb,0,,x\n", "f.csv")
    mapping = "session_id: conv\ncriteria: {q1: goal_met, q2: consistent}\npass: 1\nfail: 0"

    assert answers(table, mapping) == [
        ("a", "goal_met", PASS),
        ("a", "consistent", FAIL),
        ("b", "goal_met", FAIL),
    ]


def test_numbers_need_a_polarity_still() -> None:
    table = file("conv,q1\na,1\n", "f.csv")

    with pytest.raises(SessionFileError, match="are numbers"):
        rows(table, "session_id: conv\ncriteria: {q1: goal_met}")


def test_a_record_without_the_list_is_named() -> None:
    *_, last = rows(file(json.dumps(REVIEWS) + '\n{"x": 1}\n', "f.jsonl"), NESTED)

    assert isinstance(last, Rejected)
    assert last.where == "f.jsonl, line 2"
    assert "no list of answers at reviews.answers" in last.reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("value: a", "not complete"),
        ("session_id: a", "not complete"),
        ("session_id: a\nvalue: b\ncriteria: {c: d}", "not complete"),
        ("session_id: a\nvalue: b\ncolour: c", "no field colour"),
        ("session_id: a\ncriteria: b", "names no columns"),
        ("session_id: 7\nvalue: b", "no column"),
    ],
)
def test_what_is_wrong_is_said_with_a_way_out(text: str, said: str) -> None:
    with pytest.raises(SessionFileError, match=said) as raised:
        read(text)

    assert raised.value.fix
