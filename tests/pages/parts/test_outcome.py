"""How outcomes are shown."""

import re
import tomllib
from pathlib import Path

import pytest

from judging.ratings import Outcome, Problem
from judging.rubrics import Kind
from pages.parts import outcome
from pages.parts.outcome import Tone, chip

CONFIG = Path(__file__).parents[3] / ".streamlit" / "config.toml"
THEME = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"]
GROUNDS = {"light": "#ffffff", "dark": "#171614"}


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2.2)."""
    parts = (int(part, 16) / 255 for part in re.findall("[0-9a-f]{2}", colour))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours."""
    dark, bright = sorted((luminance(first), luminance(second)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("given", Outcome)
def test_no_two_outcomes_look_or_read_alike(kind: Kind, given: Outcome) -> None:
    shown = chip(given, kind)
    others = [chip(other, kind) for other in [*Outcome, None] if other is not given]

    assert shown.glyph not in {other.glyph for other in others}
    assert shown.word not in {other.word for other in others}


def test_a_condition_is_there_or_not_and_neither_good_nor_bad() -> None:
    present, absent = (chip(o, Kind.CONDITION) for o in (Outcome.PASS, Outcome.FAIL))

    assert (present.text, absent.text) == ("● Present", "○ Absent")
    assert {present.tone, absent.tone} == {Tone.GRAY}


@pytest.mark.parametrize("problem", Problem)
def test_what_is_not_scored_says_its_problem_by_name_and_in_words(problem: Problem) -> None:
    shown = chip(Outcome.NOT_SCORED, problem=problem)

    assert shown.text == "∅ Not scored"
    assert re.fullmatch(rf"{problem}: [a-z ,]{{10,}}", shown.detail)


def test_a_badge_is_the_chip_in_the_theme_s_colour() -> None:
    assert chip(Outcome.FAIL).badge == ":orange-badge[✗ Fail]"


def test_no_answer_is_no_outcome() -> None:
    assert chip(None).word not in {chip(given).word for given in Outcome}


@pytest.mark.parametrize("mode", GROUNDS)
@pytest.mark.parametrize("tone", Tone)
def test_a_chip_can_be_read_in_both_modes(mode: str, tone: Tone) -> None:
    text, ground = (THEME[mode][f"{tone}{part}Color"] for part in ("Text", "Background"))

    assert contrast(text, ground) >= 4.5
    assert contrast(text, GROUNDS[mode]) >= 4.5


@pytest.mark.parametrize("mode", GROUNDS)
@pytest.mark.parametrize("tone", Tone)
def test_a_mark_in_a_chart_stands_out_in_both_modes(mode: str, tone: Tone) -> None:
    assert contrast(outcome.CHART[tone], GROUNDS[mode]) >= 3


def test_colours_are_set_for_each_mode_and_never_for_both() -> None:
    common = {name for name, value in THEME.items() if not isinstance(value, dict)}

    assert not [name for name in common if name.endswith("Color") or name == "base"]
    assert THEME["light"].keys() == THEME["dark"].keys()


def test_no_font_is_fetched() -> None:
    named = CONFIG.read_text(encoding="utf-8")

    assert "http" not in named
    assert not re.search(r"(?i)^\s*\w*font(faces)?\s*=", named, re.MULTILINE)
