"""Judges by the words that commands and pages have for them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from judging.errors import JudgeError
from judging.judges import (
    ClaudeJudge,
    Judge,
    JudgeIdentity,
    OpenAIJudge,
    RulesJudge,
    openai_service,
)
from judging.judges.fitting import Context, Limits
from judging.judges.question import judge_name

Effort = Literal["low", "medium", "high"]
CriteriaPerCall = Literal["all", "one"]
CONTEXTS: Mapping[str, Context] = {
    judge_name("", context=one): one for one in get_args(Context) if one != "full"
}
EFFORTS: tuple[Effort, ...] = get_args(Effort)


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen of a model judge beside its model; all of it is part of the judge."""

    effort: Effort | None = "low"
    criteria_per_call: CriteriaPerCall = "all"
    hindsight: bool = False
    context: Context = "full"


def named(word: str, secret: bytes, options: Options | None = None) -> Judge:
    """
    Return the judge that a command or page names.

    Args:
        word: Its name: `rules`, `claude:MODEL`, or `openai:MODEL`, behind which `@BASE_URL` may
            stand. Without a model, that in `JUDGE_MODEL` is asked. At the end `+fit` or `+chunks`
            may stand, as it does in the name of a judge that has that context.

        secret: What fences are keyed with: the installation's.

        options: For a model judge.

    Raises:
        JudgeError: If there is none of that name, no model is named for it, or an address that
            is none.
    """
    options = options or Options()
    for ending, context in CONTEXTS.items():
        if word.endswith(ending):
            word, options = word.removesuffix(ending), replace(options, context=context)
    provider, _, model = word.partition(":")
    if word == "rules":
        return RulesJudge()
    if provider == "claude":
        return ClaudeJudge(model, secret=secret, **asdict(options))
    if provider == "openai":
        return served(*openai_service.split(model), secret, options)
    raise JudgeError(
        f"There is no judge {word!r} to run.",
        fix="Use rules, claude:MODEL or openai:MODEL[@BASE_URL], or bring a judge's verdicts: "
        "judging verdicts import FILE --judge NAME.",
    )


def served(model: str, address: str, secret: bytes, options: Options) -> Judge:
    """
    Return the judge that asks `model` at an address, else where the environment says.

    Raises:
        JudgeError: If no model is named, or an address that is none.
    """
    return OpenAIJudge(model, address, secret=secret, **asdict(options))


def rebuilt(identity: JudgeIdentity, secret: bytes) -> Judge:
    """
    Return the judge with this identity.

    Raises:
        JudgeError: If this release has none, since its rules or its prompt are others.
    """
    judge = _of(identity, secret)
    if judge is None or judge.identity.fingerprint != identity.fingerprint:
        raise JudgeError(
            f"This release cannot ask the judge {identity.name} as it was when the run began.",
            fix="Start a new run with the judge as it is now.",
        )
    return judge


def _of(identity: JudgeIdentity, secret: bytes) -> Judge | None:
    """Return the judge that this release makes of an identity; what it leaves out shows in both."""
    settings = identity.settings
    # A setting that is not there makes another judge, whose fingerprint is another.
    shared: dict[str, Any] = {
        "secret": secret,
        "effort": settings.get("effort"),
        "max_tokens": settings.get("max_tokens", 0),
        "criteria_per_call": settings.get("criteria_per_call", "all"),
        "hindsight": settings.get("hindsight", False),
    }
    if limits := Limits.of_json(settings.get("limits")):
        shared |= {"context": settings.get("context"), "limits": limits}
    if identity.provider == "claude":
        return ClaudeJudge(identity.model, **shared)
    if identity.provider == "openai":
        return OpenAIJudge(
            identity.model,
            settings.get("base_url", ""),
            temperature=settings.get("temperature"),
            seed=settings.get("seed"),
            structure=settings.get("structure", "auto"),
            **shared,
        )
    return RulesJudge() if identity.provider == "rules" else None
