"""Why a database cannot be worked with, in words for whoever looks after it."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError

from judging.errors import StoreError

# What is raised where a database fails under what is asked of it.
Fault = DatabaseError
BACKENDS = ("sqlite", "postgresql")
FORMS = "sqlite:////FOLDER/judging.db or postgresql+psycopg://USER:PASSWORD@HOST/DATABASE"
NAMED = "--db, or JUDGING_DATABASE_URL"


def address(url: str) -> URL:
    """
    Return the address that `url` is.

    Raises:
        StoreError: If it is none, or that of another kind of database; it has no part of `url`,
            in which a password may stand.
    """
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(
            "This is no address of a database.", where=NAMED, fix=f"Write {FORMS}."
        ) from None
    if found.get_backend_name() not in BACKENDS:
        raise StoreError(
            f"{found.get_backend_name()} is no kind of database that is worked with.",
            where=NAMED,
            fix=f"Write {FORMS}.",
        )
    return found


def without_driver(url: str) -> StoreError:
    """Return the error that says that what speaks to the database of `url` is not installed."""
    return StoreError(
        f"What should speak to the database, {address(url).drivername}, is not installed.",
        where=NAMED,
        fix=f"Write {FORMS}.",
    )


def unopened(url: str, problem: OSError | DBAPIError) -> StoreError:
    """Return the error that says why the database at `url` cannot be worked with."""
    return StoreError(
        f"The database cannot be opened: {why(problem)}.",
        where=address(url).render_as_string(),
        fix=_fix(problem),
    )


def why(problem: OSError | DBAPIError) -> str:
    """Return what the driver or the system says, in one line."""
    if isinstance(problem, DBAPIError):
        said = str(problem.orig).strip().splitlines()
        return said[0].rstrip(".") if said else "no reason is given"
    return problem.strerror or "no reason is given"


def _fix(problem: OSError | DBAPIError) -> str:
    said = why(problem)
    if "is locked" in said:
        return "Wait until the program is done that writes to it, or stop that program."
    if "already exists" in said:
        return "Another program's tables are in it: name a database of its own with --db."
    if isinstance(problem, OSError | OperationalError):
        return "Make its folder writable or its server reachable, or name another with --db."
    return "If the file is damaged, put a backup in its place; or name another with --db."
