"""Times of runs, by the visitor's clock."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st


def zone() -> str:
    """Return the visitor's time zone; UTC where the browser does not name one."""
    try:
        return ZoneInfo(st.context.timezone or "UTC").key
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC"


def said(moment: datetime) -> str:
    """Return a moment as people read it: the day only if it is not today."""
    here = ZoneInfo(zone())
    local = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(here)
    is_today = local.date() == datetime.now(here).date()
    return f"{local:%H:%M}" if is_today else f"{local.day} {local:%b, %H:%M}"
