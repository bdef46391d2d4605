"""Judges: a session and a rubric in, verdicts out."""

from importlib import import_module
from typing import TYPE_CHECKING

from judging.judges.judge import Judge, JudgeIdentity
from judging.judges.recorded import RecordedJudge
from judging.judges.rules import RULES, RulesJudge
from judging.judges.scripted import ScriptedJudge

if TYPE_CHECKING:
    from judging.judges.claude import ClaudeJudge
    from judging.judges.openai import OpenAIJudge
else:
    _LATER = {"ClaudeJudge": "judging.judges.claude", "OpenAIJudge": "judging.judges.openai"}

    def __getattr__(name: str) -> object:
        # Loaded on first use: what they need takes as long to import as all the rest.
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LATER[name]), name)


__all__ = [
    "RULES",
    "ClaudeJudge",
    "Judge",
    "JudgeIdentity",
    "OpenAIJudge",
    "RecordedJudge",
    "RulesJudge",
    "ScriptedJudge",
]
