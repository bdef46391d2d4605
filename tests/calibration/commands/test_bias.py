"""`judging bias`: what it prints, and how it ends."""

import pytest

from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.calibration.commands.here import Command

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
CHOSEN = ("--rubric", "conversation", "--judge", "example")
CHECKS = [
    "short_correct",
    "long_wrong",
    "same_family",
    "evidence_position",
    "conversation_length",
    "conversation_length",
    "context_mode",
    "anchoring",
    "injection",
    "not_scored",
]


@pytest.fixture(autouse=True)
def _judged(project: Project) -> None:
    pairs = [(FAIL, MISSING)] * 12 + [(FAIL, FAIL)] * 18 + [(PASS, PASS)] * 30
    keeping.many(project, pairs)


def test_the_document_has_every_check_with_counts_and_interval(command: Command) -> None:
    done = command("bias", *CHOSEN, "--json")

    told = done.document
    assert (done.code, done.errors) == (0, "")
    assert (told["rubric"], told["judge"], told["reference"]) == (
        *("conversation@1", "example", "person"),
    )
    goal_met = told["criteria"][0]
    assert goal_met["criterion"] == "goal_met"
    assert [check["check"] for check in goal_met["checks"]] == CHECKS
    missing = goal_met["checks"][-1]
    assert missing["state"] == "flagged"
    assert missing["estimate"]["value"] == pytest.approx(0.4)
    assert missing["estimate"]["low"] > 0
    assert [(g["name"], g["x"], g["n"]) for g in missing["groups"]] == [
        ("sessions labelled fail", 12, 30),
        ("sessions labelled pass", 0, 30),
    ]
    assert missing["groups"][0]["rate"]["value"] == pytest.approx(0.4)
    assert missing["sentence"].startswith("Bias found: the judge gives no verdict on 40%")


def test_what_cannot_be_checked_is_null_and_says_why(command: Command) -> None:
    checks = command("bias", *CHOSEN, "--json").document["criteria"][0]["checks"]

    fitting = checks[CHECKS.index("context_mode")]

    assert fitting["state"] == "insufficient"
    assert (fitting["estimate"]["value"], fitting["groups"]) == (None, [])
    assert "it takes an audit" in fitting["sentence"]


def test_people_read_a_sentence_a_check(command: Command) -> None:
    lines = command("bias", *CHOSEN).output.splitlines()

    assert lines[0] == "example under conversation@1, against the labels by people."
    at = lines.index("  not scored: flagged")
    assert lines[at + 1].startswith("    Bias found: the judge gives no verdict on 40% of sessions")


def test_labels_given_blind_alone_can_count(command: Command, project: Project) -> None:
    keeping.label(project, "s59", FAIL, reviewer="jonas", blind=False)

    told = command("bias", *CHOSEN, "--blind-only", "--json").document

    assert told["blind_only"]
    assert told["criteria"][0]["checks"][-1]["groups"][1]["n"] == 30


def test_no_label_of_the_reference_ends_with_3_and_says_so(command: Command) -> None:
    done = command("bias", *CHOSEN, "--reference", "program")

    assert done.code == 3
    assert "There are no labels by programs on these criteria." in done.errors


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--rubric", "conversation@9", "--judge", "example"), "no rubric 'conversation@9'"),
        (("--rubric", "conversation", "--judge", "other"), "a judge 'other'"),
        ((*CHOSEN, "--reference", "ann"), "no reviewer 'ann'"),
    ],
)
def test_what_is_not_there_is_refused(
    command: Command, words: tuple[str, ...], problem: str
) -> None:
    done = command("bias", *words)

    assert done.code == 2
    assert problem in done.errors
