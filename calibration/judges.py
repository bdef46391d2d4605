"""Judges by the words that commands and pages have for them."""

from dataclasses import dataclass
from typing import Literal, get_args

from judging.errors import JudgeError
from judging.judges import ClaudeJudge, Judge, JudgeIdentity, RulesJudge

Effort = Literal["low", "medium", "high"]
CriteriaPerCall = Literal["all", "one"]
EFFORTS: tuple[Effort, ...] = get_args(Effort)


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen of a model judge beside its model; all of it is part of the judge."""

    effort: Effort | None = "low"
    criteria_per_call: CriteriaPerCall = "all"


def named(word: str, secret: bytes, options: Options | None = None) -> Judge:
    """
    Return the judge that a command or page names: `rules`, `claude`, or `claude:MODEL`.

    Args:
        word: Its name.

        secret: What fences are keyed with: the installation's.

        options: For a model judge.

    Raises:
        JudgeError: If there is none of that name, or no model is named for it.
    """
    options = options or Options()
    provider, _, model = word.partition(":")
    if word == "rules":
        return RulesJudge()
    if provider == "claude":
        return ClaudeJudge(
            model,
            secret=secret,
            effort=options.effort,
            criteria_per_call=options.criteria_per_call,
        )
    raise JudgeError(
        f"There is no judge {word!r} to run.",
        fix="Use rules, claude or claude:MODEL, or bring a judge's verdicts: "
        "judging verdicts import FILE --judge NAME.",
    )


def rebuilt(identity: JudgeIdentity, secret: bytes) -> Judge:
    """
    Return the judge with this identity.

    Raises:
        JudgeError: If this release has none, since its rules or its prompt are others.
    """
    settings = identity.settings
    judge: Judge | None = None
    if identity.provider == "rules":
        judge = RulesJudge()
    elif identity.provider == "claude":
        judge = ClaudeJudge(
            identity.model,
            secret=secret,
            # One that is not there makes another judge, which is refused below.
            effort=settings.get("effort"),
            max_tokens=settings.get("max_tokens", 0),
            criteria_per_call=settings.get("criteria_per_call", "all"),
        )
    if judge is None or judge.identity.fingerprint != identity.fingerprint:
        raise JudgeError(
            f"This release cannot ask the judge {identity.name} as it was when the run began.",
            fix="Start a new run with the judge as it is now.",
        )
    return judge
