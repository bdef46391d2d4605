"""A label page to work at: a server, projects on its database, and hands that type."""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from calibration import projects
from judging.judges import JudgeIdentity
from judging.ratings import Citation, Outcome, Verdict
from judging.rubrics import Level, ready_made
from judging.sessions import Role, Session, ToolCall, Turn
from storage import Answer, NewRun, Project, SessionLine, Store
from tests import keeping
from tests.browser.serving import ROOT, served
from tests.running import Server, wait_for

CRITERIA = ready_made("conversation").keys
OUTCOMES = {"p": "pass", "f": "fail", "x": "not_applicable", "u": "cannot_tell"}
Given = dict[tuple[str, str, int], str]


@dataclass(frozen=True)
class Office:
    """A server, and the database that it is started on."""

    server: Server
    url: str

    def project(self, name: str, *sessions: Session) -> Project:
        """Return a project of that name with these sessions and the ready-made rubrics."""
        project = projects.new_or_existing(Store(self.url), name)
        keeping.add(project, *sessions)
        return project

    def address(self, project: Project, reviewer: str, **more: str) -> str:
        """Return where a reviewer labels."""
        asked = {"project": project.name, "reviewer": reviewer, "rubric": "conversation@1", **more}
        return f"{self.server.url}/label?{urlencode(asked)}"

    def opened(self, page: Page, project: Project, reviewer: str, **more: str) -> Locator:
        """Open the page, and return its panel once there is a session to label."""
        page.goto(self.address(project, reviewer, **more))
        return ready(page)


def office(folder: Path, app: Path = ROOT / "app.py") -> Office:
    """Return the app as it is started by hand, on a database of its own."""
    url = f"sqlite:///{folder / 'judging.db'}"
    Store.upgraded(url).close()
    return Office(served(url, app=app), url)


def ready(page: Page) -> Locator:
    """Return the panel once there is a session to label; the first visitor waits for imports."""
    expect(page.locator(".panel .line").first).to_be_visible(timeout=120_000)
    expect(page.locator(".transcript:not(.standby) article[data-drawn]").first).to_be_visible()
    return page.locator(".panel")


def short(name: str) -> Session:
    """Return a session of four turns that says its name."""
    return keeping.session(name, f"I am {name}.", "Noted.", "And now?", f"That was {name}.")


def errand(length: int, name: str = "errand") -> Session:
    """Return a session of a user, an agent and its tools, `length` turns long."""
    return Session(
        name,
        tuple(_step(number, length) for number in range(1, length + 1)),
        title=f"An errand of {length} turns",
        goal="Move the booking to Thursday and keep the window seat.",
        agent_model="agent-2",
    )


def _step(number: int, length: int) -> Turn:
    words = f"Turn {number} of {length}. " + "The booking stays as it is until you say so. " * 2
    match number % 4:
        case 1:
            return Turn(number, Role.USER, f"{words}Thursday, please, at the window.")
        case 2:
            call = ToolCall(f"c{number}", "find_booking", {"booking": f"B-{number}", "day": "Thu"})
            return Turn(number, Role.ASSISTANT, tool_calls=(call,))
        case 3:
            found = json.dumps({"booking": f"B-{number}", "seat": "14A", "note": words})
            return Turn(number, Role.TOOL, found, tool_call_id=f"c{number - 1}")
        case _:
            return Turn(number, Role.ASSISTANT, f"{words}Shall I move it?")


def given(project: Project, reviewer: str) -> Given:
    """Return what a reviewer has said in the database, by session, criterion and turn."""
    names = {line.id: line.external_id for line in _lines(project)}
    who = project.reviewers.named(reviewer)
    labels = project.desk.labels(who.id, list(names))
    return {
        (names[session], criterion, turn): str(label.outcome)
        for (session, criterion, _, turn), label in labels.items()
        if label.outcome
    }


def _lines(project: Project) -> Iterable[SessionLine]:
    return project.sessions.numbers(project.sessions.listed_ids()).values()


def is_saved(page: Page) -> bool:
    """Tell whether the server has named everything as kept."""
    return page.locator(".panel").get_attribute("data-pending") == "0"


def saved(page: Page, seconds: float = 60) -> None:
    """Wait until the server has named everything as kept."""
    wait_for(lambda: is_saved(page), seconds)


def typed(page: Page, keys: Iterable[str], *, gap: float) -> None:
    """Press keys so many seconds apart, as steadily as the machine can."""
    due = time.monotonic()
    for key in keys:
        page.keyboard.press(key)
        due += gap
        time.sleep(max(0.0, due - time.monotonic()))


def stint(names: Sequence[str]) -> tuple[list[str], Given]:
    """Return keys that answer every criterion of these sessions, and what they amount to."""
    keys: list[str] = []
    amount: Given = {}
    answers = cycle("pfuppxfpupf")
    for name in names:
        for criterion in CRITERIA:
            key = next(answers)
            # Absent would settle the criterion behind it.
            key = "p" if criterion == "correction_present" else key
            keys.append(key)
            amount[name, criterion, 0] = OUTCOMES[key]
        keys.append("Enter")
    return keys, amount


def names(count: int) -> list[str]:
    """Return so many names, in order."""
    return [f"s{number:03}" for number in islice(range(1, 1_000), count)]


def judged(project: Project, outcome: Outcome, sessions: Sequence[str], reason: str) -> None:
    """Have a judge say the same of every criterion, with this reason, citing turn 2."""
    version = project.rubrics.get("conversation@1")
    judge = project.judges.kept(JudgeIdentity("strict-judge", "recorded"))
    run = project.runs.start(
        NewRun(judge.id, version.id, Level.SESSION, units=len(sessions) * len(CRITERIA))
    )
    verdicts = {
        keeping.number(project, name): [
            Verdict(
                session=name,
                criterion=criterion,
                outcome=outcome,
                rationale=reason,
                citations=(Citation(2, "Noted"),),
            )
            for criterion in CRITERIA
        ]
        for name in sessions
    }
    project.verdicts.add(Answer(run, version.id, judge.id), verdicts)
    project.runs.finish(run)
