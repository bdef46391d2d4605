"""Labels and verdicts that we exported: read field by field, with nothing to guess."""

from collections.abc import Mapping
from typing import Any

from judging.importers.importer import UnreadableError
from judging.importers.mark import LABEL, VERDICT, check_version, kind_of
from judging.importers.own_record import OwnRecord
from judging.ratings import Maker, Outcome, Problem

COMMANDS = {LABEL: "judging labels import", VERDICT: "judging verdicts import"}


def answer_in(values: Mapping[str, Any], *, verdicts: bool) -> tuple[str, Outcome]:
    """
    Return the criterion and the outcome of an exported record.

    Args:
        values: The record.

        verdicts: Whether verdicts are wanted, else labels.

    Raises:
        UnreadableError: If it is of the other kind, or wrong in itself.
    """
    kind = kind_of(values)
    check_version(values)
    if kind != (VERDICT if verdicts else LABEL):
        how = COMMANDS.get(kind, "judging import")
        raise UnreadableError(f"This is a {kind}. Bring it in with {how}.")
    told = OwnRecord(values)
    outcome = told.member("value", Outcome)
    if outcome is None or (outcome is Outcome.NOT_SCORED and not verdicts):
        raise UnreadableError(f"{told.text('value')!r:.40} is no outcome of a {kind}.")
    return told.needed("criterion"), outcome


def rating_in(values: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return the fields of a `RatingRow` that an exported record has, but for where it stands.

    Raises:
        UnreadableError: If one of them is not what it should be.
    """
    told = OwnRecord(values)
    return {
        "session_id": told.needed("session_id"),
        "criterion": told.needed("criterion"),
        "outcome": told.member("value", Outcome),
        "raw_value": told.text("raw_value") or None,
        "turn": told.whole("turn"),
        "note": told.text("note") or told.text("reason"),
        "cited_turns": _turns(told, "cited_turns"),
        "quotes": tuple(map(str, told.items("quotes"))),
        "findings": tuple(_findings(told)),
        "rubric": told.text("rubric") or None,
        **(_of_verdict(told) if kind_of(values) == VERDICT else _of_label(told)),
    }


def _of_verdict(told: OwnRecord) -> dict[str, Any]:
    return {"judge": told.needed("judge"), "problem": told.member("problem", Problem)}


def _of_label(told: OwnRecord) -> dict[str, Any]:
    reviewer = told.text("reviewer") or None
    probability = told.number("inclusion_prob")
    if probability is not None and not 0 < probability <= 1:
        raise UnreadableError(f"{probability} is no probability above 0 and up to 1.")
    return {
        "reviewer": reviewer,
        "slot": 0 if reviewer else told.whole("slot"),
        "meaning": told.whole("meaning") or None,
        "made_by": told.member("made_by", Maker),
        "blind": told.truth("blind"),
        "stratum": told.text("stratum") or None,
        "inclusion_prob": probability,
        "adjudicated": told.truth("adjudicated") or False,
        "seconds_spent": told.number("seconds_spent"),
        "created_at": told.moment("created_at"),
        "missing_after": _turns(told, "missing_after"),
    }


def _turns(told: OwnRecord, name: str) -> tuple[int, ...]:
    stated = told.fields.get(name)
    turns = stated.split(";") if isinstance(stated, str) and stated else told.items(name)
    return tuple(OwnRecord({name: turn}).whole(name) for turn in turns)


def _findings(told: OwnRecord) -> list[tuple[str, int, str]]:
    found = told.objects("findings")
    return [(item.text("tag"), item.whole("turn"), item.text("note")) for item in found]
