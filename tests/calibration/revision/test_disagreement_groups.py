"""Disagreements that are alike."""

import pytest

from calibration.agreement import held
from calibration.revision import disagreeing, disagreement_groups
from calibration.revision.disagreeing import Direction
from calibration.revision.disagreement_groups import Group
from judging.judges import JudgeIdentity
from judging.ratings import Label, Outcome, Verdict
from judging.rubrics import Level
from storage import Answer, NewLabel, NewRun, Project, View
from tests import keeping, splitting

PASS, FAIL = Outcome.PASS, Outcome.FAIL
SAID = {
    "a": (FAIL, PASS, "The refund was promised and that will do."),
    "b": (FAIL, PASS, "A refund is promised, with a date."),
    "c": (FAIL, PASS, "Tracking number repeated politely."),
    "d": (PASS, FAIL, "The refund was promised too late."),
    "e": (PASS, PASS, "The refund was promised."),
}


def verdict(name: str, outcome: Outcome, why: str) -> Verdict:
    return Verdict(session=name, criterion="goal_met", outcome=outcome, rationale=why)


@pytest.fixture(autouse=True)
def _judged(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in SAID))
    for name, (human, _, _) in SAID.items():
        keeping.label(project, name, human)
    version = project.rubrics.get("conversation@1")
    kept = project.judges.kept(JudgeIdentity("example", "recorded"))
    run = project.runs.start(NewRun(kept.id, version.id, Level.SESSION, units=len(SAID)))
    given = {
        keeping.number(project, name): [verdict(name, judged, why)]
        for name, (_, judged, why) in SAID.items()
    }
    project.verdicts.add(Answer(run, version.id, kept.id), given)
    project.runs.finish(run)


def groups(project: Project) -> list[Group]:
    asked = held.named(project, "conversation@1", "example", "person")
    return disagreement_groups.of(project, asked)


def look(project: Project, name: str, view: View, why: str = "") -> None:
    asked = held.named(project, "conversation@1", "example", "person")
    listed = disagreeing.listed(project, asked.version, asked.judge, asked.reference)
    [one] = [one for one in listed if one.session.external_id == name]
    disagreeing.look_again(
        project, asked.version, asked.judge, one, viewer="ann", view=view, why=why
    )


def test_each_direction_has_groups_of_its_own(project: Project) -> None:
    found = groups(project)

    assert [(one.direction, one.sessions) for one in found] == [
        (Direction.MISSED_FAILURE, ("a", "b")),
        (Direction.MISSED_FAILURE, ("c",)),
        (Direction.FALSE_ALARM, ("d",)),
    ]
    assert "refund" in found[0].title.lower()
    assert found[0].suggested_fix.startswith("Say what has to fail where it is about")
    assert "stricter" in found[2].suggested_fix


def test_a_group_keeps_its_id_until_its_sessions_change(project: Project) -> None:
    before = [one.id for one in groups(project)]
    again = [one.id for one in groups(project)]

    keeping.label(project, "c", PASS, reviewer="jonas")
    after = [one.id for one in groups(project)]

    assert before == again
    assert len(set(before)) == 3
    assert after == [before[0], before[2]]


def test_what_a_reviewer_wrote_counts_like_the_rationale(project: Project) -> None:
    look(project, "c", View.JUDGE_WRONG, "It promised a refund.")

    assert groups(project)[0].sessions == ("a", "b", "c")


@pytest.mark.parametrize(
    ("view", "fix"),
    [(View.RULE_UNCLEAR, "Say in the rule what decides"), (View.LABEL_SLIPPED, "Label again")],
)
def test_the_fix_goes_by_what_reviewers_made_of_it(view: View, fix: str, project: Project) -> None:
    look(project, "a", view)

    first = groups(project)[0]

    assert first.suggested_fix.startswith(fix)
    assert "1 of 2" in first.suggested_fix


def test_notes_of_those_who_say_otherwise_are_no_part_of_it(project: Project) -> None:
    other = Label(
        session="c",
        criterion="goal_met",
        outcome=PASS,
        reviewer="jonas",
        rationale="promised refund",
    )
    project.labels.add([NewLabel(keeping.number(project, "c"), 1, other)])
    keeping.label(project, "c", FAIL, reviewer="ann")

    assert [one.sessions for one in groups(project)] == [("a", "b"), ("c",), ("d",)]


def test_nothing_of_the_sealed_test_is_grouped(project: Project) -> None:
    splitting.seal(project, "a", "d")

    assert [one.sessions for one in groups(project)] == [("b", "c")]
