"""Exporters: what a project holds, as files to take along."""

from typing import Any

from judging.bundle import Bundle
from judging.exporters.bundle_file import BundleFile
from judging.exporters.exporter import Exporter
from judging.exporters.labels import LabelFiles, MeantLabel
from judging.exporters.output_file import output_file
from judging.exporters.sessions import SessionFiles
from judging.exporters.verdicts import JudgedVerdict, VerdictFiles

SESSIONS, LABELS, VERDICTS = SessionFiles(), LabelFiles(), VerdictFiles()
# What `judging export` writes of a judge under a rubric version.
CALIBRATED: tuple[Exporter[Bundle], ...] = (BundleFile(),)
ALL: tuple[Exporter[Any], ...] = (*CALIBRATED, SESSIONS, LABELS, VERDICTS)

__all__ = [
    "ALL",
    "CALIBRATED",
    "LABELS",
    "SESSIONS",
    "VERDICTS",
    "Exporter",
    "JudgedVerdict",
    "MeantLabel",
    "output_file",
]
