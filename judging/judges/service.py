"""The service behind the Claude judge: its place, its key, and what it asks of us."""

import math
import os
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from judging.errors import JudgeError
from judging.judges.outcomes import Reply

OFFICIAL = "https://api.anthropic.com"
KEY = "ANTHROPIC_API_KEY"
PLACE = "ANTHROPIC_BASE_URL"
NAME = re.compile("[a-z][a-z0-9_]{0,63}")


def key() -> str:
    """
    Return the API key in the environment.

    Raises:
        JudgeError: If there is none, or no HTTP header could carry it; the message has no
            part of it.
    """
    found = os.environ.get(KEY, "").strip()
    if not found:
        raise JudgeError(
            "There is no API key for the Claude judge.",
            where=KEY,
            fix=f"Set {KEY} in the environment of the program, or use the judge rules.",
        )
    if not (found.isascii() and found.isprintable()) or " " in found:
        # A client that tries it anyway raises what it could not send.
        del found
        raise JudgeError(
            "The API key has characters that no key has.", where=KEY, fix="Copy it once more."
        )
    return found


def place() -> str:
    """
    Return the address of the service.

    Raises:
        JudgeError: If the one in the environment is no address of a web service.
    """
    found = os.environ.get(PLACE, "").strip() or OFFICIAL
    if _host(found) is None:
        raise JudgeError(
            "The address of the Claude judge's service is none.",
            where=PLACE,
            fix="Give it as https://HOST or http://HOST:PORT, or leave it out.",
        )
    return found


def unaskable(reply: Reply, model: str) -> JudgeError:
    """Return the error that says why no request of this judge can be answered."""
    host = _host(place()) or ""
    if not reply.status:
        what, fix = f"There is no connection to {host}.", f"Check the network, and {PLACE}."
    elif reply.status == 401:
        what, fix = f"{host} does not accept the API key.", f"Set {KEY} to a key that is valid."
    elif reply.status == 402:
        what, fix = f"{host} asks for payment.", "Settle the account's billing, then run again."
    elif reply.status == 404:
        what = f"{host} has no model {model!r}."
        fix = "Set JUDGE_MODEL to a model that the key may use."
    else:
        what, fix = f"The API key may not use {model!r} at {host}.", "Use another key or model."
    where = f"HTTP {reply.status}, request {reply.request_id or 'without an id'}"
    return JudgeError(what, where=where if reply.status else PLACE, fix=fix)


def kind(named: object, status: int) -> str:
    """Return the service's name for an error, or the status where what it says is no name."""
    is_name = isinstance(named, str) and NAME.fullmatch(named)
    return str(named) if is_name else f"HTTP {status}"


def wait_asked(headers: Mapping[str, str], now: float) -> float | None:
    """
    Return how many seconds a reply's headers ask to wait; None where they do not say.

    Args:
        now: The time in seconds since 1970, for a header that gives a date.
    """
    for name, per_second in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        seconds = _number(headers.get(name, ""))
        if seconds is not None:
            return seconds / per_second
    try:
        date = parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    return max(0.0, date.timestamp() - now)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _host(address: str) -> str | None:
    """Return host and port of `address`, without the name and password that may stand in it."""
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return None
    is_web = parts.scheme in {"http", "https"} and parts.hostname and address.isascii()
    return f"{parts.hostname}{port}" if is_web else None
