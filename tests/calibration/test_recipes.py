"""The recipes: their commands, run on the public data, print the figures that they tell."""

import csv
import json
import re
import shlex
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from calibration.commands import opened
from calibration.commands.estimates import interval
from docs.recipes import agent_as_a_judge, conture
from judging.agreement import Cells, Estimate, Status, cohen_kappa
from storage import Store
from tests.calibration.commands.here import Command, judging

DOCUMENT = (Path(__file__).parents[2] / "docs" / "recipes.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^ {4}judging (.*)$", re.MULTILINE)
# Published, with digits cut off; and what they are cut from.
PUBLISHED = {"MetaGPT": (92.07, 337), "GPT-Pilot": (86.61, 317), "OpenHands": (90.16, 330)}
# The lowest answer that passes: of two, of three, of five.
CUTS = {"conture": (1, 3, 4), "lower": (1, 2, 3)}
KEYS = {"consistent": "consistent_dialogue", "human (overall)": "human_overall"} | {
    name: name.replace(" ", "_")
    for name in (
        "likeable",
        "diverse",
        "informative",
        "coherent",
        "understanding",
        "flexible",
        "topic depth",
        "error recovery",
        "inquisitive",
    )
}
DIMENSIONS = {key: dimension for dimension, key in KEYS.items()}


@pytest.fixture
def command(
    store: Store,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Command:
    monkeypatch.setattr(opened, "store", lambda: store)
    # What --project sets is put back after the test.
    monkeypatch.setenv("JUDGING_PROJECT", "default")
    monkeypatch.chdir(tmp_path)
    return partial(judging, capfd.readouterr)


def told(command: Command, heading: str, project: str, **names: str) -> Any:
    """Run the commands under `heading` that are about `project`; return what the last one says."""
    section = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [shlex.split(line) for line in COMMAND.findall(section)]
    asked = [words for words in lines if words[words.index("--project") + 1] == project]
    for words in asked:
        for name, value in names.items():
            words[:] = [word.replace(name, value) for word in words]
        done = command(*words)
        assert done.code == 0, (words, done)
    return done.document["criteria"]


def written(estimate: dict[str, Any]) -> str:
    """Return an estimate as people read it."""
    fields = {name: value for name, value in estimate.items() if name != "status"}
    return interval(Estimate(**fields, status=Status(estimate["status"])))


def answer(folder: Path, *, number: int, satisfied: bool | None) -> None:
    """Write what one side says of a task with one requirement."""
    folder.mkdir(parents=True)
    asked = {"requirement_id": number, "criteria": "It runs.", "satisfied": satisfied}
    task = json.dumps({"query": "Write it.", "requirements": [asked]})
    (folder / "task.json").write_text(task, encoding="utf-8")


def row(criterion: str) -> dict[str, str]:
    """Return what the document tells of a dimension's raters in each project."""
    [line] = re.findall(rf"^\| {criterion} \| 119 \| (.*) \|$", DOCUMENT, re.MULTILINE)
    return dict(zip(CUTS, line.split(" | "), strict=True))


def passed(dialogues: Any, dimension: str, cut: tuple[int, int, int]) -> list[list[bool]]:
    """Return of each dialogue whether each rater who answered passed it on one dimension."""
    least = {"consistent": cut[0], "human (overall)": cut[2]}.get(dimension, cut[1])
    answers = [[rater[dimension] for rater in one["dialog_ratings"]] for one in dialogues]
    return [[value >= least for value in unit if value != "N/A"] for unit in answers]


def alpha(units: list[list[bool]]) -> float:
    """Return Krippendorff's nominal alpha, from the disagreeing pairs."""
    kept = [unit for unit in units if len(unit) > 1]
    totals = Counter(value for unit in kept for value in unit)
    n = totals.total()
    seen = sum(sum(a != b for a in unit for b in unit) / (len(unit) - 1) for unit in kept)
    expected = n * n - sum(count * count for count in totals.values())
    return 1 - seen * (n - 1) / expected


@pytest.mark.parametrize("agent", PUBLISHED)
def test_the_published_agreement_of_an_agents_judge_comes_out(
    agent: str, shared: Path, command: Command
) -> None:
    published, agreeing = PUBLISHED[agent]
    judgment = shared / "data/agent_as_a_judge/benchmark/judgment"
    agent_as_a_judge.main(str(judgment), "devai")

    [found] = told(command, "Agent-as-a-Judge", "AGENT", AGENT=agent)

    cells = found["cells"]
    assert (found["n"], cells["tp"] + cells["tn"]) == (366, agreeing)
    assert int(found["observed_agreement"]["value"] * 10_000) / 100 == published
    estimates = " | ".join(written(found[name]) for name in ("kappa", "tpr", "tnr"))
    counts = " | ".join(str(cells[name]) for name in ("tp", "fn", "fp", "tn"))
    assert f"| {agent} | {counts} | {agreeing} of 366 | {estimates} |" in DOCUMENT
    alone = cohen_kappa(Cells(**cells))
    assert found["kappa"]["value"] == pytest.approx(alone.value)
    assert found["design_effect"] > 1
    assert alone.low is not None
    assert found["kappa"]["low"] < alone.low


def test_the_requirements_of_a_task_are_one_group(shared: Path, tmp_path: Path) -> None:
    judgment = shared / "data/agent_as_a_judge/benchmark/judgment"

    agent_as_a_judge.write(judgment / "OpenHands", tmp_path)

    lines = (tmp_path / "sessions.jsonl").read_text(encoding="utf-8").splitlines()
    sessions = [json.loads(line) for line in lines]
    assert len({session["id"] for session in sessions}) == 366
    assert len({session["group"] for session in sessions}) == 55


def test_a_judge_that_answered_other_requirements_is_refused(tmp_path: Path) -> None:
    answer(tmp_path / agent_as_a_judge.PEOPLE, number=0, satisfied=True)
    answer(tmp_path / agent_as_a_judge.JUDGE, number=1, satisfied=True)

    with pytest.raises(ValueError, match=r"task\.json: the two sides"):
        list(agent_as_a_judge.requirements(tmp_path))


@pytest.mark.parametrize(
    ("human", "judged", "cells"), [(True, None, "True,,yes"), (None, False, ",False,yes")]
)
def test_an_answer_left_open_is_an_empty_cell(
    human: bool | None,  # noqa: FBT001  (an answer is the case)
    judged: bool | None,  # noqa: FBT001  (an answer is the case)
    cells: str,
    tmp_path: Path,
) -> None:
    answer(tmp_path / agent_as_a_judge.PEOPLE, number=0, satisfied=human)
    answer(tmp_path / agent_as_a_judge.JUDGE, number=0, satisfied=judged)

    agent_as_a_judge.write(tmp_path, tmp_path)

    lines = (tmp_path / "ratings.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1] == f"task-requirement0,{cells}"


def test_a_folder_without_judgements_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="name the folder `benchmark/judgment`"):
        agent_as_a_judge.main(str(tmp_path), str(tmp_path / "out"))


@pytest.mark.parametrize("project", CUTS)
def test_raters_of_dialogues_agree_as_a_second_formula_says(
    project: str, shared: Path, command: Command
) -> None:
    file = shared / "data/conture/data.json"
    conture.main(str(file), "conture")
    dialogues = json.loads(file.read_text(encoding="utf-8"))

    found = told(command, "ConTurE", project)

    documented = {key for key in DIMENSIONS if row(key)[project] != "–"}
    assert {one["criterion"] for one in found} == documented
    for one in found:
        units = passed(dialogues, DIMENSIONS[one["criterion"]], CUTS[project])
        assert one["alpha"]["value"] == pytest.approx(alpha(units)), one["criterion"]
        assert (one["units"], one["pairs"]) == (119, [])
        assert row(one["criterion"])[project] == written(one["alpha"])


def test_a_rater_of_a_dialogue_is_nobody_and_keeps_the_value_given(tmp_path: Path) -> None:
    pair = {"user": "User: Hi", "chatbot": "Chatbot: User: is a word", "overall impression": 2}
    ratings = [{"consistent": 0, "likeable": "N/A"}, {"consistent": 1, "likeable": 3}]

    conture.write([{"dialog_id": 7, "turns": [pair], "dialog_ratings": ratings}], tmp_path)

    session = json.loads((tmp_path / "sessions.jsonl").read_text(encoding="utf-8"))
    said = [(message["role"], message["content"]) for message in session["messages"]]
    assert said == [("user", "Hi"), ("assistant", "User: is a word")]
    with (tmp_path / "up_to_3.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [
            ["session_id", "criterion", "value"],
            ["dialogue7", "likeable", "N/A"],
            ["dialogue7", "likeable", "3"],
        ]
