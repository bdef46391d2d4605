"""Under what name something is kept that somebody did."""

from calibration.visitors import access, identity
from judging.errors import StoreError
from storage import Project


def signed(project: Project, name: str) -> str:
    """
    Return the visitor's name where they are known, else the one that was given.

    Raises:
        StoreError: If there is neither, or what was given cannot be a name.
    """
    visitor = project.visitor
    if visitor and visitor.subject:
        return access.who(project).name
    found = identity.tidied(name)
    if not found:
        raise StoreError("Nobody is named who does this.", fix="Give your name: a label, no login.")
    return found
