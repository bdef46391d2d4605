"""Turns of phrase, and the words that tell where to look for them."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import judging.facts
from judging.facts.vocabulary import Phrases, any_of


def hinted() -> Iterator[tuple[str, Phrases]]:
    """Yield every set of phrases that says what is in whatever it finds, by its name."""
    for found in pkgutil.iter_modules(judging.facts.__path__):
        module = importlib.import_module(f"judging.facts.{found.name}")
        for name, value in vars(module).items():
            many = value if isinstance(value, tuple) else [("", value)]
            for one in many:
                if isinstance(one, tuple) and isinstance(one[-1], Phrases) and one[-1].having:
                    yield f"{found.name}.{name}{one[0]}", one[-1]


EACH = [(name, one) for name, phrases in hinted() for one in phrases.phrases]
HINTED = dict(hinted())


@pytest.mark.parametrize(("name", "phrase"), EACH)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_whatever_is_found_holds_one_of_the_words(
    name: str, phrase: str, data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(phrase))

    for found in re.finditer(phrase, text):
        assert any(word in found[0] for word in HINTED[name].having)


def test_a_word_too_few_would_be_noticed() -> None:
    lame = any_of(r"\bwrong\b", r"\bno,? not\b", having="wrong")

    assert lame.search("no, not that") is None
    assert lame.pattern.search("no, not that")


def test_without_words_every_text_is_searched() -> None:
    assert any_of(r"\d").search("a 4") is not None


def test_every_place_is_found() -> None:
    phrases = any_of(r"\bno\w*", having="no")

    assert [found[0] for found in phrases.finditer("no, none, not one")] == ["no", "none", "not"]
    assert list(phrases.finditer("yes")) == []
