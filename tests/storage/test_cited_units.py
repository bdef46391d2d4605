"""Which turns either side cites for a unit."""

from dataclasses import replace

import pytest

from judging.ratings import Maker, Outcome
from storage import Compared, Project, Reference, cited_units
from storage.cited_units import BATCH, CitedUnit, Judged, Turns
from tests import citing, keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
FOUR = ("Where is it?", "It left today.", "When does it come?", "On Monday.")


def units(project: Project, compared: Compared) -> list[CitedUnit]:
    return list(cited_units.of(project).of(compared))


def plain(turns: Turns | None) -> set[int] | None:
    return None if turns is None else set(turns)


def reference(project: Project, compared: Compared) -> set[int] | None:
    """Return what the reference cites for the only unit."""
    [unit] = units(project, compared)
    return plain(unit.reference)


@pytest.fixture
def compared(project: Project) -> Compared:
    """One session that maya and the judge fail, she for turn 2 and it for turns 3 and 4."""
    keeping.add(project, keeping.session("a", *FOUR, group="parcels"))
    citing.label(project, "a", FAIL, 2)
    return citing.judge(project, {"a": (FAIL, (4, 3))})


def test_both_sides_come_with_their_turns(project: Project, compared: Compared) -> None:
    [unit] = units(project, compared)

    assert unit == CitedUnit(
        session=keeping.number(project, "a"),
        turn=0,
        group="parcels",
        n_turns=4,
        human=FAIL,
        judged=FAIL,
        reference=frozenset({2}),
        judge=frozenset({3, 4}),
    )


def test_reviewers_who_say_the_same_are_put_together(project: Project, compared: Compared) -> None:
    citing.label(project, "a", FAIL, 4, 2, reviewer="jonas")

    assert reference(project, compared) == {2, 4}


def test_who_was_outvoted_gives_no_evidence(project: Project, compared: Compared) -> None:
    citing.label(project, "a", FAIL, 2, reviewer="jonas")
    citing.label(project, "a", PASS, 4, reviewer="ann")

    assert reference(project, compared) == {2}


def test_a_settlement_takes_the_evidence_of_those_who_agree_with_it(
    project: Project, compared: Compared
) -> None:
    citing.label(project, "a", PASS, 4, reviewer="jonas")
    keeping.label(project, "a", PASS, reviewer="ann", adjudicated=True)

    [unit] = units(project, compared)

    assert (unit.human, plain(unit.reference)) == (PASS, {4})


def test_a_settlement_that_nobody_had_said_has_no_evidence(
    project: Project, compared: Compared
) -> None:
    keeping.label(project, "a", PASS, reviewer="ann", adjudicated=True)

    assert reference(project, compared) is None


def test_citing_nothing_is_no_evidence_and_not_an_empty_one(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    for name in ("a", "b"):
        citing.label(project, name, FAIL)
    compared = citing.judge(project, {"a": (FAIL, ()), "b": (PASS, (2,))})

    found = units(project, compared)

    assert [(plain(unit.reference), plain(unit.judge)) for unit in found] == [
        (None, None),
        (None, {2}),
    ]


def test_the_label_that_counts_is_the_blind_one(project: Project, compared: Compared) -> None:
    citing.label(project, "a", FAIL, 4, blind=False)

    assert reference(project, compared) == {2}


def test_a_label_taken_back_cites_nothing(project: Project, compared: Compared) -> None:
    citing.label(project, "a", FAIL, 4, reviewer="jonas")
    keeping.label(project, "a", None)

    assert reference(project, compared) == {4}


@pytest.mark.parametrize(
    ("wanted", "cited"),
    [
        (Reference(), {2, 3, 4}),
        (Reference(blind_only=True), {2, 4}),
        (Reference(reviewer="jonas"), {3}),
        (Reference(Maker.MODEL), {1}),
    ],
)
def test_only_labels_of_the_reference_count(
    project: Project, compared: Compared, wanted: Reference, cited: set[int]
) -> None:
    citing.label(project, "a", FAIL, 3, reviewer="jonas", blind=False)
    citing.label(project, "a", FAIL, 4, reviewer="ann")
    citing.label(project, "a", FAIL, 1, reviewer="gpt", made_by=Maker.MODEL)

    assert reference(project, replace(compared, reference=wanted)) == cited


def test_labels_on_another_criterion_or_meaning_cite_nothing_here(
    project: Project, compared: Compared
) -> None:
    citing.label(project, "a", FAIL, 4, criterion="consistent")

    assert reference(project, compared) == {2}
    assert units(project, replace(compared, meaning=2)) == []


def test_the_verdicts_can_be_those_of_one_run(project: Project, compared: Compared) -> None:
    citing.judge(project, {"a": (PASS, (1,))})
    first = min(line.id for line in project.runs.listed())

    [newest], [old] = units(project, compared), units(project, replace(compared, run=first))

    assert (newest.judged, plain(newest.judge)) == (PASS, {1})
    assert (old.judged, plain(old.judge)) == (FAIL, {3, 4})


def test_what_is_undecided_comes_along(project: Project, compared: Compared) -> None:
    citing.judge(project, {"a": (UNSURE, (1,))})

    assert [unit.judged for unit in units(project, compared)] == [UNSURE]


def test_what_the_judge_cites_is_there_without_labels_too(project: Project) -> None:
    keeping.add(project, keeping.session("a", *FOUR, group="parcels"), keeping.session("b"))
    compared = citing.judge(project, {"a": (FAIL, (4, 9)), "b": (PASS, ())})

    found = cited_units.of(project).judged(compared)

    a, b = (keeping.number(project, name) for name in "ab")
    assert found == [
        Judged(a, turn=0, group="parcels", n_turns=4, cited=frozenset({4, 9})),
        Judged(b, turn=0, group="b", n_turns=2, cited=frozenset()),
    ]


def test_more_sessions_than_are_read_at_once_come_in_order(project: Project) -> None:
    names = [f"s{n}" for n in range(BATCH + 3)]
    keeping.add(project, *(keeping.session(name) for name in names))
    for name in names:
        citing.label(project, name, FAIL, 2)
    compared = citing.judge(project, dict.fromkeys(names, (FAIL, (1,))))

    found = units(project, compared)

    assert [(plain(unit.reference), plain(unit.judge)) for unit in found] == [({2}, {1})] * len(
        names
    )
    assert [unit.session for unit in found] == sorted(unit.session for unit in found)
