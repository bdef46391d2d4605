"""What tells labelled and judged sessions apart."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from judging.ratings import Outcome
from storage import Project, Reference, slices
from storage.slices import SlicedSession
from tests import drawing, keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
JUNE = datetime(2026, 6, 30, 23, 30, tzinfo=UTC)


def one(project: Project, **stated: Any) -> SlicedSession:
    """Add a session that maya fails and the judge passes, and return it sliced."""
    keeping.add(project, replace(keeping.session("a", group="parcels"), **stated))
    keeping.label(project, "a", FAIL)
    [found] = slices.of(project).of(keeping.judge(project, {"a": PASS}))
    return found


def test_a_session_comes_with_what_its_source_says(project: Project) -> None:
    found = one(project, agent_model="gpt-4o", started_at=JUNE, metadata={"tags": ["late", "new"]})

    assert found == SlicedSession(
        session=keeping.number(project, "a"),
        group="parcels",
        agent_model="gpt-4o",
        n_turns=2,
        started_at=JUNE,
        tags=("late", "new"),
        cells=(0, 1, 0, 0),
    )


def test_what_the_source_does_not_say_stays_unknown(project: Project) -> None:
    found = one(project)

    assert (found.agent_model, found.started_at, found.tags) == (None, None, ())


@pytest.mark.parametrize(
    ("stated", "tags"),
    [
        ("late", ("late",)),
        (["late", " late ", ""], ("late",)),
        ([7, None, {"of": "no use"}], ("7",)),
        ({"late": True}, ()),
    ],
)
def test_a_tag_is_a_word_whatever_the_source_wraps_it_in(
    project: Project, stated: object, tags: tuple[str, ...]
) -> None:
    assert one(project, metadata={"tags": stated}).tags == tags


def test_sessions_come_in_order_of_import_each_in_its_cell(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, FAIL), (FAIL, PASS), (PASS, FAIL), (PASS, PASS)])

    cells = [found.cells for found in slices.of(project).of(compared)]

    assert cells == [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]


def test_what_a_side_did_not_decide_is_not_there(project: Project) -> None:
    pairs = [(FAIL, Outcome.NOT_SCORED), (Outcome.CANNOT_TELL, PASS), (PASS, PASS)]

    found = slices.of(project).of(keeping.many(project, pairs))

    assert [session.session for session in found] == [keeping.number(project, "s2")]


def test_only_labels_of_the_reference_count(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    keeping.label(project, "s1", FAIL, reviewer="jonas")

    his = replace(compared, reference=Reference(reviewer="jonas"))

    assert [found.cells for found in slices.of(project).of(his)] == [(0, 1, 0, 0)]


def test_the_turns_of_a_session_are_counted_together(project: Project) -> None:
    keeping.add(project, keeping.session("a", *["word"] * 6))
    compared = drawing.at_turns(project, "a", {2: (FAIL, FAIL), 4: (PASS, PASS), 6: (PASS, PASS)})

    [found] = slices.of(project).of(compared)

    assert (found.cells, found.n_turns) == ((1, 0, 0, 2), 6)
