"""What requests to models cost, from a table of dated prices."""

import os
import re
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from judging.errors import JudgeError
from judging.judges.usage import Usage

STRICT = ConfigDict(extra="forbid", frozen=True)
DATED = re.compile(r"(?:-[0-9]{8})?")
# More digits than a price, its factors and a count of tokens have together: nothing is rounded.
EXACT = Context(prec=100)
Id = Annotated[str, Field(min_length=1)]
Day = Annotated[date, Field(strict=True)]
Amount = Annotated[Decimal, Field(ge=0, le=1_000_000)]

FORM = (
    "Write `models:`, below it a model's id, and below that a list of entries with from, input "
    "and output, and at will cache_read, cache_write, tier (over, factor), batch, as_of, source."
)
A_DAY = "Write a day like 2026-10-07, without quotes."
AN_AMOUNT = "Write a number from 0 to a million, like 0.05."
FIX = {
    "from": A_DAY,
    "as_of": A_DAY,
    "over": "Write a whole number of tokens, like 100000.",
    "source": "Put it in quotes.",
} | dict.fromkeys(("input", "output", "cache_read", "cache_write", "batch", "factor"), AN_AMOUNT)


class Tier(BaseModel):
    """The length of prompt beyond which all of a request costs `factor` times as much."""

    model_config = STRICT
    over: Annotated[int, Field(ge=0, strict=True)]
    factor: Amount


class Price(BaseModel):
    """
    What a model costs from one day on, until its next price begins.

    Attributes:
        input: Dollars for a million tokens, as is `output`.

        cache_read: The price of a token read from the cache, as a multiple of `input`.

        cache_write: That of a token put into it.

        batch: What a request in a batch costs, as a multiple of all of it.

        as_of: The day on which the price was last checked; None for the day it began.
    """

    model_config = STRICT
    begins: Day = Field(alias="from")
    input: Amount
    output: Amount
    cache_read: Amount = Decimal(1)
    cache_write: Amount = Decimal(1)
    tier: Tier | None = None
    batch: Amount = Decimal(1)
    as_of: Day | None = None
    source: str = ""

    def cost(self, usage: Usage, *, batch: bool = False) -> int:
        """Return what one request costs, in whole micro-dollars; half of one counts as one."""
        with localcontext(EXACT):
            read, write = usage.cache_read * self.cache_read, usage.cache_write * self.cache_write
            # Dollars for a million tokens are micro-dollars for one.
            total = (usage.input + write + read) * self.input + usage.output * self.output
            if self.tier and usage.prompt > self.tier.over:
                total *= self.tier.factor
            if batch:
                total *= self.batch
            return int(total.to_integral_value(ROUND_HALF_UP))


Entry = tuple[str, Price]


class _Table(BaseModel):
    model_config = STRICT
    models: dict[Id, Annotated[list[Price], Field(min_length=1)]] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Prices:
    """
    A table of prices.

    Attributes:
        entries: Models' ids, each with a price; the first that holds is taken.
    """

    entries: tuple[Entry, ...]

    @classmethod
    @cache
    def shipped(cls) -> "Prices":
        """Return the prices that were known when this version was made."""
        text = files("judging.judges").joinpath("prices.yaml").read_text(encoding="utf-8")
        return cls(_entries(text, "prices.yaml"))

    @classmethod
    def read(cls, path: Path) -> "Prices":
        """
        Read prices of one's own, written as the first lines of the shipped prices.yaml say.

        Raises:
            JudgeError: If the file is not there or is no table of prices, naming the line, or
                the model, its entry and the field.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise JudgeError(
                f"The prices cannot be read: {problem}.",
                where=str(path),
                fix="Name a YAML file in JUDGE_PRICES, or leave it empty for the shipped prices.",
            ) from problem
        return cls(_entries(text, str(path)))

    @property
    def as_of(self) -> date:
        """The newest day on which a price of the table was checked."""
        return max(price.as_of or price.begins for _, price in self.entries)

    def cost(self, model: str, usage: Usage, on: date, *, batch: bool = False) -> int | None:
        """
        Return the price of one request.

        Several requests are priced one by one: the price may depend on the prompt's length.

        Args:
            model: Its id, with or without a date behind it.

            usage: The tokens of this request alone.

            on: The day on which it was sent.

            batch: Whether it was sent in a batch.

        Returns:
            Micro-dollars, rounded half up. None if the table has no price of that model on that
            day: the cost is then unknown, and not 0.

        Example:
            A session of forty turns, judged as a whole: not quite three cents.

            >>> usage = Usage(input=7_620, output=1_300)
            >>> Prices.shipped().cost("claude-sonnet-5-5", usage, date(2026, 10, 21))
            28240
        """
        for known, price in self.entries:
            if price.begins <= on and _is_same(model, known):
                return price.cost(usage, batch=batch)
        return None


def prices() -> Prices:
    """
    Return the prices in the file that `JUDGE_PRICES` names, and behind them the shipped ones.

    Raises:
        JudgeError: If a file is named that is no table of prices.
    """
    named = os.environ.get("JUDGE_PRICES", "").strip()
    if not named:
        return Prices.shipped()
    return Prices(Prices.read(Path(named)).entries + Prices.shipped().entries)


def _is_same(model: str, known: str) -> bool:
    rest = model.removeprefix(known)
    return model.startswith(known) and DATED.fullmatch(rest) is not None


def _entries(text: str, where: str) -> tuple[Entry, ...]:
    """Return the prices in `text`: an id with a date before that without, and new before old."""
    try:
        table = _Table.model_validate(_loaded(text, where))
    except ValidationError as problem:
        raise _refused(problem, where) from None
    found = [(model, price) for model, listed in table.models.items() for price in listed]
    order = sorted(found, key=lambda entry: (len(entry[0]), entry[1].begins), reverse=True)
    days = [(model, price.begins) for model, price in order]
    for model, day in days:
        if days.count((model, day)) > 1:
            raise JudgeError(
                f"{model} has two prices from {day} on.", where=where, fix="Leave one of them out."
            )
    return tuple(order)


def _loaded(text: str, where: str) -> Any:
    try:
        return yaml.safe_load(text)
    # A day that no calendar has is a ValueError, and brackets without end a RecursionError.
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        mark = getattr(problem, "problem_mark", None)
        said = getattr(problem, "problem", None) or str(problem).partition("\n")[0]
        raise JudgeError(
            f"This is not YAML: {said}.",
            where=f"{where}, line {mark.line + 1}" if mark else where,
            fix="Mend the line; a text with a colon needs quotes, a day has to exist.",
        ) from problem


def _refused(problem: ValidationError, where: str) -> JudgeError:
    first = problem.errors(include_url=False)[0]
    # A place is: models, the model, the number of its entry, the field, the field of its tier.
    steps = [
        f"entry {step + 1}" if depth == 2 and isinstance(step, int) else str(step)
        for depth, step in enumerate(first["loc"])
    ]
    said = {"missing": "This is missing.", "extra_forbidden": "There is no such field."}
    return JudgeError(
        said.get(first["type"], f"{first['input']!r:.60} cannot stand here."),
        where=", ".join([where, *steps]),
        fix=FIX.get(steps[-1] if steps else "", FORM),
    )
