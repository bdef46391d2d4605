"""A judge from its identity, or why this release has none."""

from collections.abc import Mapping
from typing import Any, get_args

from judging.errors import JudgeError
from judging.judges import Judge, JudgeIdentity, RulesJudge, openai_service
from judging.judges.fitting import Context, Limits
from judging.judges.judge import MOST_SAMPLES

PER_CALL = ("all", "one")
OTHER = "Its rules or its prompt are others now."


def rebuilt(identity: JudgeIdentity) -> Judge:
    """
    Return the judge that answers as `identity` did.

    Raises:
        JudgeError: If it was recorded or scripted, if what this release would ask has another
            fingerprint, or if it is at an address that nobody has named here.
    """
    if identity.provider in ("recorded", "scripted"):
        raise JudgeError(
            f"The verdicts of {identity.name} came from a file: nobody can be asked for more.",
            where="judge",
            fix="Take along a judge that was run here, such as rules or claude:MODEL.",
        )
    judge = _of(identity)
    if judge is None or judge.identity.fingerprint != identity.fingerprint:
        raise JudgeError(
            f"This release cannot ask {identity.name} as it was asked then. "
            f"{_other(judge, identity)}",
            where=f"judge, fingerprint {identity.fingerprint[:12]}",
            fix="Judge with the release that made the bundle, or run the judge and export anew.",
        )
    return judge


def _other(judge: Judge | None, then: JudgeIdentity) -> str:
    """Say what is another now: the prompt's template, where that is told."""
    now = "" if judge is None else judge.identity.template
    if not now or not then.template or now == then.template:
        return OTHER
    return f"Its prompt template was {then.template} and is {now} now."


def _of(identity: JudgeIdentity) -> Judge | None:
    """Return what this release makes of an identity; what it leaves out shows in both."""
    if identity.provider == "rules":
        return RulesJudge()
    settings = identity.settings
    per_call, most = settings.get("criteria_per_call"), settings.get("max_tokens")
    if per_call not in PER_CALL or not isinstance(most, int) or not identity.model:
        return None
    shared = {
        "effort": settings.get("effort"),
        "max_tokens": most,
        "criteria_per_call": per_call,
        **_context(settings),
        **_majority(settings),
    }
    if identity.provider == "openai":
        return _openai(identity, shared)
    return _claude(identity, shared) if identity.provider == "claude" else None


def _context(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return how the judge is shown long sessions; in full where that is not told as we tell it."""
    limits = Limits.of_json(settings.get("limits"))
    is_told = limits and settings.get("context") in get_args(Context)
    return {"context": settings["context"], "limits": limits} if is_told else {}


def _majority(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return of how many answers a verdict is made; of one where that is no number of ours."""
    majority = settings.get("majority")
    is_ours = type(majority) is int and 1 < majority <= MOST_SAMPLES
    return {"majority": majority} if is_ours else {}


def _claude(identity: JudgeIdentity, shared: dict[str, Any]) -> Judge:
    from judging.judges import ClaudeJudge  # noqa: PLC0415  (takes longer than all the rest)

    return ClaudeJudge(identity.model, **shared)


def _openai(identity: JudgeIdentity, shared: dict[str, Any]) -> Judge | None:
    from judging.judges.openai import OpenAIJudge, Structure  # noqa: PLC0415  (takes longer than all the rest)

    settings = identity.settings
    place = settings.get("base_url")
    structure: Any = settings.get("structure")
    if not isinstance(place, str) or structure not in get_args(Structure):
        return None
    _check_named(place)
    return OpenAIJudge(
        identity.model,
        place,
        temperature=settings.get("temperature"),
        seed=settings.get("seed"),
        structure=structure,
        **shared,
    )


def _check_named(place: str) -> None:
    """Refuse an address that a file alone names: the key and the sessions would go there."""
    if place in (openai_service.OFFICIAL, openai_service.place()):
        return
    raise JudgeError(
        f"The judge asks a service that is not named here: {place!r:.200}.",
        where=f"judge, and {openai_service.PLACE}",
        fix=f"Set {openai_service.PLACE} to that address, if it may have your key and all sessions "
        "that are judged.",
    )
