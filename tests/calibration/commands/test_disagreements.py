"""`judging disagreements`: what it prints, and how it ends."""

from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.calibration.commands.here import Command

PASS, FAIL = Outcome.PASS, Outcome.FAIL
WORDS = ("disagreements", "--rubric", "conversation@1", "--judge", "example")


def test_the_document_lists_groups_with_sessions_and_a_fix(
    project: Project, command: Command
) -> None:
    keeping.many(project, [(FAIL, PASS), (FAIL, PASS), (PASS, FAIL), (PASS, PASS)])

    done = command(*WORDS, "--json")

    assert (done.code, done.errors) == (0, "")
    missed, alarm = done.document["groups"]
    assert missed["sessions"] == ["s0", "s1"]
    assert missed["units"][0] == {"session_id": "s0", "turn": 0}
    assert (missed["criterion"], missed["direction"]) == ("goal_met", "missed_failure")
    assert (alarm["sessions"], alarm["direction"]) == (["s2"], "false_alarm")
    assert missed["title"] == "Nobody wrote why"
    assert missed["suggested_fix"].startswith("Say what has to fail:")
    assert len({missed["id"], alarm["id"]}) == 2


def test_people_read_how_many_differ_first(project: Project, command: Command) -> None:
    keeping.many(project, [(FAIL, PASS), (PASS, PASS)])

    done = command(*WORDS)

    first, _, head, *_ = done.output.splitlines()
    assert first == (
        "example under conversation@1 and the labels by people differ on 1 of 2 answers."
    )
    assert head.startswith("goal_met, missed failure × 1: Nobody wrote why")


def test_without_a_label_of_the_reference_there_is_no_answer(
    project: Project, command: Command
) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": PASS})

    done = command(*WORDS, "--json")

    assert done.code == 3
    assert done.document["groups"] == []
    assert "no labels by people" in done.errors
