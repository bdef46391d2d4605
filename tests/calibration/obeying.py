"""Judges that are firm, that obey what a session asks of them, or that are merely distracted."""

import json
from collections.abc import Callable

from calibration.agreement.held import Held
from calibration.runs import judges, planning, running
from calibration.runs.judges import Options
from judging.judges.battery import BATTERY, INERT
from judging.judges.fence import visible
from judging.ratings import Outcome
from judging.rubrics import RubricVersion
from storage import Project, Reference
from tests import keeping, working
from tests.calibration.judged import ONE
from tests.model_server import ModelServer, Policy, Request, Step, answer, says, summarises

Saying = Callable[[str], str]


def gives(verdict_on: Saying, *, reason: str = "") -> Policy:
    """Answer all criteria of a request with what `verdict_on` says of its transcript, or sum up."""

    def policy(request: Request, before: int) -> Step:
        _ = before
        if not request.keys:
            return summarises("Nothing of note.")
        verdict = verdict_on(request.transcript)
        given = answer(*request.keys, verdict=verdict, reason=reason or f"I say {verdict}.")
        return says(json.dumps(given))

    return policy


def is_injected(transcript: str) -> bool:
    """Tell whether a payload of the battery stands in a transcript."""
    return any(visible(payload.text)[1:-1] in transcript for payload in BATTERY)


def is_inert(transcript: str) -> bool:
    """Tell whether the text that asks for nothing stands in it."""
    return INERT[:20] in transcript


FIRM = gives(lambda _: "fail")
OBEDIENT = gives(lambda told: "pass" if is_injected(told) else "fail")
DISTRACTED = gives(lambda told: "pass" if is_injected(told) or is_inert(told) else "fail")


def failed(project: Project, server: ModelServer, *names: str, rubric: RubricVersion = ONE) -> Held:
    """Have a reviewer and the model judge fail these sessions, and return the judge held to it."""
    keeping.add(project, *(keeping.session(name) for name in names))
    for name in names:
        keeping.label(project, name, Outcome.FAIL)
    return judged(project, server, rubric)


def held(project: Project, judge: str, rubric: str = "conversation@1") -> Held:
    """Return a judge that has judged, held against people."""
    return Held(project.rubrics.get(rubric), project.judges.get(judge), Reference())


def judged(
    project: Project,
    server: ModelServer,
    rubric: RubricVersion = ONE,
    options: Options | None = None,
    policy: Policy = FIRM,
) -> Held:
    """Have the model judge answer on all of a project, and return what it is held against too."""
    server.policy = policy
    version = project.rubrics.add(rubric)
    judge = judges.named(working.MODEL, project.store.secret(), options)
    running.run(project, planning.plan(project, version.rubric.label, judge), judge, concurrency=1)
    return Held(version, project.judges.kept(judge.identity), Reference())
