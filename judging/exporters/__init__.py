"""Exporters: what a project holds, as files to take along."""

from collections.abc import Iterable
from typing import Any

from judging.bundle import Bundle
from judging.exporters.agentx import AgentX
from judging.exporters.bundle_file import BundleFile
from judging.exporters.deepeval import DeepEval
from judging.exporters.exporter import Exporter
from judging.exporters.given import Answer
from judging.exporters.inspect import Inspect
from judging.exporters.labels import LabelFiles, MeantLabel
from judging.exporters.langfuse import Langfuse
from judging.exporters.langfuse_scores import LangfuseScores
from judging.exporters.langsmith import LangSmith
from judging.exporters.langsmith_feedback import LangSmithFeedback
from judging.exporters.mastra import Mastra
from judging.exporters.mlflow import MLflow
from judging.exporters.mlflow_assessments import MlflowAssessments
from judging.exporters.openevals import OpenEvals
from judging.exporters.output_file import output_file
from judging.exporters.phoenix_annotations import PhoenixAnnotations
from judging.exporters.promptfoo import Promptfoo
from judging.exporters.report import Report
from judging.exporters.scout_validation import ScoutValidation
from judging.exporters.sessions import SessionFiles
from judging.exporters.verdicts import JudgedVerdict, VerdictFiles

SESSIONS, LABELS, VERDICTS = SessionFiles(), LabelFiles(), VerdictFiles()
# A judge under a rubric version, as other frameworks take it.
FRAMEWORKS: tuple[Exporter[Bundle], ...] = (
    OpenEvals(),
    Inspect(),
    DeepEval(),
    MLflow(),
    Mastra(),
    Promptfoo(),
    Langfuse(),
    LangSmith(),
    AgentX(),
)
# What `judging export` writes of one.
CALIBRATED: tuple[Exporter[Bundle], ...] = (BundleFile(), Report(), *FRAMEWORKS)
# Labels and verdicts as other tools take them in.
OF_ANSWERS: tuple[Exporter[Iterable[Answer]], ...] = (
    LangfuseScores(),
    LangSmithFeedback(),
    MlflowAssessments(),
    PhoenixAnnotations(),
)
OF_LABELS: tuple[Exporter[Iterable[MeantLabel]], ...] = (*OF_ANSWERS, ScoutValidation())
ALL: tuple[Exporter[Any], ...] = (*CALIBRATED, SESSIONS, LABELS, VERDICTS, *OF_LABELS)

__all__ = [
    "ALL",
    "CALIBRATED",
    "FRAMEWORKS",
    "LABELS",
    "OF_ANSWERS",
    "OF_LABELS",
    "SESSIONS",
    "VERDICTS",
    "Answer",
    "Exporter",
    "JudgedVerdict",
    "MeantLabel",
    "output_file",
]
