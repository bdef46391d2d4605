"""
Opening the Agreement page in a real browser over very many sessions: how long until it is drawn.

A run of one judge has verdicts on 100,000 labelled sessions and five criteria. Each time another
page is open in the tab and the menu is used, so that what is measured is the page and not the
loading of the app; it is drawn when the choice of a criterion, below plot and table, can be
clicked. "Empty" is a server that has just started and has shown nothing but Home; "warm" has shown
the page before; "a new label" was given since.
"""

import argparse
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.filled import Filled, Size, fill
from calibration.runs import counts
from judging.ratings import Label, Outcome
from storage import NewLabel
from tests.browser.serving import served
from tests.browser.test_app import menu

TIMES = 5
CHANGED = Outcome.CANNOT_TELL


def opened(page: Page) -> float:
    """Use the menu to go to the page, and return the seconds until it is drawn."""
    page.get_by_test_id("stTopNavSection").filter(has_text="Analyse").click()
    links = page.get_by_test_id("stTopNavDropdownLink")
    began = time.perf_counter()
    links.filter(has=page.get_by_text("Agreement", exact=True)).click()
    page.get_by_text("Look closer at").wait_for(timeout=120_000)
    return time.perf_counter() - began


def elsewhere(page: Page) -> None:
    """Open a page that counts nothing."""
    menu(page, "Setup", "Rubric")
    page.get_by_role("heading", name="Rubric", exact=True).wait_for(timeout=120_000)
    page.wait_for_timeout(1_000)


def label(filled: Filled, session: int) -> None:
    """Change one label on every criterion of a session."""
    name = str(session)
    number = filled.project.sessions.numbers([name])[name].id
    filled.project.labels.add(
        [
            NewLabel(
                number,
                one.meaning,
                Label(session=name, criterion=one.key, outcome=CHANGED, reviewer="simulated"),
            )
            for one in filled.version.rubric.criteria
        ]
    )


def drawn(filled: Filled, url: str, browser: Browser) -> Iterator[tuple[str, list[float]]]:
    """Yield the seconds of each kind."""
    empty = []
    for _ in range(TIMES):
        with serving(url) as address:
            page = browser.new_page()
            page.goto(address)
            elsewhere(page)
            empty.append(opened(page))
            page.close()
    yield "empty", empty
    with serving(url) as address:
        page = browser.new_page()
        page.goto(address)
        elsewhere(page)
        opened(page)
        yield "warm", [again(page) for _ in range(TIMES)]
        after = []
        for n in range(TIMES):
            label(filled, n + 1)
            after.append(again(page))
        yield "a new label", after


def again(page: Page) -> float:
    """Leave the page, and return the seconds that it takes to come back."""
    elsewhere(page)
    return opened(page)


@contextmanager
def serving(url: str) -> Iterator[str]:
    """Start the app, give its address, and stop it whatever happens."""
    server = served(url)
    try:
        server.start()
        yield server.url
    finally:
        server.stop()


def main() -> None:
    """Print the seconds of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=100_000)
    parser.add_argument("--criteria", type=int, default=5)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'filled.db'}"
        filled = fill(Path(folder) / "filled.db", Size(asked.sessions, asked.criteria))
        began = time.perf_counter()
        counts.of_newest(filled.project)
        print(f"{asked.sessions:,} sessions x {asked.criteria} criteria on SQLite")
        print(f"counted when the run ended, in {time.perf_counter() - began:.1f} s")
        with sync_playwright() as play:
            chromium = play.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox"]
            )
            for kind, seconds in drawn(filled, url, chromium):
                told(kind, seconds)
            chromium.close()


def told(kind: str, seconds: list[float]) -> None:
    """Print the median and the slowest."""
    print(f"{kind:11} {statistics.median(seconds):.2f} s, slowest {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
