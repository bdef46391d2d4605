"""What the bias checks are told of each unit."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from judging.judges import JudgeIdentity
from judging.ratings import Citation, Label, Maker, Outcome, Verdict
from judging.rubrics import Level
from judging.sessions import Role, Session, Turn
from storage import Answer, Compared, NewLabel, NewRun, Project, Reference, bias_units
from storage.bias_units import BATCH, BiasUnit, GivenOutcome
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
SAID = ("Where is it?", "It left today.", "When does it come?", "On Monday,\n  before noon.")


def units(project: Project, compared: Compared) -> list[BiasUnit]:
    return list(bias_units.of(project).of(compared))


def one(project: Project, *sessions: Session) -> Compared:
    """Add sessions that maya and the judge both fail."""
    keeping.add(project, *sessions)
    for session in sessions:
        keeping.label(project, session.external_id, FAIL)
    return keeping.judge(project, {session.external_id: FAIL for session in sessions})


def cite(project: Project, outcome: Outcome, *turns: int, reviewer: str = "maya") -> None:
    label = Label(
        session="a",
        criterion="goal_met",
        outcome=outcome,
        reviewer=reviewer,
        blind=True,
        citations=tuple(Citation(turn) for turn in turns),
    )
    project.labels.add([NewLabel(keeping.number(project, "a"), 1, label)])


def at_turns(project: Project, turns: Sequence[int]) -> Compared:
    """Have the judge and maya fail turns of session `a` on `goal_met`."""
    version = project.rubrics.get("conversation@1")
    kept = project.judges.kept(JudgeIdentity("example", "recorded"))
    run = project.runs.start(NewRun(kept.id, version.id, Level.TURN, units=len(turns)))
    number = keeping.number(project, "a")
    for turn in turns:
        label = Label(session="a", criterion="goal_met", outcome=FAIL, reviewer="maya", turn=turn)
        project.labels.add([NewLabel(number, 1, label)])
    verdicts = [
        Verdict(session="a", criterion="goal_met", outcome=FAIL, turn=turn) for turn in turns
    ]
    project.verdicts.add(Answer(run, version.id, kept.id), {number: verdicts})
    return Compared("goal_met", 1, version.id, kept.id, Reference())


def test_a_session_is_as_long_as_its_assistant_turns_on_the_average(project: Project) -> None:
    compared = one(project, keeping.session("a", *SAID))

    [unit] = units(project, compared)

    assert (unit.human, unit.judged, unit.turn, unit.group) == (FAIL, FAIL, 0, "a")
    assert unit.words == pytest.approx(3.5)
    assert unit.characters == sum(map(len, SAID))


def test_a_turn_has_its_own_words(project: Project) -> None:
    keeping.add(project, keeping.session("a", *SAID))

    found = units(project, at_turns(project, (2, 4)))

    assert [(unit.turn, unit.words) for unit in found] == [(2, 3), (4, 4)]


def test_a_session_in_which_the_agent_says_nothing_has_no_words(project: Project) -> None:
    silent = Session("a", (Turn(1, Role.USER, "Hello?"),))

    [unit] = units(project, one(project, silent))

    assert unit.words is None


def test_the_agents_family_comes_along(project: Project) -> None:
    known = replace(keeping.session("a"), agent_model="gpt-4o")

    found = units(project, one(project, known, keeping.session("b")))

    assert [unit.agent_family for unit in found] == ["gpt", None]


def test_the_evidence_is_the_first_turn_that_a_fail_cites(project: Project) -> None:
    compared = one(project, keeping.session("a", *SAID))
    cite(project, FAIL, 4, 3, reviewer="maya")
    cite(project, PASS, 2, reviewer="jonas")
    cite(project, FAIL, reviewer="ann")

    [unit] = units(project, compared)

    assert unit.evidence == len(SAID[0]) + len(SAID[1])


def test_a_cited_turn_that_is_not_there_is_no_evidence(project: Project) -> None:
    compared = one(project, keeping.session("a", *SAID))

    cite(project, FAIL, 9)

    assert units(project, compared)[0].evidence is None


def test_it_is_told_who_had_seen_what(project: Project) -> None:
    compared = one(project, keeping.session("a"))
    keeping.label(project, "a", FAIL, reviewer="jonas", blind=False)
    keeping.label(project, "a", FAIL, reviewer="ann", blind=None)

    [unit] = units(project, compared)

    assert unit.given == tuple(GivenOutcome(FAIL, blind) for blind in (True, False, None))


@pytest.mark.parametrize(
    ("reference", "blindness"),
    [(Reference(blind_only=True), [True]), (Reference(reviewer="jonas"), [False])],
)
def test_only_labels_of_the_reference_count(
    project: Project, reference: Reference, blindness: list[bool]
) -> None:
    compared = one(project, keeping.session("a"))
    keeping.label(project, "a", FAIL, reviewer="jonas", blind=False)
    keeping.label(project, "a", FAIL, reviewer="code", made_by=Maker.PROGRAM)

    [unit] = units(project, replace(compared, reference=reference))

    assert [given.blind for given in unit.given] == blindness


def test_what_is_undecided_comes_along(project: Project) -> None:
    compared = keeping.many(project, [(FAIL, Outcome.NOT_SCORED), (Outcome.CANNOT_TELL, PASS)])

    found = units(project, compared)

    assert [unit.judged for unit in found] == [Outcome.NOT_SCORED, PASS]


def test_more_sessions_than_are_read_at_once_come_in_order(project: Project) -> None:
    compared = keeping.many(project, [(PASS, PASS)] * (BATCH + 3))

    found = units(project, compared)

    assert len(found) == BATCH + 3
    assert [unit.session for unit in found] == sorted(unit.session for unit in found)
    assert all(unit.words == 3 for unit in found)
