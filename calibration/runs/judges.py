"""Judges by the words that commands and pages have for them."""

import re
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
from judging.judges.judge import MOST_SAMPLES
from judging.judges.question import judge_name

Effort = Literal["low", "medium", "high"]
CriteriaPerCall = Literal["all", "one"]
CONTEXTS = {judge_name("", context=one): one for one in get_args(Context) if one != "full"}
MARKS = re.compile(
    rf"(?P<context>{'|'.join(map(re.escape, CONTEXTS))})?"
    rf"(?:\+majority(?P<majority>[2-{MOST_SAMPLES}]))?$"
)
EFFORTS: tuple[Effort, ...] = get_args(Effort)


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen of a model judge beside its model; all of it is part of the judge."""

    effort: Effort | None = "low"
    criteria_per_call: CriteriaPerCall = "all"
    hindsight: bool = False
    context: Context = "full"
    majority: int = 1


def marks(word: str) -> tuple[str, dict[str, Any]]:
    """Return a judge's name without the marks at its end, and the options that they stand for."""
    found = MARKS.search(word)
    assert found  # if only the empty end
    said: dict[str, Any] = {"context": CONTEXTS[found["context"]]} if found["context"] else {}
    if found["majority"]:
        said["majority"] = int(found["majority"])
    return word[: found.start()], said


def named(word: str, secret: bytes, options: Options | None = None) -> Judge:
    """
    Return the judge that a command or page names.

    Args:
        word: Its name: `rules`, `claude:MODEL`, or `openai:MODEL`, behind which `@BASE_URL` may
            stand. Without a model, that in `JUDGE_MODEL` is asked. At the end `+fit` or
            `+chunks` may stand, and then `+majority3`, as they do in the names of such judges.

        secret: What fences are keyed with: the installation's.

        options: For a model judge.

    Raises:
        JudgeError: If there is none of that name, no model is named for it, an address that is
            none, or if it has no model and is to be asked several times.
    """
    word, said = marks(word)
    options = replace(options or Options(), **said)
    provider, _, model = word.partition(":")
    if word == "rules":
        if options.majority > 1:
            raise unvarying("rules")
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


def unvarying(name: str) -> JudgeError:
    """Return the error that says that nothing is won by asking a judge again."""
    return JudgeError(
        f"{name} gives the same answer however often it is asked: there is nothing to repeat.",
        where="--runs, --majority",
        fix="Ask it once, or name a judge with a model: claude:MODEL or openai:MODEL.",
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
        "majority": settings.get("majority", 1),
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
