"""What is known of a judge, as data that goes with its rubric into other frameworks' files."""

from typing import Any

from judging.bundle import Bundle, fields
from judging.rubrics import Criterion

FORMAT = "judging/certificate@1"
HOLDS_FOR = (
    "The figures are of this judge as Judging asks it. A framework that puts the same words into a "
    "request of its own asks another judge: hold that one against labels before it counts."
)


def certificate(bundle: Bundle) -> dict[str, Any]:
    """
    Return results, intervals, label-set hash, looks and expiry, and whose they are.

    Raises:
        JudgeError: If a key of this environment stands in the rubric or the judge's name.
    """
    whole = fields(bundle)
    told = ("certified", "reason", "expires_at", "made_with", "made_at", "basis", "results")
    rubric = {"version": bundle.rubric.label, "content_hash": bundle.rubric.content_hash}
    parts = {name: whole[name] for name in told}
    return {
        "format": FORMAT,
        "holds_for": HOLDS_FOR,
        "rubric": rubric,
        "judge": whole["judge"],
        **parts,
    }


def scope(criterion: Criterion) -> dict[str, Any]:
    """Return what a criterion is asked of, and when, by the names that rubric files have."""
    return {
        "key": criterion.key,
        "name": criterion.name,
        "kind": str(criterion.kind),
        "level": str(criterion.level),
        "sees": str(criterion.sees),
        "applies_when": criterion.applies_when,
        "meaning": criterion.meaning,
    }
