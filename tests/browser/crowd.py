"""Reviewers who label from one queue at once, each in a browser context of their own."""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import urlencode

from playwright.async_api import Browser, ConsoleMessage, Error, Page, WebSocket, async_playwright

from storage import Project, queue_progress
from storage.label_queues import StoredQueue
from tests.browser.labelling import CRITERIA, given

CHROMIUM = "/usr/bin/chromium"
LONG = 120_000
FIND = """
const find = (root, wanted) => {
  for (const element of root.querySelectorAll("*")) {
    const inner = () => element.shadowRoot && find(element.shadowRoot, wanted);
    const found = element.matches(wanted) ? element : inner();
    if (found) return found;
  }
  return null;
};
const panel = find(document, ".panel");
"""
# What lies before the reviewer: a session's name, or that nothing is left.
BEFORE = f"""
(was) => {{
  {FIND}
  if (!panel) return null;
  const here = new URL(location.href).searchParams.get("session");
  const shown = window.judgingStage?.active;
  const isThere = shown && shown.element.checkVisibility() && find(panel, ".block.here");
  if (here) return here !== was && isThere && panel.ariaBusy === "false" ? {{ here }} : null;
  const isOver = document.body.innerText.includes("Nothing left for you");
  return isOver && panel.dataset.pending === "0" ? {{ here: "" }} : null;
}}
"""
SAVED = f'() => {{ {FIND} return panel?.dataset.pending === "0"; }}'


@dataclass
class Worked:
    """
    What a reviewer did, and how long they waited, in seconds.

    Attributes:
        sessions: Those that they answered to the end, in order.

        claims: From Enter to the next session, or to the word that there is none.

        acks: From an answer to the word that it is saved.

        errors: What the browser or the page complained of.

        connections: How often the page connected to the server: once, if it was never cut off.
    """

    reviewer: str
    sessions: list[str] = field(default_factory=list)
    claims: list[float] = field(default_factory=list)
    acks: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    connections: int = 0

    def connects(self, _: WebSocket) -> None:
        """Count a connection to the server."""
        self.connections += 1

    def fails(self, error: Error) -> None:
        """Take down what a script of the page did not catch."""
        self.errors.append(str(error))

    def hears(self, said: ConsoleMessage) -> None:
        """Take down an error that the browser speaks of."""
        # Streamlit looks for its own service below a page's address first.
        if said.type == "error" and "/label/_stcore/" not in said.location["url"]:
            self.errors.append(said.text)


@dataclass(frozen=True)
class Crowd:
    """
    Reviewers at one queue.

    Attributes:
        gap: Seconds between two keys of a reviewer.

        until: When to stop, by the monotonic clock; None for when the queue is done.
    """

    url: str
    project: Project
    queue: StoredQueue
    reviewers: Sequence[str]
    gap: float = 0.05
    until: float | None = None

    def work(self) -> list[Worked]:
        """Have all of them label at once, until there is nothing left."""
        # A thread of its own: another browser may be driven from this one.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, self._work()).result()

    async def _work(self) -> list[Worked]:
        async with async_playwright() as play:
            browser = await play.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            found = await asyncio.gather(*(self._one(browser, name) for name in self.reviewers))
            await browser.close()
            return found

    async def _one(self, browser: Browser, name: str) -> Worked:
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        page, worked = await context.new_page(), Worked(name)
        page.on("websocket", worked.connects)
        page.on("pageerror", worked.fails)
        page.on("console", worked.hears)
        asked = {"project": self.project.name, "reviewer": name, "queue": self.queue.name}
        await page.goto(f"{self.url}/label?{urlencode(asked)}")
        await self._label(page, worked)
        for text in await page.locator(".notice, .stException").all_inner_texts():
            worked.errors.append(text)
        await context.close()
        return worked

    async def _label(self, page: Page, worked: Worked) -> None:
        answers = cycle("pfuppf")
        here = await _before(page, "")
        while not self._is_over():
            if not here:
                if await asyncio.to_thread(self._is_done):
                    return
                await page.get_by_role("button", name="Look again").click()
                await asyncio.sleep(0.5)
                here = await _before(page, "")
                continue
            for criterion in CRITERIA:
                # Absent would settle the criterion behind it.
                await page.keyboard.press(
                    "p" if criterion == "correction_present" else next(answers)
                )
                await asyncio.sleep(self.gap)
            worked.acks.append(await _timed(page, SAVED))
            worked.sessions.append(here)
            began = time.monotonic()
            await page.keyboard.press("Enter")
            here = await _before(page, here)
            worked.claims.append(time.monotonic() - began)
            await asyncio.sleep(self.gap)

    def _is_over(self) -> bool:
        return self.until is not None and time.monotonic() > self.until

    def _is_done(self) -> bool:
        progress = queue_progress.of(self.project, self.queue)
        return progress.done == progress.slots


async def _before(page: Page, was: str) -> str:
    found = await page.wait_for_function(BEFORE, arg=was, timeout=LONG)
    return str((await found.json_value())["here"])


async def _timed(page: Page, holds: str) -> float:
    began = time.monotonic()
    await page.wait_for_function(holds, timeout=LONG)
    return time.monotonic() - began


def twice(worked: Sequence[Worked], slots: int = 1) -> list[str]:
    """Return the sessions that more reviewers got than there are slots, or one got twice."""
    got = [(session, one.reviewer) for one in worked for session in one.sessions]
    sessions = [session for session, _ in got]
    often = {name for name in sessions if sessions.count(name) > slots}
    return sorted(often | {name for name, who in got if got.count((name, who)) > 1})


def misplaced(project: Project, worked: Sequence[Worked]) -> int:
    """Count the answers that are lost, or stand where nobody gave them."""
    wrong = 0
    for one in worked:
        wanted = {(name, criterion, 0) for name in one.sessions for criterion in CRITERIA}
        there = set(given(project, one.reviewer))
        wrong += len(wanted ^ there)
    return wrong
