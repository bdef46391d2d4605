"""What of personal data is blotted out of the requests and replies that are kept for audit."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, get_args

Kind = Literal["email", "phone", "card", "iban", "ip"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def redacted(value: Any, kinds: Iterable[Kind]) -> Any:
    """
    Return a JSON value with what is of these kinds replaced by its kind in brackets.

    A card's number has to have its check digit, and an account's its check sum; so what merely
    looks like one stays. Names and addresses are not known by their form, and stay as well. The
    names of fields are left alone.

    Example:
        >>> redacted({"text": "Write to a.b@example.org, not to 4711."}, ["email"])
        {'text': 'Write to [email], not to 4711.'}
    """
    if isinstance(value, str):
        for kind in kinds:
            value = PATTERNS[kind].sub(_replacement(kind), value)
        return value
    if isinstance(value, Mapping):
        return {name: redacted(one, kinds) for name, one in value.items()}
    return [redacted(one, kinds) for one in value] if isinstance(value, list) else value


def _replacement(kind: Kind) -> Callable[[re.Match[str]], str]:
    is_one = CHECKS.get(kind, bool)
    return lambda found: f"[{kind}]" if is_one(found[0]) else found[0]


def _is_card(text: str) -> bool:
    """Tell whether the check digit is right: Luhn's formula, ISO/IEC 7812-1."""
    digits = [int(one) for one in text if one.isdecimal()]
    doubled = [sum(divmod(2 * one, 10)) for one in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _is_iban(text: str) -> bool:
    """Tell whether the check sum is right: ISO 13616, modulo 97."""
    bare = text.replace(" ", "")
    moved = bare[4:] + bare[:4]
    return int("".join(str(int(one, 36)) for one in moved)) % 97 == 1


BYTE = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
PATTERNS: Mapping[Kind, re.Pattern[str]] = {
    "email": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "phone": re.compile(r"(?<![\w+])\+\d{1,3}[ .\-/()]{0,2}\d(?:[ .\-/()]{0,2}\d){5,12}(?!\d)"),
    "card": re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])"),
    "iban": re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"),
    "ip": re.compile(rf"(?<![\w.])(?:{BYTE}\.){{3}}{BYTE}(?!\w|\.\d)"),
}
CHECKS: Mapping[Kind, Callable[[str], bool]] = {"card": _is_card, "iban": _is_iban}
