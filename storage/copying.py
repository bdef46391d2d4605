"""Taking all that a database holds into another one: from a file to a server, or back."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, Table, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, OperationalError

from judging.errors import StoreError
from storage import migrate
from storage.engine import at_one_moment, file_of, opened, writing
from storage.run_states import ACTIVE
from storage.tables import InstallationRow, ProjectRow, Row, RunRow, WorkerRow, table
from storage.unopened import address

INSTALLATION, RUN = table(InstallationRow), table(RunRow)
# Who is at work here is not at work there; and what is queued there is DBOS's own.
LEFT_OUT = frozenset({table(WorkerRow), INSTALLATION})
AT_ONCE = 1000


def copy(source: str, target: str) -> Mapping[str, int]:
    """
    Copy a database, as of one moment, into another one that is empty; all of it or nothing.

    Numbers stay what they are, and so does what requests are keyed with: what was paid for is not
    paid again.

    Args:
        source: Its address.

        target: The other's; its tables are created.

    Returns:
        How many rows each table had.

    Raises:
        StoreError: If the two are one, a database cannot be opened or is not of this release, the
            other holds a project, a run is not over, or a row does not fit.
    """
    if address(source) == address(target):
        raise _refused("A database cannot be copied into itself.", target, "Name another one.")
    reader = _reader(source).execution_options(yield_per=AT_ONCE)
    with at_one_moment(reader) as read:
        _check_source(read, source)
        migrate.upgrade(target)
        with writing(opened(target, pooled=False)) as write:
            if write.scalar(select(func.count()).select_from(table(ProjectRow))):
                raise _refused("The other database is not empty.", target, "Name a new one.")
            _take_secret(read, write)
            return {one.name: _copied(read, write, one, target) for one in _tables()}


def shown(url: str) -> str:
    """
    Return an address as it may be shown: without its password.

    Raises:
        StoreError: If it is none.
    """
    return address(url).render_as_string()


def _tables() -> list[Table]:
    """Return what is copied, each table after those that it refers to."""
    return [one for one in Row.metadata.sorted_tables if one not in LEFT_OUT]


def _reader(source: str) -> Engine:
    """Return an engine on the source; SQLite itself would make a file that is not there."""
    file = file_of(source)
    engine = opened(source, pooled=False)
    try:
        if file is None or file.exists():
            engine.connect().close()
            return engine
    except OperationalError as problem:
        raise _unreadable(source) from problem
    raise _unreadable(source)


def _check_source(read: Connection, source: str) -> None:
    if not migrate.is_current(read):
        raise _refused("Its schema is not this release's.", source, "judging db upgrade mends it.")
    at_work = read.scalar(select(func.min(RUN.c.id)).where(RUN.c.status.in_(ACTIVE)))
    if at_work is not None:
        fix = f"Wait for it, or stop it: judging runs --pause {at_work}."
        raise _refused(f"Run {at_work} is not over.", source, fix)


def _take_secret(read: Connection, write: Connection) -> None:
    if secret := read.scalar(select(INSTALLATION.c.secret)):
        write.execute(update(INSTALLATION).values(secret=secret))


def _copied(read: Connection, write: Connection, one: Table, target: str) -> int:
    """Copy the rows of one table, and return how many they were."""
    n = 0
    for part in read.execute(select(one).order_by(*one.primary_key)).mappings().partitions():
        rows: list[dict[str, Any]] = [dict(row) for row in part]
        try:
            write.execute(insert(one), rows)
        except DBAPIError as problem:
            raise _refused(
                f"The table {one.name} has a row that does not fit: "
                f"{str(problem.orig).splitlines()[0]}.",
                target,
                "Nothing was copied. Mend or remove it, and copy again.",
            ) from problem
        n += len(rows)
    if write.dialect.name == "postgresql" and one.autoincrement_column is not None:
        _count_on(write, one)
    return n


def _count_on(write: Connection, one: Table) -> None:
    """Have the next number be one more: rows that bring their own do not count."""
    column = one.autoincrement_column
    assert column is not None
    highest = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
    sequence = func.pg_get_serial_sequence(f'"{one.name}"', column.name)
    write.execute(select(func.setval(sequence, highest, text("false"))))


def _unreadable(source: str) -> StoreError:
    return _refused("The database cannot be opened.", source, "Name another with --db.")


def _refused(what: str, url: str, fix: str) -> StoreError:
    return StoreError(what, where=shown(url), fix=fix)
