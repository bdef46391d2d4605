"""Sessions that no judge should be asked about."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from judging.sessions import EndReason, Origin
from storage import Project, unfit
from tests import keeping

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_a_recording_played_to_another_agent_is_unfit(project: Project) -> None:
    played = replace(keeping.session("played"), origin=Origin.REPLAYED)
    keeping.add(project, played, keeping.session("recorded"))

    found = unfit.of(project)

    assert found.replayed == {keeping.number(project, "played")}
    assert found.unfinished == frozenset()


@pytest.mark.parametrize(
    ("minutes", "reason", "is_unfinished"),
    [
        (29, EndReason.UNKNOWN, True),
        (30, EndReason.UNKNOWN, False),
        (1, EndReason.EXPLICIT, False),
        (1, EndReason.RESOLUTION, False),
        (1, EndReason.INACTIVITY, False),
    ],
)
def test_a_session_is_over_when_it_is_said_or_after_half_an_hour(
    project: Project, minutes: int, reason: EndReason, *, is_unfinished: bool
) -> None:
    ended = NOON - timedelta(minutes=minutes)
    keeping.add(project, replace(keeping.session("a"), ended_at=ended, end_reason=reason))

    found = unfit.of(project, NOON).unfinished

    assert bool(found) is is_unfinished


def test_a_session_without_a_time_is_taken_for_over(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    assert unfit.of(project).unfinished == frozenset()


def test_how_many_are_short_is_a_share_of_all(project: Project) -> None:
    assert unfit.short_share(project) is None

    keeping.add(
        project,
        keeping.session("a"),
        keeping.session("b", *["word"] * 4),
        keeping.session("c", *["word"] * 6),
        keeping.session("d", *["word"] * 8),
    )

    assert unfit.short_share(project) == 0.5
