"""Bundles: a rubric version and a judge, with what is known of the two, in one file."""

from judging.bundle.bundle import Basis, Bundle, CriterionResult
from judging.bundle.figure import Figure
from judging.bundle.human_ceiling import HumanCeiling
from judging.bundle.label_set import CountedLabel, label_set
from judging.bundle.reading import load, loads, read
from judging.bundle.rebuilt import rebuilt
from judging.bundle.written import FORMAT, fields, written

__all__ = [
    "FORMAT",
    "Basis",
    "Bundle",
    "CountedLabel",
    "CriterionResult",
    "Figure",
    "HumanCeiling",
    "fields",
    "label_set",
    "load",
    "loads",
    "read",
    "rebuilt",
    "written",
]
