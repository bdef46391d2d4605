"""Who somebody is said to be, and whom that makes a lead."""

from typing import Any

import pytest

from calibration.visitors import identity
from judging.errors import AccessError
from storage import Identity, IdentityKind
from storage.identities import typed

SUBJECT = {"iss": "https://id.example.org", "sub": "42"}


@pytest.mark.parametrize("values", [["ann"], ["  ann "]])
def test_a_proxy_names_one_person(values: list[str]) -> None:
    assert identity.by_proxy(values) == Identity(IdentityKind.HEADER, "ann", "ann")


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([], "named nobody"),
        ([" "], "named nobody"),
        (["mallory", "ann"], "more than one"),
        (["ann", "ann"], "more than one"),
        (["mallory, ann"], "no one name"),
        (["a" * 201], "no one name"),
        (["an\nn"], "no one name"),
        (["a\u202enn"], "no one name"),
    ],
)
def test_what_a_proxy_says_unclearly_is_believed_of_nobody(
    values: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGING_IDENTITY_HEADER", "X-Forwarded-User")

    with pytest.raises(AccessError, match=why) as refused:
        identity.by_proxy(values)
    assert refused.value.where == "X-Forwarded-User"


def test_a_verified_address_is_who_somebody_is_in_small_letters() -> None:
    who = identity.signed_in({**SUBJECT, "email": "Ann@Example.org", "email_verified": True})

    assert who == Identity(IdentityKind.OIDC, "ann@example.org", "Ann@Example.org")


@pytest.mark.parametrize("verified", [{}, {"email_verified": False}, {"email_verified": "no"}])
def test_an_address_that_anybody_could_enter_is_nobody(verified: dict[str, Any]) -> None:
    claims = {**SUBJECT, "email": "lead@example.org", "name": "Ann", **verified}

    who = identity.signed_in(claims)

    assert who == Identity(IdentityKind.OIDC, "42 at https://id.example.org", "Ann")


def test_who_has_neither_address_nor_number_is_nobody() -> None:
    with pytest.raises(AccessError, match="does not say who"):
        identity.signed_in({"name": "Ann"})


@pytest.mark.parametrize("name", ["", "  ", "unnamed visitor", "x" * 81])
def test_a_typed_name_has_to_be_one(name: str) -> None:
    assert identity.typed(name) is None


def test_a_typed_name_loses_spare_spaces() -> None:
    assert identity.typed("  ann   lee ") == typed("ann lee")


@pytest.mark.parametrize(
    "who",
    [
        Identity(IdentityKind.OIDC, "ann@example.org", "Ann"),
        Identity(IdentityKind.HEADER, "lee", "lee"),
    ],
)
def test_the_environment_names_leads_that_somebody_vouches_for(
    who: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGING_LEADS", "Ann@example.org, lee")

    assert identity.is_named_lead(who)


@pytest.mark.parametrize(
    "who",
    [
        Identity(IdentityKind.OIDC, "42 at https://id.example.org", "ann@example.org"),
        Identity(IdentityKind.HEADER, "Lee", "Lee"),
        typed("lee"),
    ],
)
def test_nobody_else_is_a_lead_by_their_name_alone(
    who: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGING_LEADS", "Ann@example.org, lee")

    assert not identity.is_named_lead(who)


def test_without_a_word_in_the_environment_no_header_and_no_lead_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JUDGING_LEADS", " , ")

    assert not identity.is_named_lead(Identity(IdentityKind.HEADER, "", ""))
