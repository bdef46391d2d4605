"""Where evidence stands in what the judge was shown."""

from dataclasses import replace

import pytest

from calibration.agreement.held import Held
from calibration.bias import bias_sides, seen_positions
from calibration.bias.bias_audits import Subject
from calibration.bias.seen_positions import Seen
from calibration.runs.judges import Options
from judging.agreement.bias import Check
from judging.judges.fence import line
from judging.judges.shortening import lines
from judging.ratings import Outcome
from judging.rubrics import Sees
from judging.sessions import Session
from storage import Project, bias_units
from storage.bias_units import BiasUnit
from tests import keeping
from tests.calibration import obeying
from tests.calibration.judged import GOAL_MET, ONE
from tests.calibration.planted import bias, of
from tests.model_server import ModelServer

FAIL = Outcome.FAIL
FIT = Options(context="fit")
SUMMARY = "Nothing of note."


def long(name: str, turns: int = 40) -> Session:
    return keeping.session(name, *["and so on " * 150] * turns)


def labelled(project: Project, name: str, *cited: int) -> None:
    keeping.label(project, name, FAIL, cited=cited)


def seen(project: Project, held: Held) -> Seen:
    units = list(bias_units.of(project).of(held.on(GOAL_MET)))
    return seen_positions.of(Subject(project, held, GOAL_MET), units)


def positions(found: Seen) -> list[tuple[int | None, int]]:
    return [(unit.evidence, unit.characters) for unit in found.units]


def told(session: Session) -> tuple[int, int, int, int]:
    """Return how long the first 4 turns are as shown, both summaries, and the last 8 turns."""
    head, tail = session.turns[:4], session.turns[-8:]
    first, last = (
        sum(len(one) + 1 for one in lines(some, Sees.CONVERSATION)) for some in (head, tail)
    )
    summaries = (f'{{"summary of turns": "{n}", "text": "{SUMMARY}"}}' for n in ("5-18", "19-32"))
    one, other = (len(summary) + 1 for summary in summaries)
    return first, one, other, last


@pytest.mark.parametrize(
    ("cited", "place"),
    [(1, "begin"), (5, "first"), (18, "first"), (19, "second"), (33, "tail"), (40, "end")],
)
def test_the_place_is_that_among_what_was_shown(
    project: Project, server: ModelServer, cited: int, place: str
) -> None:
    session = long("a")
    keeping.add(project, session)
    labelled(project, "a", cited)
    held = obeying.judged(project, server, ONE, FIT)

    found = seen(project, held)

    head, first, second, tail = told(session)
    whole = head + first + second + tail
    places = {"begin": 0, "first": head, "second": head + first, "tail": whole - tail}
    places["end"] = whole - len(line(session.turns[-1])) - 1
    assert positions(found) == [(places[place], whole)]
    assert found.remark.startswith("The judge saw 1 of them shortened")


def test_a_summary_that_nobody_has_any_more_is_as_long_as_one_should(
    project: Project, server: ModelServer
) -> None:
    session = long("a")
    keeping.add(project, session)
    labelled(project, "a", 40)
    held = obeying.judged(project, server, ONE, FIT)
    stored = project.judges.kept(replace(held.judge.identity, template="0.fit2"))
    units = list(bias_units.of(project).of(held.on(GOAL_MET)))
    subject = Subject(project, Held(held.version, stored, held.reference), GOAL_MET)

    (unit,) = seen_positions.of(subject, units).units

    assert unit.characters == sum(told(session)) + 2 * (1_200 - len(SUMMARY))


def test_sessions_that_fit_and_judges_of_full_sessions_stay_as_they_are(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long("a", 4), keeping.session("b", *["x" * 300] * 30))
    labelled(project, "a", 3)
    labelled(project, "b", 20)
    for options in (FIT, Options()):
        held = obeying.judged(project, server, ONE, options)
        before: list[BiasUnit] = list(bias_units.of(project).of(held.on(GOAL_MET)))

        found = seen(project, held)

        assert (found.units, found.remark) == (before, "")


def test_evidence_in_the_middle_of_a_session_may_stand_at_an_end_of_what_was_seen(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, long("a", 60))
    labelled(project, "a", 22)
    full = obeying.judged(project, server, ONE, Options())
    fit = obeying.judged(project, server, ONE, FIT)

    in_full, shortened = (of(bias(project, held), Check.EVIDENCE_POSITION) for held in (full, fit))

    assert [group.n for group in in_full.check.groups] == [1, 0]
    assert [group.n for group in shortened.check.groups] == [0, 1]
    assert "shortened" in shortened.remarks[0]
    assert bias_sides.evidence_positions([], "sessions").remarks == ()
