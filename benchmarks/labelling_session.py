"""
Fifty sessions of tau-bench labelled on five criteria by keyboard: seconds a session, none lost.

A script in place of a reviewer works in Chromium: it walks through a session turn by turn, marks
the turn that it stopped at as evidence, answers five criteria and goes on with Enter. It does not
read, so what is measured is the machine's part of a reviewer's time: from the session on the
screen to the next one, with as many keys as a person would press. "Labels only" leaves the walk
out. At the end every answer, and the evidence, is looked up in the database.

The file is that of tau-bench's recorded sessions: the first argument, else beside this checkout.
"""

import os
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect, sync_playwright

from judging.importers import Found, Source, read_all
from judging.sessions import Session
from storage import Project
from tests.browser import labelling
from tests.browser.crowd import CHROMIUM
from tests.browser.labelling import CRITERIA, OUTCOMES, Given, given, saved

FILE = Path(__file__).parents[2] / "shared" / "data" / "taubench" / "gpt-4o-airline.json"
SESSIONS = 50
REVIEWER = "maya"
STEPS = 6


@dataclass
class Work:
    """What the script did, and how long each part took, in seconds, session by session."""

    answers: Given = field(default_factory=dict)
    evidence: dict[str, int] = field(default_factory=dict)
    walked: list[float] = field(default_factory=list)
    labelled: list[float] = field(default_factory=list)
    moved: list[float] = field(default_factory=list)


def sessions(file: Path) -> list[Session]:
    """Return the first fifty of the file, as they are imported."""
    found = (item.session for item in read_all([Source.of(file)]) if isinstance(item, Found))
    return [session for session, _ in zip(found, range(SESSIONS), strict=False)]


def here(page: Page) -> str:
    """Return the session that the page is at."""
    return str(page.evaluate("new URL(location.href).searchParams.get('session') ?? ''"))


def walk(page: Page) -> int:
    """Go through some turns, and mark the one where that ends; return its number."""
    for _ in range(STEPS):
        page.keyboard.press("j")
    page.keyboard.press("e")
    chip = page.locator(".panel .turn-chip").first
    expect(chip).to_be_visible()
    return int(chip.inner_text().strip("#"))


def answer(page: Page, name: str, answers: Given, keys: "cycle[str]") -> None:
    """Answer all five criteria."""
    for criterion in CRITERIA:
        # Absent would settle the criterion behind it.
        key = "p" if criterion == "correction_present" else next(keys)
        page.keyboard.press(key)
        answers[name, criterion, 0] = OUTCOMES[key]


def work(page: Page, count: int, *, is_walked: bool) -> Work:
    """Label so many sessions."""
    done, keys = Work(), cycle("pfuppfpxp")
    for n in range(count):
        name, began = here(page), time.perf_counter()
        if is_walked:
            done.evidence[name] = walk(page)
        at = time.perf_counter()
        done.walked.append(at - began)
        answer(page, name, done.answers, keys)
        done.labelled.append(time.perf_counter() - at)
        at = time.perf_counter()
        page.keyboard.press("Enter")
        if n + 1 < count:
            page.wait_for_function(
                "was => new URL(location.href).searchParams.get('session') !== was", arg=name
            )
            expect(
                page.locator(".transcript:not(.standby) article[data-drawn]").first
            ).to_be_visible()
        done.moved.append(time.perf_counter() - at)
    return done


def wrong(project: Project, reviewer: str, done: Work) -> tuple[int, int, int]:
    """Count answers that are lost, those that stand elsewhere, and evidence that is not there."""
    there = given(project, reviewer)
    who = project.reviewers.named(reviewer).id
    lines = project.sessions.numbers(list({name for name, _, _ in done.answers}))
    labels = project.desk.labels(who, [line.id for line in lines.values()])
    cited = {
        name: [c.turn for c in labels[line.id, CRITERIA[0], 1, 0].citations]
        for name, line in lines.items()
        if (line.id, CRITERIA[0], 1, 0) in labels
    }
    lost = sum(unit not in there for unit in done.answers)
    misassigned = sum(done.answers.get(unit) != outcome for unit, outcome in there.items())
    missing = sum(cited.get(name) != [turn] for name, turn in done.evidence.items())
    return lost, misassigned, missing


def told(what: str, seconds: list[float]) -> None:
    """Print the middle, the 95th percentile and the longest."""
    p50, p95 = np.percentile(seconds, [50, 95])
    print(f"  {what:30} p50 {p50:5.2f} s   p95 {p95:5.2f} s   longest {max(seconds):5.2f} s")


def report(page: Page, project: Project, address: str, *, is_walked: bool) -> None:
    """Label them all once, and print the figures."""
    reviewer = f"{REVIEWER}-{'reads' if is_walked else 'labels'}"
    page.goto(address.replace(REVIEWER, reviewer))
    labelling.ready(page)
    count, began = project.sessions.count(), time.perf_counter()
    done = work(page, count, is_walked=is_walked)
    saved(page, 300)
    whole = time.perf_counter() - began
    each = [sum(one) for one in zip(done.walked, done.labelled, done.moved, strict=True)]
    print(f"{'With a walk through the turns' if is_walked else 'Labels only'}:")
    print(
        f"  {count} sessions in {whole:.1f} s until all is saved: {whole / count:.2f} s a session"
    )
    told("a session", each)
    told("of it the five answers", done.labelled)
    told("of it Enter to the next shown", done.moved)
    lost, misassigned, missing = wrong(project, reviewer, done)
    print(
        f"  {len(done.answers)} answers: {lost} lost, {misassigned} misassigned; "
        f"{missing} of {len(done.evidence)} marked turns not there. Load {os.getloadavg()[0]:.1f}."
    )


def main(file: Path) -> None:
    """Have the script label the sessions twice, and print what it took."""
    if not file.exists():
        print(f"Skipped: there is no {file.name} at {file.parent}. Name the file as an argument.")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        office = labelling.office(Path(folder))
        some = sessions(file)
        project = office.project("airline", *some)
        lengths = [len(session.turns) for session in some]
        print(f"{len(some)} sessions of {min(lengths)} to {max(lengths)} turns.")
        office.server.log = Path(folder) / "server.log"
        office.server.start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        for is_walked in (True, False):
            report(page, project, office.address(project, REVIEWER), is_walked=is_walked)
        browser.close()
        office.server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
