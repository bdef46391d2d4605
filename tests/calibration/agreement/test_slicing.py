"""Agreement on some sessions and on others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from calibration.agreement import slicing
from calibration.agreement.slicing import By, Sliced
from judging.agreement import Cells, Clusters, Metric, Status, estimated
from judging.ratings import Outcome
from storage import Project
from tests import drawing, keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
EIGHT = [(FAIL, FAIL)] * 4 + [(FAIL, PASS)] + [(PASS, PASS)] * 4 + [(PASS, FAIL)]


@dataclass(frozen=True, slots=True)
class Some:
    """Sessions alike, with what maya and the judge say of them."""

    pairs: Sequence[tuple[Outcome, Outcome]]
    stated: Mapping[str, Any]
    turns: int = 2
    group: int = 1


def sliced(project: Project, *alike: Some) -> Mapping[By, Sliced]:
    """Add sessions, label and judge them, and slice them."""
    numbered = [
        (f"s{at}_{n}", some, pair)
        for at, some in enumerate(alike)
        for n, pair in enumerate(some.pairs)
    ]
    sessions = [
        replace(
            keeping.session(name, *["word"] * some.turns, group=_group(name, some)), **some.stated
        )
        for name, some, _ in numbered
    ]
    keeping.add(project, *sessions)
    drawing.label(project, {name: pair[0] for name, _, pair in numbered})
    compared = keeping.judge(project, {name: pair[1] for name, _, pair in numbered})
    return slicing.of(project, compared)


def _group(name: str, some: Some) -> str:
    at, n = name.split("_")
    return f"{at} {int(n) // some.group}"


def agent(name: str) -> dict[str, str]:
    return {"agent_model": name}


def test_each_agent_has_the_kappa_of_its_own_sessions(project: Project) -> None:
    found = sliced(project, Some(EIGHT, agent("a")), Some(EIGHT * 2, agent("b")))[By.AGENT]

    assert [(one.name, one.fails, one.passes) for one in found.slices] == [
        ("b", 10, 10),
        ("a", 5, 5),
    ]
    expected = estimated(Clusters.independent([4, 1, 1, 4]), Metric.KAPPA)
    assert found.slices[1].kappa == expected
    assert expected.value == pytest.approx(0.6)


def test_the_intervals_are_clustered_by_group(project: Project) -> None:
    alone, alike = Some(EIGHT * 2, agent("a")), Some(sorted(EIGHT * 2), agent("b"), group=4)

    apart, together = sliced(project, alone, alike)[By.AGENT].slices

    assert (apart.groups, together.groups) == (20, 5)
    assert apart.kappa is not None
    assert together.kappa is not None
    assert apart.kappa.value == pytest.approx(together.kappa.value)
    assert (together.kappa.low or 0) < (apart.kappa.low or 0)


def test_too_few_of_a_class_give_no_number(project: Project) -> None:
    pairs = [(FAIL, FAIL)] * 4 + [(PASS, PASS)] * 5

    [one] = sliced(project, Some(pairs, agent("a")))[By.AGENT].slices

    assert (one.kappa, one.tpr) == (None, None)
    assert one.tnr is not None
    assert one.cells == Cells(4, 0, 0, 5)


def test_a_judge_that_never_varies_has_the_kappa_of_chance_with_its_reason(
    project: Project,
) -> None:
    pairs = [(FAIL, PASS)] * 5 + [(PASS, PASS)] * 5

    [one] = sliced(project, Some(pairs, agent("a")))[By.AGENT].slices

    assert one.kappa is not None
    assert (one.kappa.value, one.kappa.status) == (0, Status.DEGENERATE_ONE_RATER_CONSTANT)


def test_lengths_come_from_the_shortest_to_the_longest(project: Project) -> None:
    found = sliced(
        project,
        *(Some([(PASS, PASS)], {}, turns=turns) for turns in (41, 2, 10, 11, 20, 40, 21)),
    )[By.LENGTH]

    assert [(one.name, len(one.sessions)) for one in found.slices] == [
        ("up to 10 turns", 2),
        ("11–20 turns", 2),
        ("21–40 turns", 2),
        ("more than 40 turns", 1),
    ]


def test_months_come_in_their_order_and_in_utc(project: Project) -> None:
    moments = [datetime(2026, 7, 1, tzinfo=UTC), datetime(2026, 6, 30, 23, 59, tzinfo=UTC)]

    found = sliced(project, *(Some([(PASS, PASS)], {"started_at": at}) for at in moments))

    assert [one.name for one in found[By.MONTH].slices] == ["2026-06", "2026-07"]


def test_a_session_is_in_the_slice_of_each_of_its_tags(project: Project) -> None:
    found = sliced(
        project,
        Some([(PASS, PASS)], {"metadata": {"tags": ["late", "refund"]}}),
        Some([(PASS, PASS)], {"metadata": {"tags": ["late"]}}),
        Some([(PASS, PASS)], {}),
    )[By.TAG]

    assert [(one.name, len(one.sessions)) for one in found.slices] == [("late", 2), ("refund", 1)]
    assert (found.unstated, found.overlap) == (1, True)


def test_what_no_source_says_is_nothing_to_slice_by(project: Project) -> None:
    found = sliced(project, Some([(PASS, PASS)], {}))

    assert list(found) == [By.LENGTH]


def test_without_units_there_are_no_slices(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    assert slicing.of(project, keeping.judge(project, {"a": PASS})) == {}
