"""`judging check`: a bundle on sessions, in CI."""

import json
from pathlib import Path

import pytest

from calibration import sample_project
from calibration.gate import bundling, gating
from judging.bundle import written
from judging.judges import RulesJudge
from storage import Project
from tests.calibration.commands.here import Command
from tests.calibration.gate.test_gating import sealed

HOSTILE = "<script>alert(1)</script> ![x](https://example.org/x.png)"
BUNDLE, SESSIONS = "b.json", "s.jsonl"


@pytest.fixture
def folder(project: Project, command: Command, tmp_path: Path) -> Path:
    """Export the sample's sessions, and a bundle of the rules judge, and go there."""
    sample_project.add_to(project)
    command("sessions", "export", tmp_path / SESSIONS)
    words = ("--rubric", "conversation@2", "--judge", "rules")
    assert command("export", "bundle", *words, "-o", tmp_path / BUNDLE).code == 0
    return tmp_path


def checked(command: Command, folder: Path, *words: object) -> tuple[int, dict[str, object]]:
    done = command("check", folder / BUNDLE, folder / SESSIONS, "--uncertified", "--json", *words)
    return done.code, json.loads(done.output)


def test_a_bundle_that_is_not_certified_is_refused_unless_told(
    command: Command, folder: Path
) -> None:
    done = command("check", folder / BUNDLE, folder / SESSIONS)

    assert (done.code, done.output) == (2, "")
    assert "not certified: no gate has been passed" in done.errors
    assert "--uncertified" in done.errors


def test_without_a_minimum_it_reports(command: Command, folder: Path) -> None:
    code, told = checked(command, folder)

    assert (code, told["passed"], told["certified"]) == (0, True, False)
    criteria = told["criteria"]
    assert isinstance(criteria, list)
    by_key = {one["criterion"]: one for one in criteria}
    assert by_key["no_reasking"]["outcomes"] == {"pass": 24}
    assert by_key["no_reasking"]["met"] is None
    assert by_key["goal_met"]["pass_rate"]["value"] == 0.0
    assert [one["session_id"] for one in by_key["goal_met"]["failed"]] == [
        "kettle-1",
        "skincheck-1",
    ]


def test_what_a_rate_leaves_out_stands_beside_it(command: Command, folder: Path) -> None:
    said = command("check", folder / BUNDLE, folder / SESSIONS, "--uncertified").output

    (head,) = (line for line in said.splitlines() if line.startswith("criterion"))
    (row,) = (line for line in said.splitlines() if line.startswith("goal_met  "))
    assert head.endswith("cannot tell  not applicable  not scored")
    assert row.split() == ["goal_met", "0", "2", "0%", "[0%,", "66%]", "22", "0", "0"]


def test_enough_that_pass_are_0_and_too_few_1(command: Command, folder: Path) -> None:
    enough, _ = checked(command, folder, "--min-pass-rate", "no_reasking=1")
    few, told = checked(
        command,
        folder,
        *("--min-pass-rate", "no_reasking=0.9", "--min-pass-rate", "correction_present=0.5"),
    )

    assert (enough, few, told["passed"]) == (0, 1, False)


def test_a_minimum_on_which_nothing_is_decided_is_no_pass(command: Command, folder: Path) -> None:
    (folder / SESSIONS).write_text(
        '{"messages": [{"role": "user", "content": "Hi"}]}\n', encoding="utf-8"
    )

    code, told = checked(command, folder, "--min-pass-rate", "goal_met=0.5")

    assert (code, told["passed"]) == (3, False)


@pytest.mark.parametrize("word", ["nothing=0.5", "goal_met=many", "goal_met=1.5", "goal_met"])
def test_a_minimum_that_is_none_is_refused(command: Command, folder: Path, word: str) -> None:
    words = ("--uncertified", "--min-pass-rate", word)

    assert command("check", folder / BUNDLE, folder / SESSIONS, *words).code == 2


def test_a_file_that_cannot_be_read_judges_nothing(command: Command, folder: Path) -> None:
    with (folder / SESSIONS).open("a", encoding="utf-8") as out:
        out.write('{"messages": [{"role": "user", "con\n')

    done = command("check", folder / BUNDLE, folder / SESSIONS, "--uncertified")

    assert (done.code, done.output) == (2, "")
    assert "line 25" in done.errors
    assert "nothing was judged" in done.errors


def test_a_summary_is_added_to_the_file_as_text_alone(command: Command, folder: Path) -> None:
    summary = folder / "summary.md"
    summary.write_text("# Before\n", encoding="utf-8")
    messages = [{"role": "user", "content": HOSTILE}, {"role": "assistant", "content": "Which?"}]
    line = json.dumps({"id": HOSTILE, "messages": messages})
    (folder / SESSIONS).write_text(line + "\n", encoding="utf-8")

    words = ("--min-pass-rate", "goal_met=0.9", "--summary", summary)
    command("check", folder / BUNDLE, folder / SESSIONS, "--uncertified", *words)

    text = summary.read_text(encoding="utf-8")
    assert text.startswith("# Before\n**Too few pass on goal")
    assert "| goal\\_met | 0 | 1 |" in text
    assert "<script>" not in text
    assert "![" not in text
    assert "\\!\\[x\\]" in text


def test_what_the_gate_has_passed_is_certified_for_half_a_year(
    project: Project, command: Command, tmp_path: Path
) -> None:
    held = sealed(project, judge=RulesJudge().identity)
    before = bundling.bundle(project, held.version, held.judge, held.reference)
    gating.gate(project, held)
    after = bundling.bundle(project, held.version, held.judge, held.reference)

    assert (before.certified, before.reason) == (
        False,
        "the gate has not looked at the test on goal_met",
    )
    assert (after.certified, after.reason) == (True, "")
    assert after.expires_at is not None
    assert (after.expires_at - after.made_at).days in (179, 180)
    (result,) = after.results
    assert (after.basis.split, after.basis.blind_only, result.n, result.look) == (
        "test",
        True,
        240,
        1,
    )
    (tmp_path / BUNDLE).write_text(written(after), encoding="utf-8")
    (tmp_path / SESSIONS).write_text(
        '{"messages": [{"role": "user", "content": "Hi"}]}\n', encoding="utf-8"
    )
    assert command("check", tmp_path / BUNDLE, tmp_path / SESSIONS).code == 0


def test_a_summary_that_cannot_be_written_is_refused_before_anything_is_judged(
    command: Command, folder: Path
) -> None:
    words = ("--uncertified", "--summary", folder / "nowhere" / "summary.md")

    done = command("check", folder / BUNDLE, folder / SESSIONS, *words)

    assert (done.code, done.output) == (2, "")
    assert "summary cannot be written" in done.errors
