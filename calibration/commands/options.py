"""Options that several commands take, so that they are called and told alike."""

from typing import Annotated

import typer

from judging.splitting import Part

Rubric = Annotated[str, typer.Option(help="conversation, or conversation@1.")]
Judge = Annotated[str, typer.Option(help="A judge's name or the start of its fingerprint.")]
Reference = Annotated[str, typer.Option(help="person, program, model, or a reviewer's name.")]
BlindOnly = Annotated[bool, typer.Option(help="Only labels given blind.")]
Split = Annotated[
    Part | None,
    typer.Option(help="develop; test and all only once the gate has looked at just this."),
]
Json = Annotated[bool, typer.Option(help="Print one JSON document.")]
