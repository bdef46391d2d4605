"""
Opening a session in a real browser: how long until its last turn can be read, by length.

A server is started on a database with one session of each length. "New tab" runs from the address,
typed into a new tab of a warm browser, to the last turn's text; most of it is the app itself
loading. "Next" runs from a click on Next, on the session before, to the first turn's text.
"""

import os
import socket
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from calibration import projects
from calibration.runs import judges, planning, running
from judging.sessions import Role, Session, Turn
from storage import Store
from tests.running import Server

ROOT = Path(__file__).parents[1]
FIRST = 2
LENGTHS = (40, 400, 2_000)
TIMES = 5
TEXT = "The parcel left the depot this morning and is due before noon tomorrow, as promised. " * 3


def session(length: int) -> Session:
    """Return a session of so many turns, each with a text of its own."""
    roles = (Role.USER, Role.ASSISTANT)
    turns = (
        Turn(n, roles[(n - 1) % 2], f"Turn {n} of {length}. {TEXT}") for n in range(1, length + 1)
    )
    return Session(f"long-{length}", tuple(turns))


def fill(url: str) -> None:
    """Put the sessions in and judge them."""
    store = Store.upgraded(url)
    project = projects.new_or_existing(store, "default")
    with project.imports.begin() as unfinished:
        unfinished.add([session(length) for length in (FIRST, *LENGTHS)])
        unfinished.complete()
    judge = judges.named("rules", store.secret())
    running.run(project, planning.plan(project, "conversation", judge), judge)
    store.close()


def seconds(browser: BrowserContext, address: str, length: int) -> float:
    """Return how long a new tab takes to show the last turn."""
    page = browser.new_page()
    began = time.perf_counter()
    page.goto(f"{address}/session?id=long-{length}&turn={length}")
    page.get_by_text(f"Turn {length} of {length}.").wait_for(state="visible", timeout=60_000)
    took = time.perf_counter() - began
    page.close()
    return took


def step_seconds(browser: BrowserContext, address: str, before: int, length: int) -> float:
    """Return how long the next session takes to show its first turn."""
    page = browser.new_page()
    page.goto(f"{address}/session?id=long-{before}")
    page.get_by_text(f"Turn 1 of {before}.").wait_for(state="visible", timeout=60_000)
    page.wait_for_timeout(1_000)
    began = time.perf_counter()
    page.get_by_role("link", name="Next").click()
    page.get_by_text(f"Turn 1 of {length}.").wait_for(state="visible", timeout=60_000)
    took = time.perf_counter() - began
    page.close()
    return took


def main() -> None:
    """Measure each length and print a table."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        url = f"sqlite:///{folder}/judging.db"
        fill(url)
        flags = [f"--server.port={port}", "--server.headless=true"]
        command = [sys.executable, "-m", "streamlit", "run", "app.py", *flags]
        server = Server(
            command,
            ROOT,
            port,
            {**os.environ, "PYTHONPATH": str(ROOT), "JUDGING_DATABASE_URL": url},
        )
        server.start()
        with sync_playwright() as play:
            chromium = play.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox"]
            )
            browser = chromium.new_context()
            seconds(browser, server.url, LENGTHS[0])
            print("turns  new tab: median s, slowest s  next: median s, slowest s")
            medians = []
            for before, length in pairwise((FIRST, *LENGTHS)):
                took = [seconds(browser, server.url, length) for _ in range(TIMES)]
                stepped = [step_seconds(browser, server.url, before, length) for _ in range(TIMES)]
                medians.append(statistics.median(took))
                print(
                    f"{length:5,}  {medians[-1]:17.2f}, {max(took):9.2f}"
                    f"  {statistics.median(stepped):14.2f}, {max(stepped):9.2f}"
                )
            ratio = medians[-1] / medians[0]
            more = LENGTHS[-1] // LENGTHS[0]
            print(f"{more} times the turns take a new tab {ratio:.1f} times as long.")
            chromium.close()
        server.stop()


if __name__ == "__main__":
    main()
