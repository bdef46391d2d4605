"""The sample project's files, read as they lie in the folder."""

import csv
import json
from pathlib import Path
from typing import Any

from judging.rubrics import Kind, ready_made

SAMPLE = Path(__file__).parents[2] / "calibration" / "sample"
RUBRIC = ready_made("conversation")
TURN_RUBRIC = ready_made("turn")
QUALITIES = [criterion.key for criterion in RUBRIC.criteria if criterion.kind is Kind.QUALITY]

Json = dict[str, Any]
Values = dict[tuple[str, str, int], str]


def lines(name: str) -> list[Json]:
    """Return the lines of a JSONL file."""
    text = (SAMPLE / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def turns(session: Json) -> dict[int, Json]:
    """Return the turns by number; the system prompt has none."""
    said = [message for message in session["messages"] if message["role"] != "system"]
    return dict(enumerate(said, start=1))


SESSIONS = {session["id"]: session for session in lines("sessions.jsonl")}
TURNS = {name: turns(session) for name, session in SESSIONS.items()}
with (SAMPLE / "labels.csv").open(encoding="utf-8", newline="") as table:
    LABELS = list(csv.DictReader(table))
VERDICTS = {version: lines(f"verdicts-{version}.jsonl") for version in (1, 2)}


def values(rows: list[Json]) -> Values:
    """Return the values by session, criterion and turn (0 for the session)."""
    return {(r["session_id"], r["criterion"], int(r.get("turn", 0))): r["value"] for r in rows}


def labels_of(reviewer: str) -> Values:
    """Return what `reviewer` says."""
    return values([row for row in LABELS if row["reviewer"] == reviewer])


RATERS = {
    "maya": labels_of("maya"),
    "jonas": labels_of("jonas"),
    "example-judge@1": values(VERDICTS[1]),
    "example-judge@2": values(VERDICTS[2]),
}


def tagged(tag: str) -> list[str]:
    """Return the ids of the sessions with `tag`."""
    return [name for name, session in SESSIONS.items() if tag in session["tags"]]


def maya(session: str, criterion: str) -> str:
    """Return what maya says of a session as a whole."""
    return RATERS["maya"][session, criterion, 0]
