"""Judges: a session and a rubric in, verdicts out."""

from judging.judges.judge import Judge, JudgeIdentity
from judging.judges.scripted import ScriptedJudge

__all__ = ["Judge", "JudgeIdentity", "ScriptedJudge"]
