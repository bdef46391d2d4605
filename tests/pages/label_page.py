"""The label page without a browser: opened, and sent what a browser sends."""

import json
from pathlib import Path
from typing import Any

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.testing.v1 import AppTest

PAGES = Path(__file__).parents[2] / "pages"
# How a verdict begins in what is sent: labels, which a reviewer gave, do not.
JUDGED = '"criterion": "goal_met", "turn": 0, "outcome"'


def opened(**address: str) -> AppTest:
    """Open the page."""
    frame = AppTest.from_file(PAGES / "main.py", default_timeout=60)
    frame.run()
    for name, value in ({"rubric": "conversation@1"} | address).items():
        frame.query_params[name] = value
    page = frame.switch_page("label.py").run()
    assert not page.exception
    return page


def parts(page: AppTest) -> list[Any]:
    """Return the components on the page: transcripts, and the panel last."""
    return list(page.get("bidi_component"))


def panel(page: AppTest) -> dict[str, Any]:
    """Return what the panel was sent."""
    sent: dict[str, Any] = json.loads(parts(page)[-1].proto.json)
    return sent


def sent(page: AppTest) -> str:
    """Return everything that the components were sent."""
    return "\n".join(part.proto.json for part in parts(page))


def fire(page: AppTest, *events: object) -> AppTest:
    """Send events as the panel in a browser does."""
    return fired(page, list(events))


def fired(page: AppTest, value: object) -> AppTest:
    """Send anything at all; AppTest has no way of its own to send what a component sends."""
    states = page._tree.get_widget_states()  # noqa: SLF001  (see above)
    state = states.widgets.add()
    state.id = _make_trigger_id(parts(page)[-1].proto.id, "events")
    state.json_trigger_value = json.dumps([{"event": "events", "value": value}])
    ran = page._run(states)  # noqa: SLF001  (see above)
    assert not ran.exception
    return ran


def names(page: AppTest) -> list[str]:
    """Return the sessions that the panel was sent."""
    return [session["name"] for session in panel(page)["sessions"]]


def blind(page: AppTest) -> bool:
    """Tell whether nothing of what was sent comes from the judge."""
    return JUDGED not in sent(page)
