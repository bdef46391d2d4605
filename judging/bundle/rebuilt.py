"""A judge from its identity, or why this release has none."""

from judging.errors import JudgeError
from judging.judges import Judge, JudgeIdentity, RulesJudge

PER_CALL = ("all", "one")
OTHER = "Its rules or its prompt are others now."


def rebuilt(identity: JudgeIdentity) -> Judge:
    """
    Return the judge that answers as `identity` did.

    Raises:
        JudgeError: If it was recorded or scripted, or if what this release would ask has
            another fingerprint.
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
            f"This release cannot ask {identity.name} as it was asked then. {OTHER}",
            where=f"judge, fingerprint {identity.fingerprint[:12]}",
            fix="Judge with the release that made the bundle, or run the judge and export anew.",
        )
    return judge


def _of(identity: JudgeIdentity) -> Judge | None:
    if identity.provider == "rules":
        return RulesJudge()
    return _claude(identity) if identity.provider == "claude" else None


def _claude(identity: JudgeIdentity) -> Judge | None:
    from judging.judges import ClaudeJudge  # noqa: PLC0415  (takes longer than all the rest)

    settings = identity.settings
    per_call, most = settings.get("criteria_per_call"), settings.get("max_tokens")
    if per_call not in PER_CALL or not isinstance(most, int) or not identity.model:
        return None
    # What else the settings hold shows in the fingerprint.
    return ClaudeJudge(
        identity.model,
        effort=settings.get("effort"),
        max_tokens=most,
        criteria_per_call=per_call,
    )
