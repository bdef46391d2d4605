"""The command: what it prints, and how it ends."""

import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from calibration.commands.entry import judging as command
from judging.agreement import Cells, Pattern, criterion_agreement
from judging.ratings import Outcome
from tests.calibration.commanded import judging

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("database_url")

MESSAGES = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
CHAT = json.dumps({"id": "007", "messages": MESSAGES}) + "\n"
BROKEN = '{"id": "x", "messages": [{"role": "user", "con\n'


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    file = tmp_path / "chat.jsonl"
    file.write_text(CHAT, encoding="utf-8")
    return file


SLOW = {"streamlit", "numpy", "sklearn", "sqlalchemy", "pandas"}


def test_help_loads_nothing_slow() -> None:
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "judging", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {line.rpartition("|")[2].strip() for line in told.stderr.splitlines()}

    assert "agreement" in told.stdout
    assert "typer" in loaded
    assert not SLOW & loaded


def test_importing_the_library_loads_nothing_slow() -> None:
    script = "import sys, judging, judging.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert not SLOW & set(loaded.stdout.split())


def test_global_options_stand_before_or_after_the_command(tmp_path: Path) -> None:
    before = judging("--db", f"sqlite:///{tmp_path}/x.db", "doctor")
    after = judging("doctor", f"--db=sqlite:///{tmp_path}/x.db")

    assert f"{tmp_path}/x.db" in before.output
    assert before == after
    assert not (tmp_path / "x.db").exists()


def test_an_unknown_option_ends_with_2_and_says_so() -> None:
    done = judging("import", "--nope", "x")

    assert done.code == 2
    assert "--nope" in done.errors


def test_an_error_is_three_lines_on_standard_error() -> None:
    done = judging("--project", "nowhere", "runs")

    assert done.code == 2
    assert done.output == ""
    assert done.errors.splitlines() == [
        "There is no project 'nowhere'.",
        "  to fix: Import sessions into it, which creates it, or name one that exists.",
    ]


def test_an_import_prints_each_session_as_documented(chat: Path) -> None:
    done = judging("import", chat, "--json")

    assert done.code == 0
    assert done.document == {
        "imported": 1,
        "skipped": [],
        "rejected": [],
        "warnings": [],
        "format": "chat_messages",
        "sessions": [
            {
                "session_id": "007",
                "n_turns": 2,
                "n_exchanges": 1,
                "roles": ["user", "assistant"],
                "first_content_prefix": "Hi",
                "last_content_prefix": "Hello",
                "tool_calls_by_turn": {},
                "tool_names_by_turn": {},
                "system_prompt_prefix": None,
                "goal": None,
                "model": None,
            }
        ],
    }


def test_the_same_file_twice_changes_nothing(chat: Path) -> None:
    judging("import", chat)

    again = judging("import", chat, "--json").document

    assert (again["imported"], len(again["skipped"])) == (0, 1)


def test_a_rejected_record_stores_nothing_and_ends_with_2(chat: Path) -> None:
    chat.write_text(CHAT + BROKEN, encoding="utf-8")

    done = judging("import", chat, "--json")

    assert done.code == 2
    assert done.document["imported"] == 0
    [rejected] = done.document["rejected"]
    assert rejected["where"] == f"{chat}, line 2"
    assert "cut off" in rejected["reason"] or "JSON" in rejected["reason"]
    assert judging("import", chat, "--json", "--partial").document["imported"] == 1


def test_a_dry_run_stores_nothing(chat: Path) -> None:
    assert judging("import", chat, "--dry-run", "--json").document["imported"] == 1

    assert judging("import", chat, "--json").document["imported"] == 1


def test_standard_input_is_read() -> None:
    done = judging("import", "-", "--json", stdin=CHAT)

    assert done.document["sessions"][0]["session_id"] == "007"


def test_labels_of_numbers_need_a_polarity_and_are_told_the_counts(
    chat: Path, tmp_path: Path
) -> None:
    judging("import", chat)
    file = tmp_path / "labels.csv"
    file.write_text("session_id,criterion,value\n007,goal_met,1\n", encoding="utf-8")

    asked = judging("labels", "import", file)
    told = judging("labels", "import", file, "--pass", "1", "--fail", "0", "--json")

    assert asked.code == 2
    assert "1 (once)" in asked.errors or "1 (1 time" in asked.errors
    assert "--pass" in asked.errors
    assert told.document["imported"] == 1


def test_without_labels_of_the_reference_agreement_ends_with_3(chat: Path) -> None:
    judging("import", chat)
    judging("run", "--rubric", "conversation", "--judge", "rules")

    done = judging("agreement", "--rubric", "conversation", "--judge", "rules", "--json")

    assert done.code == 3
    assert "--reference" in done.errors
    kappa = done.document["criteria"][0]["kappa"]
    assert (kappa["value"], kappa["status"]) == (None, "undefined_empty")


def test_a_run_prints_its_counts_and_a_second_one_has_nothing_left(chat: Path) -> None:
    judging("import", chat)

    first = judging("run", "--rubric", "conversation", "--judge", "rules", "--json").document
    second = judging("run", "--rubric", "conversation", "--judge", "rules", "--json").document

    assert (first["status"], first["units"], first["scored"], first["cached"]) == ("done", 1, 1, 0)
    assert (second["units"], second["scored"], second["cached"]) == (1, 1, 1)
    assert judging("runs", "--json").document["runs"][0]["run"] == 2


def test_a_rubric_goes_out_and_comes_in_as_the_same_version(tmp_path: Path) -> None:
    file = tmp_path / "rubric.yaml"
    file.write_text(judging("rubric", "show", "conversation@1").output, encoding="utf-8")

    again = judging("rubric", "add", file)
    file.write_text(file.read_text("utf-8").replace("came for", "wanted"), encoding="utf-8")
    edited = judging("rubric", "add", file)

    assert again.output == "conversation@1 is saved already.\n"
    assert edited.output == "conversation@2 saved.\n"
    assert "wanted" in judging("rubric", "diff", "conversation@1", "conversation@2").output


def test_rewards_become_labels_and_cells_equal_an_independent_count(shared: Path) -> None:
    file = shared / "data" / "taubench" / "gpt-4o-airline.json"
    results = json.loads(file.read_text("utf-8"))

    imported = judging("import", file, "--json").document
    judging("run", "--rubric", "conversation", "--judge", "rules")
    labelled = judging(
        *("labels", "import", file, "--criterion", "goal_met", "--made-by", "program"),
        *("--pass", "1", "--fail", "0", "--json"),
    ).document
    report = judging(
        *("agreement", "--rubric", "conversation@1", "--judge", "rules"),
        *("--reference", "program", "--json"),
    ).document

    assert imported["imported"] == labelled["imported"] == 200
    turns = {s["session_id"]: s["n_turns"] for s in imported["sessions"]}
    assert turns == {f"task{r['task_id']}-trial{r['trial']}": len(r["traj"]) - 1 for r in results}
    assert set(report) == {
        *("project", "rubric", "judge", "level", "split", "reference", "blind_only"),
        *("run", "criteria"),
    }
    [goal] = [c for c in report["criteria"] if c["criterion"] == "goal_met"]
    assert goal["cells"] == _counted(results)
    assert goal["kappa"]["low"] == pytest.approx(_clustered(results))


def _judged(results: list[dict[str, object]]) -> dict[str, Outcome]:
    from calibration.settings import database_url  # noqa: PLC0415
    from storage import Store  # noqa: PLC0415

    store = Store(database_url())
    project = store.project("default")
    [judge] = project.judges.listed()
    version = project.rubrics.get("conversation@1").id
    outcomes = project.verdicts.outcomes("goal_met", rubric_version=version, judge=judge.id)
    lines = project.sessions.numbers([f"task{r['task_id']}-trial{r['trial']}" for r in results])
    store.close()
    return {name: outcomes[line.id] for name, line in lines.items()}


def _pairs(results: list[dict[str, object]]) -> list[tuple[object, str]]:
    judged = _judged(results)
    pairs = []
    for result in results:
        human = "p" if result["reward"] == 1.0 else "f"
        outcome = judged[f"task{result['task_id']}-trial{result['trial']}"]
        if outcome in (Outcome.PASS, Outcome.FAIL):
            pairs.append((result["task_id"], human + outcome.value[0]))
    return pairs


def _counted(results: list[dict[str, object]]) -> dict[str, int]:
    counts = Counter(pair for _, pair in _pairs(results))
    return {"tp": counts["ff"], "fn": counts["fp"], "fp": counts["pf"], "tn": counts["pp"]}


def _clustered(results: list[dict[str, object]]) -> float | None:
    by_task: defaultdict[object, Counter[str]] = defaultdict(Counter)
    for task, pair in _pairs(results):
        by_task[task][pair] += 1
    patterns = [Pattern(Cells(c["ff"], c["fp"], c["pf"], c["pp"]), 1) for c in by_task.values()]
    return criterion_agreement(patterns, {}).kappa.low


def test_every_command_is_documented() -> None:
    listed = (ROOT / "docs" / "commands.md").read_text("utf-8")
    names = [c.name or (c.callback and c.callback.__name__) for c in command.registered_commands]
    groups = [group.name for group in command.registered_groups]

    missing = [n for n in (*names, *groups) if not re.search(rf"`judging {n}", listed)]

    assert missing == []
