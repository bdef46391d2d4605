"""`judging queue`."""

import json
from pathlib import Path
from typing import Any

import pytest

from judging.ratings import Outcome
from storage import Project, label_queues, label_slots
from tests import keeping
from tests.calibration.commands.here import Command

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NAMES = [f"s{n}" for n in range(20)]
ASKED = ("--rubric", "conversation@1")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *map(keeping.session, NAMES))


def told(command: Command, *words: object) -> dict[str, Any]:
    """Run a command and return its document."""
    done = command("queue", *words, "--json")
    assert done.code == 0, done.errors
    found: dict[str, Any] = json.loads(done.output)
    return found


def hold(project: Project, name: str, reviewer: str, most: int = 2) -> None:
    """Have a reviewer reserve sessions."""
    slots = label_slots.of(project, label_queues.of(project).get(name))
    slots.hold(project.reviewers.named(reviewer).id, frozenset(), most=most)


def test_a_queue_is_made_shown_and_closed(project: Project, command: Command) -> None:
    made = told(command, "create", 10, *ASKED, "--name", "first", "--reviewers", 2)
    hold(project, "first", "maya")

    shown, closed = told(command, "show", "first"), told(command, "close", "first")
    (listed,) = told(command, "list")["queues"]

    assert (made["queue"], made["population"], made["sessions"], made["slots"]) == (
        "first",
        20,
        10,
        20,
    )
    assert (shown["slots"], shown["reserved"], shown["open"], shown["done"]) == (20, 2, 18, 0)
    assert [holding["reviewer"] for holding in shown["holdings"]] == ["maya", "maya"]
    assert (shown["closed_at"], shown["done_by"]) == (None, {})
    assert closed["closed_at"] is not None
    assert listed["name"] == "first"


def test_people_are_told_in_sentences(project: Project, command: Command) -> None:
    made = command("queue", "create", 10, *ASKED, "--name", "first")
    hold(project, "first", "maya", most=1)
    shown, listed = command("queue", "show", "first"), command("queue", "list")

    assert "first has 10 sessions of 20, in 10 slots" in made.output
    assert "good for everything" in made.output
    assert "0 of 10 slots of first are done, on 10 sessions; 1 are reserved" in shown.output
    assert "reserved" in shown.output
    assert listed.output.splitlines()[1].split()[:3] == ["first", "random", "10"]


def test_without_queues_it_is_said_how_to_make_one(command: Command) -> None:
    assert "judging queue create" in command("queue", "list").output


def test_a_dry_run_stores_nothing(project: Project, command: Command) -> None:
    found = told(command, "create", 5, *ASKED, "--dry-run")

    assert (found["queue"], found["sessions"]) == (None, 5)
    assert label_queues.of(project).listed() == []


def test_a_share_for_one_reviewer_is_refused(project: Project, command: Command) -> None:
    found = command("queue", "create", 5, *ASKED, "--overlap", 0.3)

    assert found.code == 2
    assert "--overlap is the share that --reviewers label" in " ".join(found.errors.split())
    assert label_queues.of(project).listed() == []


def test_half_comes_from_a_judge_s_fails(project: Project, command: Command) -> None:
    keeping.judge(project, {name: FAIL if n < 4 else PASS for n, name in enumerate(NAMES)})
    words = ("--design", "judge-stratified", "--judge", "example", "--criterion", "goal_met")

    found = told(command, "create", 8, *ASKED, *words)

    assert found["strata"] == [
        {"name": "fail", "there": 4, "drawn": 4},
        {"name": "pass", "there": 16, "drawn": 4},
    ]


def test_sessions_chosen_by_hand_come_from_a_file(
    project: Project, command: Command, tmp_path: Path
) -> None:
    file = tmp_path / "hard.txt"
    file.write_text("s3\n\ns1\n", encoding="utf-8")

    found = told(command, "create", *ASKED, "--design", "chosen", "--sessions", file)

    assert (found["sessions"], project.sessions.count()) == (2, 20)
    assert "stand for these sessions alone" in found["good_for"][0]


def test_sessions_are_put_back(project: Project, command: Command) -> None:
    told(command, "create", 20, *ASKED, "--name", "first")
    hold(project, "first", "maya")
    shown = told(command, "show", "first")
    session = shown["holdings"][0]["session"]

    found = told(command, "requeue", "first", session, "--reviewer", "maya")

    assert found == {"queue": "first", "put_back": 1}
    assert told(command, "show", "first")["reserved"] == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("create", "5"), "has to be said what is asked"),
        (("create", *ASKED), "Say how many sessions"),
        (("create", "5", *ASKED, "--design", "chosen"), "--sessions goes with"),
        (("create", "5", *ASKED, "--design", "judge-stratified"), "--judge goes with"),
        (
            ("create", *ASKED, "--design", "chosen", "--sessions", "/no/such/file"),
            "cannot be read",
        ),
        (("show", "nothing"), "no queue 'nothing'"),
        (("close", "nothing"), "no queue 'nothing'"),
    ],
)
def test_what_cannot_be_done_is_said(command: Command, words: tuple[str, ...], why: str) -> None:
    done = command("queue", *words)

    assert done.code == 2
    assert why in done.errors


def test_a_reviewer_whom_nobody_knows_is_refused(project: Project, command: Command) -> None:
    told(command, "create", 5, *ASKED, "--name", "first")
    session = project.sessions.listed_ids()[0]

    done = command("queue", "requeue", "first", session, "--reviewer", "nobody")

    assert (done.code, "no reviewer 'nobody'" in done.errors) == (2, True)
