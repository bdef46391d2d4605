"""Judges: a session and a rubric in, verdicts out."""

from typing import TYPE_CHECKING

from judging.judges.judge import Judge, JudgeIdentity
from judging.judges.recorded import RecordedJudge
from judging.judges.rules import RULES, RulesJudge
from judging.judges.scripted import ScriptedJudge

if TYPE_CHECKING:
    from judging.judges.claude import ClaudeJudge
else:

    def __getattr__(name: str) -> object:
        # Loaded on first use: what it needs takes as long to import as all the rest.
        if name != "ClaudeJudge":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from judging.judges.claude import ClaudeJudge  # noqa: PLC0415  (see above)

        return ClaudeJudge


__all__ = [
    "RULES",
    "ClaudeJudge",
    "Judge",
    "JudgeIdentity",
    "RecordedJudge",
    "RulesJudge",
    "ScriptedJudge",
]
