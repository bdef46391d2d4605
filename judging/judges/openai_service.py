"""The service behind the OpenAI judge: OpenAI's, or one that speaks as it does."""

import os
import re
from urllib.parse import SplitResult, urlsplit

from judging.errors import JudgeError
from judging.judges import service

OFFICIAL = "https://api.openai.com/v1"
KEY = "OPENAI_API_KEY"
PLACE = "OPENAI_BASE_URL"
LIKE_ADDRESS = re.compile(r".@[^@]*[./:]|.@localhost\b")
NAMED = service.Named(
    KEY,
    PLACE,
    "has no /chat/completions, or no model",
    "Name the judge as openai:MODEL@BASE_URL; most addresses end in /v1.",
)


def place(given: str = "") -> str:
    """
    Return the address that is a part of the judge: without a name and password to log in with.

    Args:
        given: The address in the judge's name; empty for that in the environment, and where
            there is none, for OpenAI's own.

    Raises:
        JudgeError: If it is no address of a web service, or if a judge's name has a password
            in it.
    """
    if not given.strip():
        return _plain(_address(os.environ.get(PLACE, "").strip() or OFFICIAL, PLACE))
    parts = _address(given.strip(), "the judge's address")
    if "@" in parts.netloc:
        raise JudgeError(
            "A judge's name is kept and shown, and this one has a password in its address.",
            where="the judge's address",
            fix=f"Set {PLACE} to the address, and name the judge as openai:MODEL.",
        )
    return _plain(parts)


def key(place: str) -> str:
    """
    Return the API key in the environment; empty where there is none, and none is needed.

    Raises:
        JudgeError: If OpenAI's own service is to be asked without one, or if no HTTP header
            could carry it; the message has no part of it.
    """
    found = service.held(KEY)
    if not found and place == OFFICIAL:
        raise JudgeError(
            "There is no API key for the OpenAI judge.",
            where=KEY,
            fix=f"Set {KEY} in the environment of the program, or name the address of a service "
            f"that takes none: openai:MODEL@BASE_URL, or {PLACE}.",
        )
    return found


def login(place: str) -> tuple[str, str] | None:
    """Return the name and password that the environment has for this place; None if it has none."""
    address = os.environ.get(PLACE, "").strip()
    if "@" not in address or _plain(_address(address, PLACE)) != place:
        return None
    parts = urlsplit(address)
    return parts.username or "", parts.password or ""


def split(name: str) -> tuple[str, str]:
    """
    Return the model and the address in `MODEL[@BASE_URL]`; a model's id may have an @ of its own.

    Raises:
        JudgeError: If what stands behind an @ looks like an address and is none: it would be
            taken for a part of the model's id, and sessions be sent elsewhere.

    Example:
        >>> split("qwen3@http://127.0.0.1:8000/v1"), split("gpt-5.5"), split("@cf/llama-3")
        (('qwen3', 'http://127.0.0.1:8000/v1'), ('gpt-5.5', ''), ('@cf/llama-3', ''))
    """
    for scheme in ("@http://", "@https://"):
        model, found, rest = name.partition(scheme)
        if found:
            return model, scheme.removeprefix("@") + rest
    if LIKE_ADDRESS.search(name):
        raise JudgeError(
            "The judge's address has no http:// or https:// before it.",
            where="openai:MODEL@BASE_URL",
            fix="Write it in full, like openai:MODEL@http://127.0.0.1:8000/v1.",
        )
    return name, ""


def _address(text: str, where: str) -> SplitResult:
    is_one = service.host(text) is not None and text.isprintable() and not set(" \\") & set(text)
    parts = urlsplit(text) if is_one else None
    if parts is None or parts.query or parts.fragment:
        raise JudgeError(
            "The address of the OpenAI judge's service is none.",
            where=where,
            fix="Give it as https://HOST/v1 or http://HOST:PORT/v1, or leave it out.",
        )
    return parts


def _plain(parts: SplitResult) -> str:
    netloc = parts.netloc.rpartition("@")[2].lower()
    return f"{parts.scheme}://{netloc}{parts.path.rstrip('/')}"
