"""Judges: a session and a rubric in, verdicts out."""

from judging.judges.judge import Judge, JudgeIdentity
from judging.judges.recorded import RecordedJudge
from judging.judges.rules import RULES, RulesJudge
from judging.judges.scripted import ScriptedJudge

__all__ = ["RULES", "Judge", "JudgeIdentity", "RecordedJudge", "RulesJudge", "ScriptedJudge"]
