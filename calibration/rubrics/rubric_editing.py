"""New versions of rubrics, by hand or because a file brings criteria."""

import re
from collections.abc import Mapping
from dataclasses import replace

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import RubricError, StoreError
from judging.rubrics import Criterion, Level, RubricVersion, read
from storage import Project, StoredVersion


def key_of(name: str) -> str:
    """Return the key that a criterion named `name` in a file has: `Goal met?` is goal_met."""
    words = re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_")
    key = words if words[:1].isalpha() else f"c_{words}"
    return key[:64]


def add(project: Project, rubric: RubricVersion) -> StoredVersion:
    """
    Save a rubric file as the next version of its name.

    A meaning that was raised stays raised where the file is silent or behind: labels of before
    would otherwise count again.
    """
    meanings = project.rubrics.meanings()
    criteria = tuple(
        replace(c, meaning=max(c.meaning, meanings[c.key].number)) if c.key in meanings else c
        for c in rubric.criteria
    )
    return project.rubrics.add(replace(rubric, criteria=criteria))


def add_criteria(project: Project, rubric: str, levels: Mapping[str, Level]) -> StoredVersion:
    """
    Put criteria into a rubric: a new one, or the next version of one that is there.

    Args:
        project: Whose rubric.

        rubric: Its name.

        levels: The new criteria's keys, and what each is about.

    Returns:
        The version that has them. What passes and fails is left for a person to write.
    """
    new = tuple(
        Criterion(key=key, question=f"{key.replace('_', ' ').capitalize()}?", level=level)
        for key, level in levels.items()
    )
    note = f"Added {', '.join(levels)} from a file."
    try:
        before = project.rubrics.get(rubric).rubric
    except StoreError:
        return project.rubrics.add(RubricVersion(rubric, 0, new, note=note))
    criteria = (*before.criteria, *new)
    return project.rubrics.add(replace(before, criteria=criteria, note=note))


def of_text(text: str, parent: RubricVersion) -> RubricVersion:
    """
    Return a rubric that was edited as text; a meaning that the text leaves out stays as it was.

    Raises:
        RubricError: If the text is no rubric, or one of another name.
    """
    edited = read(text, where="the text")
    if edited.name != parent.name:
        raise RubricError(
            f"The text is of {edited.name}, and this is {parent.name}.",
            fix=f"Leave the name at {parent.name}, or add the text as a rubric of its own.",
        )
    meanings = {criterion.key: criterion.meaning for criterion in parent.criteria}
    criteria = tuple(
        replace(c, meaning=max(c.meaning, meanings.get(c.key, c.meaning))) for c in edited.criteria
    )
    return replace(edited, criteria=criteria, number=parent.number)


@access.needs(Right.EDIT_RUBRIC)
def save(
    project: Project, edited: RubricVersion, *, parent: RubricVersion, author: str, note: str
) -> StoredVersion:
    """
    Save an edit as the next version.

    Raises:
        RubricError: If nothing was changed.
    """
    if edited.content_hash == parent.content_hash:
        raise RubricError(
            f"Nothing differs from {parent.label}.", fix="Change a criterion, then save."
        )
    version = replace(edited, author=author, note=note)
    return project.rubrics.add(version, parent=parent.number)
