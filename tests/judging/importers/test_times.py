from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.importers.times import instant

NINE = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        "2026-03-02T09:00:00Z",
        "2026-03-02 09:00",
        "2026-03-02T10:00:00+01:00",
        '"2026-03-02T09:00:00.000Z"',
        1772442000,
        1772442000.0,
        "1772442000",
        1772442000000,
        "1772442000000000000",
    ],
)
def test_usual_spellings_are_one_time(value: Any) -> None:
    assert instant(value) == NINE


@pytest.mark.parametrize(
    "value",
    [
        "01/02/2026 09:00",
        "noon",
        "",
        None,
        True,
        [],
        12.5,
        1e300,
        "0001-01-01T00:00:00+23:59",
        10**400,
    ],
)
def test_what_is_not_read_in_one_way_is_none(value: Any) -> None:
    assert instant(value) is None


@given(st.text() | st.integers() | st.floats())
def test_anything_else_is_none_too(value: Any) -> None:
    found = instant(value)

    assert found is None or found.tzinfo is UTC
