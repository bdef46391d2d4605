"""Opening projects; a new one has the ready-made rubrics."""

from judging.rubrics import READY_MADE, ready_made
from storage import Project, Store


def new_or_existing(store: Store, name: str) -> Project:
    """Return the project `name`, created with the ready-made rubrics if there is none."""
    project = store.project_or_new(name)
    there = {version.rubric.name for version in project.rubrics.versions()}
    for rubric in READY_MADE:
        if rubric not in there:
            project.rubrics.add(ready_made(rubric))
    return project
