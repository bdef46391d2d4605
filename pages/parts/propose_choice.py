"""Which criterion to revise: in the page's address."""

from collections.abc import Mapping

from judging.rubrics import Criterion, RubricVersion
from pages.parts import address
from pages.parts.plain import plain

KEY = "criterion"


def criterion(rubric: RubricVersion, counts: Mapping[str, int]) -> Criterion:
    """Draw the choice, each with how many disagreements it has, and return what is chosen."""
    names = {c.key: f"{plain(c.name)} :gray[{counts.get(c.key, 0):,}]" for c in rubric.criteria}
    default = max(rubric.keys, key=lambda key: counts.get(key, 0))
    key = address.segments("Criterion", names, default, key=KEY, label_visibility="collapsed")
    return rubric.criterion(key)
