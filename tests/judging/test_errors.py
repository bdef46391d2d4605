"""Errors."""

import pickle

import pytest

from judging.errors import JudgeError, JudgingError, RubricError, SessionFileError, StoreError


@pytest.mark.parametrize("kind", [JudgeError, RubricError, SessionFileError, StoreError])
def test_every_one_says_what_where_and_how_to_mend_it(kind: type[JudgingError]) -> None:
    error = kind("It broke.", where="line 3", fix="Mend it.")

    assert str(error) == "It broke.\n  where: line 3\n  to fix: Mend it."


def test_without_a_place_there_is_no_line_for_it() -> None:
    assert str(JudgingError("It broke.", fix="Mend it.")) == "It broke.\n  to fix: Mend it."


def test_one_comes_through_a_pickle_whole() -> None:
    error = StoreError("It broke.", where="line 3", fix="Mend it.")

    back = pickle.loads(pickle.dumps(error))  # noqa: S301  (our own bytes)

    assert type(back) is StoreError
    assert str(back) == str(error)
