"""What leaves a project, session after session."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import insert

from judging.bundle import CountedLabel
from judging.ratings import Citation, Label, Outcome
from storage import NewLabel, Project, exports
from storage.engine import writing
from storage.exports import BATCH, Exports
from storage.kept_labels import KeptLabel
from storage.tables import Split, SplitRow, table
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
AT = datetime(2026, 2, 1, 9, tzinfo=UTC)


@pytest.fixture
def out(project: Project) -> Exports:
    keeping.add(project, keeping.session("b"), keeping.session("a"))
    return exports.of(project)


def kept(out: Exports) -> list[tuple[str, str | None, Outcome | None]]:
    return [(k.label.session, k.label.reviewer, k.label.outcome) for k in out.labels()]


def seal(project: Project, name: str) -> None:
    row = {"project_id": project.number, "session_id": keeping.number(project, name)}
    with writing(project._engine) as connection:  # noqa: SLF001  (nothing assigns splits yet)
        values = {**row, "split": Split.TEST, "seed": "", "assigned_at": AT}
        connection.execute(insert(table(SplitRow)), values)


def test_a_label_comes_with_all_that_is_kept_of_it(project: Project, out: Exports) -> None:
    version = project.rubrics.get("conversation@1")
    label = Label(
        session="a",
        criterion="goal_met",
        outcome=FAIL,
        reviewer="maya",
        rationale="No.",
        citations=(Citation(2, "left"),),
        raw_value="0",
        blind=True,
        stratum="chosen",
        inclusion_prob=0.5,
        seconds_spent=2.5,
        created_at=AT,
    )
    project.labels.add([NewLabel(keeping.number(project, "a"), 1, label, version.id)])

    [found] = out.labels()

    assert found.label == replace(label, rubric="conversation@1")
    assert (found.session, found.meaning) == (keeping.number(project, "a"), 1)


def test_of_a_reviewers_answers_the_latest_blind_one_counts(project: Project, out: Exports) -> None:
    keeping.label(project, "a", PASS, blind=True)
    keeping.label(project, "a", FAIL, blind=True)
    keeping.label(project, "a", PASS, blind=False)

    assert kept(out) == [("a", "maya", FAIL)]


def test_of_answers_not_given_blind_the_latest_counts(project: Project, out: Exports) -> None:
    keeping.label(project, "a", PASS, blind=None)
    keeping.label(project, "a", FAIL, blind=False)

    assert kept(out) == [("a", "maya", FAIL)]


def test_what_was_taken_back_stays_here(project: Project, out: Exports) -> None:
    keeping.label(project, "a", PASS)
    keeping.label(project, "a", None)
    keeping.label(project, "b", PASS)
    keeping.label(project, "b", None)
    keeping.label(project, "b", FAIL, blind=False)

    assert kept(out) == [("b", "maya", FAIL)]


def test_the_newest_settlement_comes_beside_the_labels(project: Project, out: Exports) -> None:
    keeping.label(project, "a", PASS)
    keeping.label(project, "a", PASS, reviewer="lead", adjudicated=True)
    keeping.label(project, "a", FAIL, reviewer="lead", adjudicated=True)

    found = list(out.labels())

    assert [(k.label.outcome, k.label.adjudicated) for k in found] == [(PASS, False), (FAIL, True)]
    assert [k.id is None for k in found] == [False, True]


def test_a_settlement_that_was_taken_back_stays_here(project: Project, out: Exports) -> None:
    keeping.label(project, "a", PASS, reviewer="lead", adjudicated=True)
    keeping.label(project, "a", None, reviewer="lead", adjudicated=True)

    assert kept(out) == []


def test_the_order_is_that_of_import_and_not_of_labelling(project: Project, out: Exports) -> None:
    keeping.label(project, "a", PASS, reviewer="zoe")
    keeping.label(project, "a", PASS, reviewer=None, slot=2)
    keeping.label(project, "a", PASS, reviewer=None, slot=1)
    keeping.label(project, "a", PASS, reviewer="ann")
    keeping.label(project, "b", PASS, reviewer="zoe")

    found = [(k.label.session, k.label.reviewer, k.label.slot) for k in out.labels()]
    assert found == [
        ("b", "zoe", 0),
        ("a", "ann", 0),
        ("a", "zoe", 0),
        ("a", None, 1),
        ("a", None, 2),
    ]


def test_labels_of_another_project_stay_there(project: Project, out: Exports) -> None:
    other = project.store.project_or_new("other")
    keeping.add(other, keeping.session("a"))
    keeping.label(other, "a", PASS)

    assert kept(out) == []


def test_more_sessions_than_are_read_at_once_all_come(project: Project) -> None:
    names = [f"s{number}" for number in range(BATCH + 5)]
    keeping.add(project, *map(keeping.session, names))
    keeping.judge(project, dict.fromkeys(names, PASS))
    [(version, judge)] = project.verdicts.pairs()

    found = [k.verdict.session for k in exports.of(project).verdicts([(version, judge)])]

    assert found == names


def test_only_the_verdicts_of_the_pairs_asked_come(project: Project, out: Exports) -> None:
    keeping.judge(project, {"a": PASS, "b": FAIL}, name="one")
    other = keeping.judge(project, {"a": FAIL}, name="two")

    found = [k.verdict for k in out.verdicts([(other.rubric_version, other.judge)])]

    assert [(v.session, v.outcome) for v in found] == [("a", FAIL)]


def test_a_verdict_that_no_longer_stands_stays_here(project: Project, out: Exports) -> None:
    keeping.judge(project, {"a": PASS})
    compared = keeping.judge(project, {"a": FAIL})

    found = list(out.verdicts([(compared.rubric_version, compared.judge)]))

    assert [k.verdict.outcome for k in found] == [FAIL]


def test_a_verdict_on_a_session_of_the_test_is_sealed(project: Project, out: Exports) -> None:
    compared = keeping.judge(project, {"a": PASS, "b": PASS})
    seal(project, "a")

    found = out.verdicts([(compared.rubric_version, compared.judge)])

    assert [(k.verdict.session, k.is_sealed) for k in found] == [("b", False), ("a", True)]


def test_the_labels_that_counted_are_those_that_met_a_verdict(
    project: Project, out: Exports
) -> None:
    keeping.label(project, "a", FAIL)
    keeping.label(project, "a", FAIL, reviewer="jonas")
    keeping.label(project, "b", PASS)
    compared = keeping.judge(project, {"a": Outcome.NOT_SCORED})

    assert out.counted(compared) == [CountedLabel("a", "goal_met", 1, 0, "fail")]


def test_a_tie_counted_for_nothing(project: Project, out: Exports) -> None:
    keeping.label(project, "a", FAIL)
    keeping.label(project, "a", PASS, reviewer="jonas")

    assert out.counted(keeping.judge(project, {"a": PASS})) == []


def test_what_somebody_was_handed_is_written_down_once(project: Project, out: Exports) -> None:
    keeping.label(project, "a", FAIL)
    reader = project.reviewers.named("jonas").id
    session = keeping.number(project, "a")
    [label] = out.labels()
    assert isinstance(label, KeptLabel)
    assert label.id is not None

    for _ in range(2):
        out.expose(reader, labels=[(session, label.id)], verdicts=[(session, 7)])

    assert project.exposures.count(reader, session) == 2
