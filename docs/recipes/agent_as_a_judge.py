"""
Sessions and ratings from the files of Agent-as-a-Judge, a folder for each agent.

A session is one requirement of one task, and its group is the task: the requirements of a task
share the agent's only attempt at it. Run as

    python docs/recipes/agent_as_a_judge.py FOLDER OUT

where FOLDER is the data set's `benchmark/judgment`.
"""

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PEOPLE, JUDGE = "human_as_a_judge", "agent_as_a_judge/gray_box"
COLUMNS = ("session_id", "human_label", "judge_label", "adjudicated")


@dataclass(frozen=True, slots=True)
class Requirement:
    """
    One requirement of a task, as the experts and the judge both answered it.

    Attributes:
        human: Whether it is satisfied; None where that is left open.

        judged: The same, as the judge says.
    """

    task: str
    number: int
    asked: str
    wanted: str
    human: bool | None
    judged: bool | None

    @property
    def session_id(self) -> str:
        """Its session's id: the name of the task's file, and its number in it."""
        return f"{self.task}-requirement{self.number}"

    @property
    def session(self) -> dict[str, Any]:
        """What was asked of the agent; what it did is not among the judgements."""
        return {
            "id": self.session_id,
            "group": self.task,
            "title": f"{self.task}, requirement {self.number}",
            "goal": self.wanted,
            "messages": [{"role": "user", "content": self.asked}],
        }


def requirements(agent: Path) -> Iterator[Requirement]:
    """
    Yield every requirement that an agent was judged on.

    Raises:
        ValueError: If the judge answered other requirements than the experts.
    """
    for file in sorted((agent / PEOPLE).glob("*.json")):
        human, judge = _read(file), _read(agent / JUDGE / file.name)
        for said, judged in zip(human["requirements"], judge["requirements"], strict=True):
            if said["requirement_id"] != judged["requirement_id"]:
                raise ValueError(f"{file.name}: the two sides answer different requirements.")
            yield Requirement(
                task=file.stem,
                number=said["requirement_id"],
                asked=human["query"],
                wanted=said["criteria"],
                human=said["satisfied"],
                judged=judged["satisfied"],
            )


def write(agent: Path, out: Path) -> int:
    """Write an agent's sessions and ratings into `out`, and return how many there are."""
    found = list(requirements(agent))
    out.mkdir(parents=True, exist_ok=True)
    with (out / "sessions.jsonl").open("w", encoding="utf-8") as sessions:
        for one in found:
            print(json.dumps(one.session), file=sessions)
    with (out / "ratings.csv").open("w", encoding="utf-8", newline="") as ratings:
        rows = csv.writer(ratings)
        rows.writerow(COLUMNS)
        rows.writerows((one.session_id, one.human, one.judged, "yes") for one in found)
    return len(found)


def _read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def main(folder: str, out: str) -> None:
    """Write a folder for each agent that the judgements are about, and say how much is in it."""
    agents = sorted(people.parent for people in Path(folder).glob(f"*/{PEOPLE}"))
    if not agents:
        sys.exit(f"No folder in {folder} has {PEOPLE}: name the folder `benchmark/judgment`.")
    for agent in agents:
        print(f"{agent.name}: {write(agent, Path(out) / agent.name)} requirements")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 3 else sys.exit(__doc__)
