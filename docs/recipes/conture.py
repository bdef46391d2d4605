"""
Sessions and labels from ConTurE's file, with the raters' values as they gave them.

Dimensions with different scales go to files of their own, since the same number means another
thing on each. Run as

    python docs/recipes/conture.py FILE OUT

where FILE is the data set's `data.json`.
"""

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CONSISTENT = "consistent"
FILES = {CONSISTENT: "up_to_1.csv", "human (overall)": "up_to_5.csv"}
OTHERS = "up_to_3.csv"
# Every project begins with a criterion `consistent`; answers to another question are none to it.
CRITERIA = {CONSISTENT: "consistent dialogue"}
SPEAKERS = (("user", "user", "User: "), ("chatbot", "assistant", "Chatbot: "))


def session(dialogue: dict[str, Any]) -> dict[str, Any]:
    """Return a dialogue as a session, without the speakers' names before what they said."""
    messages = [
        {"role": role, "content": pair[speaker].removeprefix(prefix)}
        for pair in dialogue["turns"]
        for speaker, role, prefix in SPEAKERS
    ]
    return {"id": _id(dialogue), "messages": messages}


def labels(dialogues: list[dict[str, Any]]) -> Iterator[tuple[str, tuple[object, ...]]]:
    """
    Yield every answer on a dialogue: the file it belongs in, and its row.

    Nobody is named as the reviewer. The first rating of one dialogue and the first of the next
    may be two people's, which is what a row without a reviewer says.
    """
    for dialogue in dialogues:
        for rater in dialogue["dialog_ratings"]:
            for dimension, value in rater.items():
                criterion = CRITERIA.get(dimension, dimension)
                yield FILES.get(dimension, OTHERS), (_id(dialogue), criterion, value)


def write(dialogues: list[dict[str, Any]], out: Path) -> None:
    """Write `sessions.jsonl` and a file of labels a scale into `out`."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / "sessions.jsonl").open("w", encoding="utf-8") as sessions:
        for dialogue in dialogues:
            print(json.dumps(session(dialogue)), file=sessions)
    found = list(labels(dialogues))
    for name in (OTHERS, *FILES.values()):
        with (out / name).open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(("session_id", "criterion", "value"))
            rows.writerows(row for where, row in found if where == name)


def _id(dialogue: dict[str, Any]) -> str:
    return f"dialogue{dialogue['dialog_id']}"


def main(file: str, out: str) -> None:
    """Write what the file holds, and say how many dialogues there are."""
    dialogues = json.loads(Path(file).read_text(encoding="utf-8"))
    write(dialogues, Path(out))
    print(f"{len(dialogues)} dialogues")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 3 else sys.exit(__doc__)
