"""What changed from one version of a rubric to another."""

from difflib import unified_diff

from judging.rubrics import RubricVersion, written


def changed_lines(first: RubricVersion, second: RubricVersion) -> list[str]:
    """Return a unified diff of the two as files; empty if nothing that they hold differs."""
    before, after = (written(version).splitlines() for version in (first, second))
    return list(unified_diff(before, after, first.label, second.label, lineterm=""))
