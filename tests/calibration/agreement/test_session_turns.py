"""Where one session first fails, on either side."""

import pytest

from calibration.agreement import session_turns
from calibration.agreement.session_turns import Match, SessionTurns
from judging.ratings import Outcome
from storage.turn_units import TurnUnit

LETTERS = {
    "p": Outcome.PASS,
    "f": Outcome.FAIL,
    "n": Outcome.NOT_APPLICABLE,
    "?": Outcome.CANNOT_TELL,
    "x": Outcome.NOT_SCORED,
    "-": None,
}


def session(human: str, judged: str, group: str = "one") -> SessionTurns:
    """Return a session with a letter for each answer; the assistant has turns 2, 4, 6 and on."""
    units = [
        TurnUnit(7, 2 * place, place, LETTERS[said], LETTERS[found], group)
        for place, (said, found) in enumerate(zip(human, judged, strict=True), start=1)
    ]
    return session_turns.of(7, units)


@pytest.mark.parametrize(
    ("human", "judged", "match", "distance"),
    [
        ("pfp", "pfp", Match.SAME, 0),
        ("fpp", "ppf", Match.LATE, 2),
        ("ppf", "pfp", Match.EARLY, -1),
        ("pff", "ppp", Match.MISSED, None),
        ("ppp", "ppf", Match.FALSE_ALARM, None),
        ("pnp", "ppp", Match.NEITHER, None),
        ("pfp", "pf?", Match.SAME, 0),
        ("pfp", "?fp", Match.UNCERTAIN, None),
        ("ppp", "pxp", Match.UNCERTAIN, None),
        ("?ff", "pff", Match.UNCERTAIN, None),
    ],
)
def test_first_failing_turns_are_compared_where_both_are_certain(
    human: str, judged: str, match: Match, distance: int | None
) -> None:
    found = session(human, judged)

    assert (found.match, found.distance) == (match, distance)
    assert (found.places is None) == (match is Match.UNCERTAIN)


def test_places_are_counted_in_the_assistants_turns() -> None:
    found = session("pfp", "ppf")

    assert found.places == (2, 3)
    assert found.judge is not None
    assert (found.judge.summary.first_failing, found.judge.place) == (6, 3)


@pytest.mark.parametrize(
    ("human", "judged", "match"),
    [("f--", "fpp", Match.SAME), ("-f-", "pfp", Match.UNCERTAIN), ("pfp", "-fp", Match.UNCERTAIN)],
)
def test_a_turn_that_one_side_was_not_asked_about_is_open_on_that_side(
    human: str, judged: str, match: Match
) -> None:
    assert session(human, judged).match is match


def test_what_the_judge_was_not_asked_about_is_not_unscored() -> None:
    judge = session("pf", "p-").judge

    assert judge is not None
    assert (judge.summary.unscored, judge.summary.uncertain) == (0, False)
    assert judge.is_uncertain


def test_without_answers_of_a_side_there_is_nothing_to_compare() -> None:
    found = session("--", "pf")

    assert (found.reference, found.match, found.places, found.shares) == (None,) * 4
    assert found.judge is not None


def test_failing_shares_are_over_turns_that_both_decided() -> None:
    assert session("fp?p", "fffx").shares == (0.5, 1.0)
    assert session("?", "f").shares is None
