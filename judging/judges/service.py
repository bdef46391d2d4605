"""The service behind a judge: its place, its key, and what it asks of us."""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from judging.errors import JudgeError
from judging.judges.outcomes import Reply

OFFICIAL = "https://api.anthropic.com"
KEY = "ANTHROPIC_API_KEY"
PLACE = "ANTHROPIC_BASE_URL"
TOO_LONG = "context_length_exceeded"
# Anthropic has no word of its own for it: "prompt is too long: 208310 tokens > 200000 maximum".
PROMPT_TOO_LONG = re.compile(r"prompt is too long|exceed context limit", re.IGNORECASE)
BAD = 400
NAME = re.compile("[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Named:
    """
    What a person has to set for a service.

    Attributes:
        key: The name of the variable with its key.

        place: That of the one with its address.

        absent: Said where the service does not know the model, before its id.

        model: How to name another model.
    """

    key: str
    place: str
    absent: str
    model: str


ANTHROPIC = Named(KEY, PLACE, "has no model", "Set JUDGE_MODEL to a model that the key may use.")


def key() -> str:
    """
    Return the API key in the environment.

    Raises:
        JudgeError: If there is none, or no HTTP header could carry it; the message has no
            part of it.
    """
    found = held(KEY)
    if not found:
        raise JudgeError(
            "There is no API key for the Claude judge.",
            where=KEY,
            fix=f"Set {KEY} in the environment of the program, or use the judge rules.",
        )
    return found


def held(variable: str) -> str:
    """
    Return the key in a variable of the environment; empty if there is none.

    Raises:
        JudgeError: If no HTTP header could carry it; the message has no part of it.
    """
    found = os.environ.get(variable, "").strip()
    if not (found.isascii() and found.isprintable()) or " " in found:
        # A client that tries it anyway raises what it could not send.
        del found
        raise JudgeError(
            "The API key has characters that no key has.", where=variable, fix="Copy it once more."
        )
    return found


def place() -> str:
    """
    Return the address of the service.

    Raises:
        JudgeError: If the one in the environment is no address of a web service.
    """
    found = os.environ.get(PLACE, "").strip() or OFFICIAL
    if host(found) is None:
        raise JudgeError(
            "The address of the Claude judge's service is none.",
            where=PLACE,
            fix="Give it as https://HOST or http://HOST:PORT, or leave it out.",
        )
    return found


def unaskable(reply: Reply, model: str) -> JudgeError:
    """Return the error that says why no request of the Claude judge can be answered."""
    return refused(reply, model, host(place()) or "", ANTHROPIC)


def refused(reply: Reply, model: str, at: str, named: Named) -> JudgeError:
    """Return the error that says why no request about `model` can be answered by the host `at`."""
    if not reply.status:
        what, fix = f"There is no connection to {at}.", f"Check the network, and {named.place}."
    elif reply.status == 401:
        what, fix = f"{at} does not accept the API key.", f"Set {named.key} to a key that is valid."
    elif reply.status in {402, 429}:
        what, fix = f"{at} asks for payment.", "Settle the account's billing, then run again."
    elif reply.status == 404:
        what, fix = f"{at} {named.absent} {model!r}.", named.model
    else:
        what, fix = f"The API key may not use {model!r} at {at}.", "Use another key or model."
    where = f"HTTP {reply.status}, request {reply.request_id or 'without an id'}"
    return JudgeError(what, where=where if reply.status else named.place, fix=fix)


def kind(named: object, status: int) -> str:
    """Return the service's name for an error, or the status where what it says is no name."""
    is_name = isinstance(named, str) and NAME.fullmatch(named)
    return str(named) if is_name else f"HTTP {status}"


def kind_of(named: object, status: int, body: str) -> str:
    """Return as `kind` does the word for an error; `TOO_LONG` where only the sentence says so."""
    is_too_long = status == BAD and PROMPT_TOO_LONG.search(body)
    return TOO_LONG if is_too_long else kind(named, status)


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


def host(address: str) -> str | None:
    """Return host and port of `address`, without the name and password that may stand in it."""
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return None
    is_web = parts.scheme in {"http", "https"} and parts.hostname and address.isascii()
    return f"{parts.hostname}{port}" if is_web else None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
