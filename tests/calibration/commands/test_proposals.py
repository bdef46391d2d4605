"""`judging propose`: what it prints, and how it ends."""

import pytest

from calibration.revision import proposing
from judging.ratings import Outcome
from storage import Project
from tests import keeping, working
from tests.calibration import revising
from tests.calibration.commands.here import Command
from tests.model_server import ModelServer

ASKED = ("propose", "--rubric", "one@1", "--judge", working.MODEL, "--model", working.MODEL)


@pytest.fixture(autouse=True)
def _filled(project: Project, server: ModelServer) -> None:
    revising.filled(project, server)


def test_the_document_has_the_text_the_changes_and_the_trial(command: Command) -> None:
    done = command(*ASKED, "--json")

    assert (done.code, done.errors) == (0, "")
    [one] = done.document["proposals"]
    assert (one["criterion"], one["state"], one["rubric"]) == ("goal_met", "open", "one@1")
    assert revising.CURE in one["text"]["fail_when"]
    assert one["changes"][0]["tag"] == "decides"
    assert one["evidence"]["label"] == 3
    assert one["cost_usd"] > 0
    trial = one["trial"]
    assert (trial["fixes"], trial["keeps"]["of"]) == ({"n": 3, "of": 3}, 3)
    assert trial["net"] == trial["keeps"]["n"]
    assert set(trial["change"]) == {"value", "low", "high", "confidence", "method", "status"}
    assert done.document["evidence"] == "all"


def test_it_can_be_left_untried(command: Command, server: ModelServer) -> None:
    sent = server.received

    done = command(*ASKED, "--no-rejudge", "--json")

    assert done.document["proposals"][0]["trial"] is None
    assert server.received - sent == 1


def test_people_read_what_it_fixes_and_keeps(command: Command) -> None:
    done = command(*ASKED)

    assert "1: goal_met of one@1, open, by claude:claude-sonnet-5-5" in done.output
    assert "fixes 3 of 3, keeps" in done.output


def test_a_person_publishes_by_name(command: Command, project: Project) -> None:
    command(*ASKED, "--no-rejudge")

    nameless = command("propose", "--publish", "1")
    done = command("propose", "--publish", "1", "--by", "ann", "--why", "Promises.")
    listed = command("propose", "--list", "--json")

    assert (nameless.code, "Nobody is named" in nameless.errors) == (2, True)
    assert (done.code, done.output) == (0, "Published as one@2.\n")
    assert project.rubrics.get("one").rubric.author == "ann"
    [one] = listed.document["proposals"]
    assert (one["state"], one["decided_by"], one["published_as"]) == ("published", "ann", 2)


def test_a_person_dismisses_by_name(command: Command, project: Project) -> None:
    command(*ASKED, "--no-rejudge")

    done = command("propose", "--dismiss", "1", "--by", "ann")

    assert (done.code, done.output) == (0, "Proposal 1 is dismissed.\n")
    assert proposing.standing(project, "one", "goal_met") is None


def test_a_criterion_with_an_open_proposal_is_passed_over_unless_it_is_named(
    command: Command,
) -> None:
    command(*ASKED, "--no-rejudge")

    again = command(*ASKED, "--json")
    named = command(*ASKED, "--criterion", "goal_met")

    assert (again.code, again.document["proposals"]) == (3, [])
    assert (named.code, "open already" in named.errors) == (2, True)


def test_a_recorded_judge_is_learnt_from_and_not_judged_anew(
    command: Command, project: Project
) -> None:
    keeping.judge(project, {"late-0": Outcome.PASS}, rubric="one@1", name="mine")

    done = command(
        *("propose", "--rubric", "one@1", "--judge", "mine", "--model", working.MODEL, "--json")
    )

    assert done.code == 0
    assert done.document["proposals"][0]["trial"] is None
    assert "goal_met is not judged anew" in done.errors


@pytest.mark.parametrize(
    "words",
    [(), ("--list", "--publish", "1"), ("--model", working.MODEL), ("--publish", "7")],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], command: Command) -> None:
    assert command("propose", *words).code == 2
