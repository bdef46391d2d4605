"""The `judging` command. Each subcommand imports what it needs when it runs: help is quick."""

from calibration.commands.entry import run

__all__ = ["run"]
