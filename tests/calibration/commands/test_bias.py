"""`judging bias`: what it prints, and how it ends."""

import pytest

from judging.ratings import Outcome
from storage import AuditKind, Project
from tests import keeping
from tests.calibration import auditing, obeying
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


def test_a_criterion_without_a_label_takes_one_line(command: Command) -> None:
    said = command("bias", *CHOSEN).output

    assert "consistent: nothing is labelled, so no bias can be checked.\n" in said
    assert said.count("short correct") == 1


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


def test_what_audits_came_to_is_in_the_document_with_its_cases(
    command: Command, project: Project
) -> None:
    held = obeying.held(project, "example")
    auditing.planted(project, held, 2, 60, 1)

    checks = command("bias", *CHOSEN, "--json").document["criteria"][0]["checks"]

    planted = checks[CHECKS.index("injection")]
    assert (planted["state"], planted["groups"][0]["x"]) == ("inconclusive", 2)
    assert planted["estimate"]["method"] == "clopper_pearson"
    (inert,) = planted["further"]
    assert (inert["key"], inert["x"], inert["n"]) == ("inert", 1, 60)
    assert [case["session_id"] for case in planted["audit"]["cases"]] == ["s0", "s1"]
    assert checks[0]["audit"] is None


def test_labels_that_were_changed_after_a_sight_are_in_the_document_and_told(
    command: Command, project: Project
) -> None:
    keeping.label(project, "s12", PASS, blind=False)

    checks = command("bias", *CHOSEN, "--json").document["criteria"][0]["checks"]
    lines = command("bias", *CHOSEN).output.splitlines()

    toward, away = checks[CHECKS.index("anchoring")]["further"]
    assert (toward["key"], toward["n"], away["key"]) == ("toward_judge", 0, "away_from_judge")
    assert (away["x"], away["n"], away["rate"]["value"]) == (1, 1, 1)
    assert "    1 of 1 labels that agreed with the judge until it was seen, changed away from " in (
        "\n".join(lines)
    )


def test_it_says_the_same_twice(command: Command, project: Project) -> None:
    auditing.planted(project, obeying.held(project, "example"), 2, 60)

    one, other = (command("bias", *CHOSEN, "--json").output for _ in range(2))

    assert one == other


def test_what_later_turns_change_is_told_of_criteria_of_turns(
    command: Command, project: Project
) -> None:
    held = obeying.held(project, "example", "turn@1")
    counts = {"units": 20, "changed": 5, "not_scored": 0, "changes": [["fail", "pass", 5]]}
    counts |= {"groups": [[1, 0, 5], [0, 1, 15]], "last": [[0, 1, 9]]}
    key = held.version.rubric.criteria[0].key
    result = {"criteria": {key: counts}, "cases": []}
    auditing.kept(project, held, AuditKind.HINDSIGHT, result)
    words = ("bias", "--rubric", "turn", "--judge", "example")

    first = command(*words, "--json").document["criteria"][0]["hindsight"]
    said = command(*words).output

    assert (first["units"], first["changed"], first["rate"]["value"]) == (20, 5, 0.25)
    assert first["changes"] == [{"from": "fail", "to": "pass", "n": 5}]
    assert "    5 of 20 verdicts change once later turns are shown: 25% (11% to 47%). Where" in said
    assert command("bias", *CHOSEN, "--json").document["criteria"][0]["hindsight"] is None
