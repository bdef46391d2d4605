"""
Labelling in a real browser: how soon the next session is there, and a label is safe, by length.

A reviewer answers one criterion and goes on, session after session. "Next in place" runs from Enter
to the frame in which the next session, with its last turn, stands on the page laid out; "next
painted" to the end of that frame, as this machine paints it, without a graphics card;
"acknowledged" from the key of a label to the page saying that it is saved; "committed" from that
key to the label's row in the database, by the clock of this machine.
"""

import os
import socket
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from playwright.sync_api import Page, sync_playwright

from calibration import projects
from judging.sessions import Role, Session, ToolCall, Turn
from storage import Project, Store
from tests.running import Server

ROOT = Path(__file__).parents[1]
LENGTHS = (40, 400, 2_000)
TIMES = 30
CRITERION = "goal_met"
TEXT = "The parcel left the depot this morning and is due before noon tomorrow, as promised. " * 3
# Milliseconds from a key to the first frame after `holds` is true.
TIMER = """
(name) => {
  const holds = {
    saved: (panel) => panel.dataset.pending === "0",
    shown: () => {
      const shown = window.judgingStage.active;
      const last = shown.articles.at(-1);
      const isOther = shown.session !== window.before;
      return isOther && last.dataset.drawn && shown.element.checkVisibility();
    },
  }[name];
  const find = (root, wanted) => {
    for (const element of root.querySelectorAll("*")) {
      const inner = () => element.shadowRoot && find(element.shadowRoot, wanted);
      const found = element.matches(wanted) ? element : inner();
      if (found) return found;
    }
    return null;
  };
  const panel = find(document, ".panel");
  window.before = window.judgingStage.active.session;
  window.took = new Promise((done) => {
    document.addEventListener("keydown", () => {
      const began = performance.now();
      window.pressed = Date.now();
      const look = () => {
        if (!holds(panel)) return requestAnimationFrame(look);
        window.held = performance.now() - began;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - began);
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  });
}
"""


def turn(number: int, of: int) -> Turn:
    """Return one of so many turns: a user, an agent that calls a tool, the tool, the agent."""
    words = f"Turn {number} of {of}. {TEXT}"
    if number % 4 == 1:
        return Turn(number, Role.USER, words)
    if number % 4 == 2:
        call = ToolCall(f"c{number}", "track", {"parcel": f"P-{number}", "detail": "full"})
        return Turn(number, Role.ASSISTANT, "Let me look.", tool_calls=(call,))
    if number % 4 == 3:
        found = f'{{"parcel": "P-{number - 1}", "note": "{words}"}}'
        return Turn(number, Role.TOOL, found, tool_call_id=f"c{number - 1}", tool_name="track")
    return Turn(number, Role.ASSISTANT, words)


def filled(store: Store, length: int) -> Project:
    """Return a project of sessions of that length, one for each time and some ahead."""
    project = projects.new_or_existing(store, f"turns-{length}")
    with project.imports.begin() as unfinished:
        for n in range(TIMES + 4):
            turns = tuple(turn(number, length) for number in range(1, length + 1))
            unfinished.add([Session(f"{length}-{n:02}", turns)])
        unfinished.complete()
    return project


def committed(project: Project, session: str) -> float:
    """Return when the label on a session was written, in seconds."""
    number = project.sessions.numbers([session])[session].id
    [label] = project.labels.of_session(number)
    return label.created_at.timestamp()


def measured(page: Page, project: Project, address: str) -> dict[str, list[float]]:
    """Label and go on, so many times; return the milliseconds that each took."""
    kinds = ("next in place", "next painted", "acknowledged", "committed")
    took: dict[str, list[float]] = {kind: [] for kind in kinds}
    page.goto(address)
    page.locator(".transcript:not(.standby) article[data-drawn]").first.wait_for(timeout=120_000)
    for _ in range(TIMES):
        settle(page)
        name = page.evaluate("new URL(location.href).searchParams.get('session')")
        took["acknowledged"].append(timed(page, "saved", "p"))
        took["committed"].append(
            committed(project, name) * 1000 - page.evaluate("() => window.pressed")
        )
        settle(page)
        took["next painted"].append(timed(page, "shown", "Enter"))
        took["next in place"].append(page.evaluate("() => window.held"))
    return took


def settle(page: Page) -> None:
    """Wait as long as a reader would, at least until nothing is under way."""
    page.locator('.panel[data-pending="0"]').wait_for()
    page.wait_for_timeout(1_500)


def timed(page: Page, what: str, key: str) -> float:
    """Press a key and return how long it took until something holds, in milliseconds."""
    page.evaluate(TIMER, what)
    page.keyboard.press(key)
    milliseconds: float = page.evaluate("() => window.took")
    return milliseconds


def told(took: list[float]) -> str:
    """Return the middle and the 95th percentile."""
    cuts = quantiles(took, n=20)
    return f"{cuts[9]:7.0f} {cuts[18]:7.0f}"


def main() -> None:
    """Measure each length and print a table."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        url = f"sqlite:///{folder}/judging.db"
        store = Store.upgraded(url)
        found = {length: filled(store, length) for length in LENGTHS}
        flags = f"--server.port={port} --server.headless=true --server.fileWatcherType=none"
        command = [sys.executable, "-m", "streamlit", "run", "app.py", *flags.split()]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "JUDGING_DATABASE_URL": url}
        server = Server(command, ROOT, port, environment)
        server.start()
        with sync_playwright() as play:
            browser = play.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox"]
            )
            print(f"{'milliseconds':25}    p50     p95    load")
            for length, project in found.items():
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                address = f"{server.url}/label?project={project.name}&reviewer=maya"
                took = measured(page, project, f"{address}&rubric=conversation@1")
                for what, times in took.items():
                    load = f"{os.getloadavg()[0]:7.1f}"
                    print(f"{length:5,} turns  {what:13} {told(times)} {load}", flush=True)
                page.close()
            browser.close()
        server.stop()
        store.close()


if __name__ == "__main__":
    began = time.perf_counter()
    main()
    print(f"in {time.perf_counter() - began:.0f} s")
