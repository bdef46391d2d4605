"""A model that judges, and that revises what it judges by, on the loopback."""

import json
from collections.abc import Mapping
from typing import Any

from calibration.agreement import held
from calibration.agreement.held import Held
from calibration.runs import planning, running
from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.calibration import judged
from tests.model_server import ModelServer, Request, Step, answer, says

PASS, FAIL = Outcome.PASS, Outcome.FAIL
# Where it stands in a rule, the judge fails what it is about, and one thing more.
CURE = "a promise alone is not a delivery"
# By what the sessions say: what people say of them.
SESSIONS = {
    "late-0": FAIL,
    "late-1": FAIL,
    "late-2": FAIL,
    "fine-0": PASS,
    "fine-1": PASS,
    "fine-2": PASS,
    "fine-3": PASS,
}
# Passed before and failed now, though people pass it.
BROKEN = "fine-3"


def change(part: str = "fail_when", text: str = f"It did not; {CURE}.") -> dict[str, str]:
    """Return a change as a model answers it."""
    return {"part": part, "tag": "decides", "why": "Promises were let through.", "text": text}


def proposes(*changes: Mapping[str, str]) -> Step:
    """Answer with these changes."""
    return says(json.dumps({"reason": "Promises pass.", "changes": list(changes)}))


def policy(*changes: Mapping[str, str]) -> Any:
    """Return a policy that proposes these changes, and judges by whether the cure is there."""

    def act(request: Request, before: int) -> Step:
        _ = before
        if is_revision(request):
            return proposes(*changes)
        has_cure = CURE in request.rules
        fails = has_cure and ("late" in request.transcript or BROKEN in request.transcript)
        verdict = {"verdict": "fail" if fails else "pass", "cited_turns": [2], "quote": ""}
        return says(json.dumps(answer(*request.keys, turns_seen=2, **verdict)))

    return act


def is_revision(request: Request) -> bool:
    """Tell whether a request asks for a revision."""
    return request.rules.startswith("You revise")


def asked_to_revise(server: ModelServer) -> list[Request]:
    """Return the requests that asked for a revision."""
    return [request for request in server.requests if is_revision(request)]


def filled(project: Project, server: ModelServer, *changes: Mapping[str, str]) -> Held:
    """Put in sessions, labels and the verdicts of a judge that misses three failures."""
    server.policy = policy(*(changes or (change(),)))
    keeping.add(project, *(keeping.session(n, f"Where is {n}?", f"{n} comes.") for n in SESSIONS))
    for name, outcome in SESSIONS.items():
        keeping.label(project, name, outcome)
    judge = judged.judge(project)
    label = project.rubrics.add(judged.ONE).rubric.label
    running.run(project, planning.plan(project, label, judge), judge)
    return held.named(project, label, judge.identity.name, "person")
