"""Who visits: by a sign-in, by a trusted proxy's word, or by a name that was typed."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from calibration import settings
from judging.errors import AccessError
from storage import Identity, IdentityKind

UNNAMED = "unnamed visitor"
LONGEST_NAME = 80
LONGEST_SUBJECT = 200
NOBODY = Identity(IdentityKind.TYPED, "", UNNAMED)
# As what is shown to nobody in particular is written down.
NOBODY_KEPT = Identity(IdentityKind.TYPED, UNNAMED, UNNAMED)


def typed(name: str) -> Identity | None:
    """Return the identity that a typed name is; None where it cannot be somebody's name."""
    found = tidied(name)
    return Identity(IdentityKind.TYPED, found, found) if found else None


def tidied(name: str) -> str:
    """Return a typed name without spare spaces; empty where it cannot be a reviewer's."""
    found = " ".join(name.split())
    return "" if found == UNNAMED or len(found) > LONGEST_NAME else found


def by_proxy(values: Sequence[str]) -> Identity:
    """
    Return who a trusted proxy says is calling.

    Args:
        values: What the request holds of the header that the proxy sets, one for each time it
            occurs.

    Raises:
        AccessError: Unless there is one value, with no comma, of 1 to 200 characters. Where a
            proxy adds its header to one that the caller sent, nobody knows whose is whose.
    """
    given = [value.strip() for value in values]
    if len(given) != 1 or not given[0]:
        said = "named nobody" if not any(given) else "named more than one person"
        raise _distrusted(f"The proxy in front of this server {said}.")
    [subject] = given
    if "," in subject or len(subject) > LONGEST_SUBJECT or not _is_text(subject):
        raise _distrusted("What the proxy in front of this server calls you is no one name.")
    return Identity(IdentityKind.HEADER, subject, subject)


def signed_in(claims: Mapping[str, Any]) -> Identity:
    """
    Return who an OpenID Connect provider says has signed in.

    An address counts only where the provider says that it verified it: anybody can enter one.

    Args:
        claims: What its token says of them.

    Raises:
        AccessError: If it holds neither such an address nor the provider's own number for them.
    """
    email, number = str(claims.get("email") or "").strip(), str(claims.get("sub") or "").strip()
    if claims.get("email_verified") in (True, "true") and email and _is_text(email):
        return Identity(IdentityKind.OIDC, email.casefold(), email)
    if not number:
        raise AccessError(
            "The provider does not say who has signed in.",
            fix="Have it send the claim sub, or email with email_verified.",
        )
    names = (str(claims.get(claim) or "").strip() for claim in ("preferred_username", "name"))
    name = next((name for name in names if name and _is_text(name)), number)
    subject = f"{number} at {claims.get('iss', '')}"
    return Identity(IdentityKind.OIDC, subject, name[:LONGEST_NAME])


def is_named_lead(identity: Identity) -> bool:
    """Tell whether the environment makes somebody a lead; never by a typed name."""
    leads = settings.leads()
    if identity.kind is IdentityKind.OIDC:
        return identity.subject.casefold() in {lead.casefold() for lead in leads}
    return identity.is_verified and identity.subject in leads


def _is_text(text: str) -> bool:
    return not any(unicodedata.category(character)[0] == "C" for character in text)


def _distrusted(what: str) -> AccessError:
    name = settings.identity_header() or settings.IDENTITY_HEADER
    fix = "Come through the proxy, and have it set this header anew, also on WebSockets."
    return AccessError(what, where=name, fix=fix)
