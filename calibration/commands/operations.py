"""Operations: `app`, `sample`, `doctor`, `db`."""

import os
import sys
from typing import Annotated

import typer

from calibration import settings
from calibration.commands import printing
from judging.home import home

db = typer.Typer(help="The database.", no_args_is_help=True)
REPORTED = (
    "judging",
    "streamlit",
    "sqlmodel",
    "alembic",
    "numpy",
    "scipy",
    "anthropic",
    "httpx2",
    "dbos",
    "scikit-learn",
    "pandas",
)

MOST_DAYS = 36_500
OLDER = "Of those older than so many days; none are, unless given."

KEYS = {"key": "ANTHROPIC_API_KEY", "OpenAI key": "OPENAI_API_KEY"}


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    for function in (app, worker, sample, doctor):
        command.command()(function)


def app(
    port: Annotated[int, typer.Option(min=1, max=65_535)] = 8501,
    address: str = "127.0.0.1",
    *,
    browser: bool = True,
) -> None:
    """Start the app."""
    os.environ[settings.DATABASE] = settings.database_url()
    script = home() / "app.py"
    options = {
        "server.port": port,
        "server.address": address,
        "server.headless": str(not browser).lower(),
        "server.fileWatcherType": "none",
    }
    flags = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-P", "-m", "streamlit", "run", str(script), *flags])


def worker(
    *,
    with_parent: Annotated[bool, typer.Option(help="End when standard input does.")] = False,
) -> None:
    """Do the runs that the app and others have started, until stopped."""
    from calibration import worker
    from storage import migrate

    url = settings.database_url()
    migrate.upgrade(url)
    if not with_parent:
        printing.note("Waiting for work. Stop with Ctrl-C; what is under way can be resumed.")
    worker.work(url, with_parent=with_parent)


def sample(
    *, force: Annotated[bool, typer.Option(help="Also where the project has sessions.")] = False
) -> None:
    """Create the sample project."""
    from calibration import projects, sample_project
    from calibration.commands import opened

    project = projects.new_or_existing(opened.store(), settings.project_name())
    if project.sessions.count() and not force:
        print(f"The project {project.name} has sessions: the sample is left out.")
        return
    sample_project.add_to(project)
    print(f"The sample is in the project {project.name}: {project.sessions.count()} sessions.")


def doctor() -> None:
    """Print what an issue report needs."""
    from importlib.metadata import PackageNotFoundError, version

    from storage import condition

    for name in REPORTED:
        try:
            print(f"{name:13} {version(name)}")
        except PackageNotFoundError:
            print(f"{name:13} not installed")
    print(f"{'python':13} {sys.version.split()[0]}")
    for name, text in condition.of(settings.database_url()).items():
        print(f"{name:13} {text}")
    for name, variable in KEYS.items():
        print(f"{name:13} {'present' if os.environ.get(variable) else 'absent'}")


@db.command()
def upgrade() -> None:
    """Bring the database to the schema of this release."""
    from storage import migrate

    migrate.upgrade(settings.database_url())
    print("The database has the schema of this release.")


@db.command()
def forget(
    requests: Annotated[int | None, typer.Option(min=0, max=MOST_DAYS, help=OLDER)] = None,
    replies: Annotated[int | None, typer.Option(min=0, max=MOST_DAYS, help=OLDER)] = None,
    *,
    dry_run: Annotated[bool, typer.Option(help="Count them.")] = False,
) -> None:
    """Forget the texts of old calls to models; verdicts, costs and times stay."""
    from calibration.commands import opened
    from calibration.runs import call_texts

    if requests is None and replies is None:
        raise typer.BadParameter("Say how old: --requests DAYS, --replies DAYS, or both.")
    retention, age = opened.store().retention, call_texts.age(requests, replies)
    gone = retention.count(age) if dry_run else retention.forget(age)
    done = "Would forget" if dry_run else "Forgot"
    print(f"{done} {gone.requests:,} requests and {gone.replies:,} replies of runs that are over.")


@db.command()
def copy(
    to_url: Annotated[str, typer.Argument(help="An empty database.", metavar="TO_URL")],
) -> None:
    """Copy everything into another, empty database: from a file to a server, or back."""
    from storage import copying

    there = copying.shown(to_url)
    rows = copying.copy(settings.database_url(), to_url)
    print(f"Copied {sum(rows.values()):,} rows of {sum(map(bool, rows.values())):,} tables.")
    print(f"To work there: JUDGING_DATABASE_URL={there}")


@db.command()
def backup(file: Annotated[str, typer.Argument(help="Where to; must not exist.")]) -> None:
    """Copy an SQLite database, while in use, into a new file."""
    from storage import condition

    condition.back_up(settings.database_url(), file)
    print(f"Copied to {file}.")
