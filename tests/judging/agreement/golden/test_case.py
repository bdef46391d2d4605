from typing import Any

import pytest

from judging.agreement import Estimate, Status
from judging.agreement.golden.case import Case, agrees

INTERVAL = Estimate(0.5, 0.25, 0.75)


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        (0.5, 0.5005),
        (None, None),
        (3, 3.0),
        ("ok", "ok"),
        (Status.OK, "ok"),
        (True, True),
        ((0.5, None), [0.5, None]),
        ({"a": 0.5, "more": 1}, {"a": 0.5}),
        (INTERVAL, 0.5),
        (INTERVAL, [0.25, 0.75]),
        (INTERVAL, [0.5, 0.25, 0.75]),
        (INTERVAL, {"value": 0.5, "ci": [0.25, 0.75]}),
        (Estimate(None), None),
    ],
)
def test_near_enough_agrees(got: Any, wanted: Any) -> None:
    assert agrees(got, wanted, 0.001)


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        (0.5, 0.502),
        (None, 0.5),
        (0.0, None),
        ("ok", "undefined_empty"),
        (False, True),
        ((0.5,), [0.5, 0.5]),
        (0.5, [0.5]),
        ({"a": 0.5}, {"b": 0.5}),
        (0.5, {"a": 0.5}),
        (INTERVAL, [0.25, 0.8]),
        (Estimate(None), 0.5),
        ("0.5", 0.5),
    ],
)
def test_anything_else_does_not(got: Any, wanted: Any) -> None:
    assert not agrees(got, wanted, 0.001)


def test_names_each_result_that_differs_or_is_missing() -> None:
    case = Case("c", "m", {}, {"same": 1, "other": 2, "absent": 3, "interval": [0, 1]}, 0)
    found = list(case.mismatches({"same": 1, "other": 5, "interval": INTERVAL}))

    assert found == [
        "other: 5, not 2",
        "absent: nothing computes it",
        "interval: 0.5 [0.25, 0.75], not [0, 1]",
    ]
