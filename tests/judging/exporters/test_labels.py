"""Labels out and in again, word for word."""

import pytest
from hypothesis import given

from judging.exporters import LABELS, MeantLabel
from judging.importers import RatingOptions, RatingRow, Rejected, Source, read_ratings
from judging.ratings import Citation, Label, Maker, Outcome
from tests.judging.exporters import hostile
from tests.judging.exporters.written import source, text
from tests.judging.importers.files import file

every_form = pytest.mark.parametrize("suffix", LABELS.suffixes)
PLAIN = Label(session="s", criterion="goal_met", outcome=Outcome.PASS, reviewer="maya")


def read(source: Source, *, verdicts: bool = False) -> list[RatingRow | Rejected]:
    return list(read_ratings(source, RatingOptions(verdicts=verdicts)))


def meant(row: RatingRow | Rejected) -> MeantLabel:
    assert isinstance(row, RatingRow)
    quoted = zip(row.cited_turns, row.quotes or [""] * len(row.cited_turns), strict=True)
    cited = [Citation(turn, quote) for turn, quote in quoted]
    missing = [Citation(turn, missing=True) for turn in row.missing_after]
    label = Label(
        session=row.session_id,
        criterion=row.criterion,
        outcome=row.outcome,
        reviewer=row.reviewer,
        turn=row.turn,
        slot=row.slot,
        made_by=row.made_by or Maker.PERSON,
        rationale=row.note,
        citations=(*cited, *missing),
        raw_value=row.raw_value,
        rubric=row.rubric,
        blind=row.blind,
        stratum=row.stratum,
        inclusion_prob=row.inclusion_prob,
        seconds_spent=row.seconds_spent,
        adjudicated=row.adjudicated,
        created_at=row.created_at,
    )
    return MeantLabel(label, row.meaning or 0)


@every_form
@given(label=hostile.labels())
def test_come_back_with_every_field(suffix: str, label: MeantLabel) -> None:
    (row,) = read(source(LABELS, [label], suffix))

    assert meant(row) == label


@every_form
@given(label=hostile.labels())
def test_written_again_are_the_same_bytes(suffix: str, label: MeantLabel) -> None:
    once = text(LABELS, [label], suffix)

    (row,) = read(source(LABELS, [label], suffix))

    assert text(LABELS, [meant(row)], suffix) == once


def test_no_cell_is_a_formula_to_a_spreadsheet() -> None:
    label = Label(
        session="=1+1", criterion="goal_met", outcome=Outcome.FAIL, reviewer="@sum", rationale="-1"
    )

    _, line, _ = text(LABELS, [MeantLabel(label)], ".csv").split("\r\n")

    assert line.startswith("judging/label@1,'=1+1,goal_met,fail,0,'@sum,")
    assert ",'-1," in line


@every_form
def test_brought_in_as_verdicts_are_refused_with_the_way_to_go(suffix: str) -> None:
    labels = source(LABELS, [MeantLabel(PLAIN)], suffix)

    with pytest.raises(Exception, match="This is a label") as refusal:
        read(labels, verdicts=True)

    assert "judging labels import" in str(refusal.value)


def test_what_a_newer_release_wrote_is_refused() -> None:
    newer = text(LABELS, [MeantLabel(PLAIN)], ".jsonl").replace("label@1", "label@2")

    with pytest.raises(Exception, match=r"judging/label@2 is above version 1"):
        read(file(newer, "labels.jsonl"))


@pytest.mark.parametrize(
    ("field", "wrong", "complaint"),
    [
        ('"value": "pass"', '"value": "not_scored"', "no outcome of a label"),
        ('"value": "pass"', '"value": "good"', "is not one of pass, fail"),
        ('"turn": 0', '"turn": -1', "is not a whole number"),
        ('"turn": 0', '"inclusion_prob": 2', "no probability"),
        ('"turn": 0', '"blind": "perhaps"', "is not yes or no"),
        ('"turn": 0', '"created_at": "soon"', "is not a time"),
        ('"turn": 0', '"cited_turns": ["x"]', "is not a whole number"),
        ('"session_id": "s", ', "", "lacks session_id"),
    ],
)
def test_a_record_that_was_edited_is_rejected_with_its_place(
    field: str, wrong: str, complaint: str
) -> None:
    good = text(LABELS, [MeantLabel(PLAIN)], ".jsonl")
    assert field in good

    found = read(file(good + good.replace(field, wrong), "labels.jsonl"))

    assert isinstance(found[0], RatingRow)
    assert isinstance(found[1], Rejected)
    assert found[1].where == "labels.jsonl, line 2"
    assert complaint in found[1].reason
