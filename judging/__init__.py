"""Calibrate LLM judges of whole agent conversations against people."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judging.agreement import Cells, Estimate, cohen_kappa
    from judging.bundle import Bundle, load
    from judging.errors import JudgingError
    from judging.judges import Judge, JudgeIdentity, RulesJudge
    from judging.ratings import Citation, Label, Outcome, Problem, Verdict
    from judging.rubrics import Criterion, RubricVersion, ready_made
    from judging.sessions import Role, Session, ToolCall, Turn
else:
    # Loaded on first use: the statistics cost seconds to import, `judging --help` has half a one.
    HOMES = {
        "Bundle": "judging.bundle",
        "Cells": "judging.agreement",
        "Citation": "judging.ratings",
        "Criterion": "judging.rubrics",
        "Estimate": "judging.agreement",
        "Judge": "judging.judges",
        "JudgeIdentity": "judging.judges",
        "JudgingError": "judging.errors",
        "Label": "judging.ratings",
        "Outcome": "judging.ratings",
        "Problem": "judging.ratings",
        "Role": "judging.sessions",
        "RubricVersion": "judging.rubrics",
        "RulesJudge": "judging.judges",
        "Session": "judging.sessions",
        "ToolCall": "judging.sessions",
        "Turn": "judging.sessions",
        "Verdict": "judging.ratings",
        "cohen_kappa": "judging.agreement",
        "load": "judging.bundle",
        "ready_made": "judging.rubrics",
    }

    def __getattr__(name: str) -> object:
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(HOMES[name]), name)


__all__ = [
    "Bundle",
    "Cells",
    "Citation",
    "Criterion",
    "Estimate",
    "Judge",
    "JudgeIdentity",
    "JudgingError",
    "Label",
    "Outcome",
    "Problem",
    "Role",
    "RubricVersion",
    "RulesJudge",
    "Session",
    "ToolCall",
    "Turn",
    "Verdict",
    "cohen_kappa",
    "load",
    "ready_made",
]
