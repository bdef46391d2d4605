"""What a judge is."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session

# So often a judge may be asked about the same session, to be compared or counted.
MOST_SAMPLES = 9


@dataclass(frozen=True, slots=True)
class JudgeIdentity:
    """
    What makes a judge this judge: change any of it and it is another one.

    Attributes:
        name: As people and commands name it: `rules`, `claude:MODEL`, or a recorded judge's name.

        provider: `rules`, `recorded`, `scripted`, `claude` or `openai`.

        model: The model's id; empty for a judge without one.

        family: The model's family, for the check on judges of the agent's own; empty if none.

        settings: Effort, token limits, context mode and whatever else changes the answers.

        template: The version of the prompt template, or of the rules.
    """

    name: str
    provider: str
    model: str = ""
    family: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    template: str = ""

    @property
    def fingerprint(self) -> str:
        """The SHA-256, in hexadecimal, of provider, model, settings and template."""
        parts = [self.provider, self.model, dict(self.settings), self.template]
        if self.provider == "recorded":
            parts.append(self.name)
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


class Judge(Protocol):
    """Answers a rubric's criteria for one session."""

    @property
    def identity(self) -> JudgeIdentity:
        """Same identity, same judge; its fingerprint is stored with every verdict."""
        ...

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        """
        Answer every criterion of `rubric` for `session`.

        Returns:
            One verdict for each session-level criterion, and for each turn-level one, one
            for each assistant turn. What cannot be answered is a verdict too, with its
            problem.

        Raises:
            JudgeError: If the judge cannot be asked at all: no key, no network, no such model.
        """
        ...
