"""Who may do what, and what reviewers are shown: `people`, `project policy`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import options, printing
from judging.errors import StoreError

if TYPE_CHECKING:
    from calibration.labels.revealing import Policy
    from calibration.visitors.people import Person
    from storage import Project

people = typer.Typer(help="Who may do what in a project.")
project = typer.Typer(help="What holds for everybody in a project.", no_args_is_help=True)

ROLES = "lead, reviewer or viewer."


@people.callback(invoke_without_command=True)
def listed(context: typer.Context, *, json: options.Json = False) -> None:
    """List people with their roles, or set a role."""
    if context.invoked_subcommand is None:
        _list(json=json)


@people.command("set")
def set_(
    name: Annotated[str, typer.Argument(help="As the list has it, or as they will be known.")],
    role: Annotated[str, typer.Option(help=ROLES)],
    known_by: Annotated[
        str, typer.Option(help="Of somebody new: typed, header or oidc (a verified address).")
    ] = "",
    *,
    json: options.Json = False,
) -> None:
    """Give somebody a role, also before they come for the first time."""
    from calibration.commands import opened
    from calibration.visitors import people
    from storage import IdentityKind, ReviewerRole

    given = _one_of(ReviewerRole, role, "--role")
    kind = _one_of(IdentityKind, known_by, "--known-by") if known_by else None
    found = opened.project_or_new()
    people.set_role(found, people.known_as(found, name, kind), given)
    if json:
        _list(json=True)
    else:
        print(f"{name} is a {given} of {found.name}.")


@people.command()
def default(
    role: Annotated[str, typer.Argument(help="reviewer or viewer.")],
    *,
    json: options.Json = False,
) -> None:
    """Give those who come for the first time a role."""
    from calibration.commands import opened
    from calibration.visitors import people
    from storage import ReviewerRole

    given = _one_of(ReviewerRole, role, "ROLE")
    found = opened.project_or_new()
    people.set_default_role(found, given)
    if json:
        _list(json=True)
    else:
        print(f"Whoever comes to {found.name} for the first time is a {given}.")


@project.command()
def policy(
    way: Annotated[str, typer.Argument(help="blind, reveal or open; nothing to see it.")] = "",
    blind: Annotated[float, typer.Option(help="The share of sessions shown so.")] = 0,
    reveal: Annotated[float, typer.Option(help="The share shown after saving.")] = 0,
    open_: Annotated[float, typer.Option("--open", help="The share shown from the start.")] = 0,
    *,
    json: options.Json = False,
) -> None:
    """Say when reviewers see what a judge said: never, after their labels, or from the start."""
    from calibration.commands import opened
    from calibration.labels import revealing
    from storage import Reveal

    shares = {Reveal.BLIND: blind, Reveal.AFTER_SAVING: reveal, Reveal.OPEN: open_}
    if way and any(shares.values()):
        raise typer.BadParameter("Give one way, or a share of each.")
    if way:
        shares = {_one_of(Reveal, way, "WAY"): 1.0}
    found = opened.project_or_new()
    settled = (
        revealing.set_policy(found, shares) if any(shares.values()) else revealing.policy(found)
    )
    if json:
        printing.document(_policy(found, settled))
    else:
        print(revealing.in_words(settled))


def _one_of(kind: Any, word: str, where: str) -> Any:
    if word not in list(kind):
        raise StoreError(
            f"{word!r} is none of {', '.join(kind)}.", where=where, fix="Give one of them."
        )
    return kind(word)


def _list(*, json: bool) -> None:
    from calibration.commands import opened
    from calibration.visitors import access, people

    found = opened.project()
    everybody = people.listed(found)
    default = str(access.default_role(found))
    if json:
        printing.document(
            {
                "project": found.name,
                "default_role": default,
                "people": [_as_json(person) for person in everybody],
            }
        )
        return
    print(f"Whoever comes to {found.name} for the first time is a {default}.")
    if not any(person.role == "lead" for person in everybody):
        print("Nobody was made the lead: where names are typed, everybody leads.")
    if everybody:
        print()
        columns = ("name", "role", "known by", "labels", "last seen")
        printing.table(columns, [_row(person) for person in everybody])


def _as_json(person: "Person") -> dict[str, Any]:
    one = person.reviewer
    return {
        "name": one.name,
        "role": str(person.role),
        "identity": str(one.identity),
        "subject": one.subject,
        "labels": person.labels,
        "seen_at": one.seen_at,
        "lead_by_environment": person.is_named,
    }


def _row(person: "Person") -> tuple[object, ...]:
    one = person.reviewer
    seen = f"{one.seen_at:%Y-%m-%d %H:%M}" if one.seen_at else None
    return one.name, str(person.role), str(one.identity), person.labels, seen


def _policy(found: "Project", settled: "Policy") -> dict[str, Any]:
    from storage import Reveal

    shares = {str(way): settled.shares.get(way, 0) for way in Reveal}
    return {
        "project": found.name,
        "policy": str(settled.only) if settled.only else "drawn",
        "shares": shares,
    }
