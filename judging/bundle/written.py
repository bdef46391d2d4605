"""A bundle as its file holds it."""

import json
import os
import re
from dataclasses import asdict
from datetime import datetime
from typing import Any

from judging.bundle.bundle import Bundle, CriterionResult
from judging.errors import JudgeError
from judging.judges import JudgeIdentity
from judging.judges.outcomes import SHORTEST_SECRET
from judging.rubrics import RubricVersion

VERSION = 1
FORMAT = f"judging/bundle@{VERSION}"
SECRETS = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD)(?:_|$)")


def written(bundle: Bundle) -> str:
    """
    Return `bundle` as the text of a file that `judging.load` reads.

    Raises:
        JudgeError: If a key of this environment would be in it.
    """
    text = json.dumps(_fields(bundle), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    _check_free_of_keys(bundle, text)
    return text


def fields(bundle: Bundle) -> dict[str, Any]:
    """
    Return what that file holds as JSON's own types, for files of another shape.

    Raises:
        JudgeError: As `written` does.
    """
    found: dict[str, Any] = json.loads(written(bundle))
    return found


def _check_free_of_keys(bundle: Bundle, text: str) -> None:
    for name, value in os.environ.items():
        is_secret = SECRETS.search(name.upper()) and len(value) >= SHORTEST_SECRET
        if is_secret and value in text:
            raise JudgeError(
                f"The value of {name} stands in this bundle, which is made to be passed on.",
                where=f"the rubric {bundle.rubric.label} or the judge {bundle.identity.name}",
                fix="Take it out of the rubric or the judge's name, and export again.",
            )


def _fields(bundle: Bundle) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "made_with": bundle.made_with,
        "made_at": _moment(bundle.made_at),
        "certified": bundle.certified,
        "reason": bundle.reason,
        "expires_at": None if bundle.expires_at is None else _moment(bundle.expires_at),
        "rubric": _rubric(bundle.rubric),
        "judge": _judge(bundle.identity),
        "basis": asdict(bundle.basis),
        "results": [_result(result) for result in bundle.results],
    }


def _result(result: CriterionResult) -> dict[str, Any]:
    told = asdict(result)
    if result.ceiling:
        told["ceiling"]["sentence"] = result.ceiling.sentence
    return told


def _rubric(rubric: RubricVersion) -> dict[str, Any]:
    fields = asdict(rubric)
    criteria = [
        {**criterion, "examples": list(criterion["examples"])} for criterion in fields["criteria"]
    ]
    return {**fields, "criteria": criteria, "content_hash": rubric.content_hash}


def _judge(identity: JudgeIdentity) -> dict[str, Any]:
    return {
        "name": identity.name,
        "provider": identity.provider,
        "model": identity.model,
        "family": identity.family,
        "settings": dict(identity.settings),
        "template": identity.template,
        "fingerprint": identity.fingerprint,
    }


def _moment(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")
