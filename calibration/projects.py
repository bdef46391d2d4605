"""Opening projects; a new one has the ready-made rubrics."""

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.rubrics import READY_MADE, ready_made
from storage import Identity, Project, Store


def new_or_existing(store: Store, name: str, visitor: Identity | None = None) -> Project:
    """
    Return the project `name`, created with the ready-made rubrics if there is none.

    Args:
        store: The database.

        name: The project's.

        visitor: For whom it is opened; None for a command.

    Raises:
        AccessError: If there is none, and the visitor may not create one.
    """
    role = access.standing(None, visitor).role
    if name not in store.projects() and Right.IMPORT not in access.GIVEN[role]:
        raise access.refusal(role, Right.IMPORT)
    project = store.project_or_new(name)
    there = {version.rubric.name for version in project.rubrics.versions()}
    for rubric in READY_MADE:
        if rubric not in there:
            project.rubrics.add(ready_made(rubric))
    return project.opened_for(visitor) if visitor else project
