"""What commands need opened for them."""

from calibration import projects, settings
from storage import Project, Store


def store() -> Store:
    """Open the database that the environment names, brought up to date first."""
    return Store.upgraded(settings.database_url())


def project() -> Project:
    """
    Open the project that the environment names.

    Raises:
        StoreError: If there is none of that name.
    """
    return store().project(settings.project_name())


def project_or_new() -> Project:
    """Open the project that the environment names, created if there is none."""
    return projects.new_or_existing(store(), settings.project_name())
