"""One subject for each exporter, whose files lie in `tests/examples/exports/`."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from judging.exporters import CALIBRATED, JudgedVerdict, MeantLabel
from judging.judges import JudgeIdentity
from judging.ratings import Citation, Finding, Label, Maker, Outcome, Problem, Verdict
from judging.sessions import EndReason, GoalSource, Origin, Role, Session, ToolCall, Turn
from tests.judging.bundle import made

AT = datetime(2026, 2, 1, 9, 0, 30, tzinfo=UTC)
PARCEL = Session(
    external_id="007",
    turns=(
        Turn(1, Role.USER, "Where is it?\r\n=Now!", speaker="customer", external_turn="0"),
        Turn(
            2,
            Role.ASSISTANT,
            reasoning="I have to look.",
            tool_calls=(ToolCall("c1", "track", {"parcel": "007"}), ToolCall("c2", "ping", "x")),
            speaker="bot",
            model="claude-haiku-4-5",
            timestamp=AT,
            external_turn="1",
        ),
        Turn(3, Role.TOOL, "down", tool_call_id="c2", tool_name="ping", is_error=True),
        Turn(4, Role.ASSISTANT, "It left, “today”.", speaker="bot"),
    ),
    group="parcels",
    source_format="chat_messages",
    source_file="logs.jsonl",
    title="A late parcel",
    goal="Find parcel 007.",
    goal_source=GoalSource.USER,
    system_prompt="Be brief.",
    agent_model="claude-haiku-4-5",
    origin=Origin.SIMULATED,
    started_at=AT,
    ended_at=AT.replace(minute=2, microsecond=250_000),
    end_reason=EndReason.RESOLUTION,
    metadata={"trial": 1, "tags": ["late"]},
    warnings=("The file is not UTF-8; it was read as Windows-1252.",),
)
GREETING = Session("=8", (Turn(1, Role.USER, "Hello", speaker="user"),), source_file="logs.jsonl")
FAIL = Label(
    session="007",
    criterion="goal_met",
    outcome=Outcome.FAIL,
    reviewer="maya",
    rationale="-Not done, see turn 4.",
    citations=(Citation(4, "It left"), Citation(1)),
    raw_value="0",
    rubric="conversation@1",
    blind=True,
    stratum="judge-fail",
    inclusion_prob=1 / 3,
    seconds_spent=12.5,
    created_at=AT,
)
SLOT = Label(
    session="007",
    criterion="turn_pass",
    outcome=Outcome.CANNOT_TELL,
    reviewer=None,
    slot=2,
    turn=4,
    made_by=Maker.PROGRAM,
    blind=False,
)
SETTLED = replace(FAIL, reviewer="lead", rationale="As the policy has it.", adjudicated=True)
REFUSED = Verdict(
    session="007",
    criterion="goal_met",
    outcome=Outcome.NOT_SCORED,
    problem=Problem.REFUSED,
    raw_value="I would rather not.",
)
SCORED = Verdict(
    session="007",
    criterion="turn_pass",
    outcome=Outcome.PASS,
    turn=4,
    rationale="So it did.",
    citations=(Citation(4, "It left"),),
    findings=(Finding("late", 4, "By a day."), Finding("rude", 0)),
)
JUDGE = JudgeIdentity(
    "claude:claude-test", "claude", "claude-test", "claude", {"effort": "low"}, "1.1"
)
ANSWERS = [
    MeantLabel(FAIL),
    MeantLabel(SLOT),
    MeantLabel(SETTLED, 2),
    JudgedVerdict(SCORED, "mine", "turn@2"),
    JudgedVerdict(replace(SCORED, outcome=Outcome.FAIL), "rules", "turn@1", Maker.PROGRAM),
]
SUBJECTS: dict[str, Any] = {
    **{exporter.name: made.bundle(JUDGE) for exporter in CALIBRATED},
    "sessions": [PARCEL, GREETING],
    "labels": [MeantLabel(FAIL), MeantLabel(SLOT), MeantLabel(SETTLED, 2)],
    "langfuse_scores": ANSWERS,
    "langsmith_feedback": ANSWERS,
    "mlflow_assessments": [*ANSWERS, JudgedVerdict(REFUSED, "mine", "conversation@1")],
    "phoenix_annotations": ANSWERS,
    "scout_validation": [
        MeantLabel(FAIL),
        MeantLabel(SETTLED),
        MeantLabel(replace(FAIL, criterion="consistent", outcome=Outcome.PASS)),
        MeantLabel(replace(FAIL, session="=8", outcome=Outcome.PASS)),
    ],
    "verdicts": [
        JudgedVerdict(REFUSED, "rules", "conversation@1"),
        JudgedVerdict(SCORED, "mine", "turn@2"),
    ],
}
