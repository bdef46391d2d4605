"""What the transcript's scripts compute, in a browser without a page."""

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from pages.parts import assets

pytestmark = pytest.mark.browser
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=30,
)


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(content=assets.script("stage", "layout", "quotes"))
    yield page
    page.close()


def laid_out(scripts: Page, text: str) -> str:
    shown: str = scripts.evaluate("text => laidOut(text)", text)
    return shown


def marked(scripts: Page, text: str, *quotes: str) -> list[str]:
    """Return the words of `text` that are marked for `quotes`."""
    words: list[str] = scripts.evaluate(
        "([text, quotes]) => { const box = document.createElement('p'); quoted(box, text, quotes);"
        " if (box.textContent !== text) throw new Error('text was changed');"
        " return [...box.querySelectorAll('mark')].map((mark) => mark.textContent) }",
        [text, list(quotes)],
    )
    return words


@settings(max_examples=60)
@given(VALUES, st.sampled_from([None, (",", ":"), (" , ", " : ")]))
def test_laying_json_out_changes_white_space_only(
    scripts: Page, value: object, separators: tuple[str, str] | None
) -> None:
    text = json.dumps(value, separators=separators, ensure_ascii=False)

    shown = laid_out(scripts, text)

    assert json.loads(shown) == json.loads(text)
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", text)


def test_numbers_and_double_keys_stay_as_they_were_written(scripts: Page) -> None:
    assert laid_out(scripts, '{"a":1.10,"a":123456789012345678901}') == (
        '{"a": 1.10, "a": 123456789012345678901}'
    )


def test_short_items_share_a_line_and_none_is_much_longer_than_the_width(scripts: Page) -> None:
    text = json.dumps({"order": {f"key {n}": n for n in range(40)}, "list": [{}, []]})

    lines = laid_out(scripts, text).splitlines()

    assert max(map(len, lines)) <= 90
    assert len(lines) < 20
    assert lines[-2] == '  "list": [{}, []]'


@pytest.mark.parametrize("text", ["", "plain", "{broken", "[1, 2", "[" * 9_000, '["a"] and more'])
def test_what_is_no_json_stays_as_it_is(scripts: Page, text: str) -> None:
    assert laid_out(scripts, text) == text


def test_json_nested_beyond_reason_stays_as_it_is(scripts: Page) -> None:
    deep = "[" * 500 + "]" * 500

    assert laid_out(scripts, deep) == deep


@pytest.mark.parametrize(
    ("text", "quote", "words"),
    [
        ("It left today.", "left today", ["left today"]),
        ("It  left\ntoday.", "it left today", ["It  left\ntoday"]),
        ("It **left** today.", "It left today", ["It **left** today"]),
        ("She said “no” – twice.", '"no" - twice', ["“no” – twice"]),
        ('{"a": 1,\n "b": 2}', '{"a":1,"b":2}', ['{"a": 1,\n "b": 2}']),
        ("One two three four five", "one … five", ["One", "five"]),
        ("One two three four five", "five ... one", []),
        ("It left today.", "it leaves today", []),
        ("It left today.", "", []),
        ("It left today.", " * ", []),
        ("İstanbul, or Istanbul", "or istanbul", ["or Istanbul"]),
    ],
)
def test_a_quote_is_found_where_it_stands(
    scripts: Page, text: str, quote: str, words: list[str]
) -> None:
    assert marked(scripts, text, quote) == words


def test_quotes_that_overlap_are_marked_once(scripts: Page) -> None:
    assert "".join(marked(scripts, "abcdefghij", "bcde", "defg", "cd")) == "bcdefg"


def test_letters_of_two_halves_are_not_torn(scripts: Page) -> None:
    assert marked(scripts, "a 😀 smile", "😀 smile") == ["😀 smile"]
