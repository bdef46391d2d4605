"""How fast a run gets on, from looks at it."""

import pytest

from calibration.runs.run_progress import Look, Pace, spoken


def pace(*looks: tuple[float, int]) -> Pace:
    found = Pace()
    for at, settled in looks:
        found = found.after(Look(at, settled))
    return found


def test_speed_is_what_was_settled_between_the_first_look_and_the_last() -> None:
    found = pace((100.0, 0), (110.0, 9), (130.0, 20))

    assert found.per_minute == 40
    assert found.seconds_for(30) == 45


def test_two_looks_in_quick_succession_do_not_tell_a_speed() -> None:
    found = pace((100.0, 0), (102.0, 32))

    assert found.per_minute is None
    assert found.seconds_for(10) is None


def test_no_look_at_all_tells_no_speed() -> None:
    assert (Pace().per_minute, Pace().seconds) == (None, 0.0)


def test_where_nothing_comes_back_there_is_a_speed_of_none_and_no_time_left() -> None:
    found = pace((100.0, 7), (120.0, 7))

    assert found.per_minute == 0
    assert found.seconds_for(10) is None


def test_what_is_older_than_a_minute_no_longer_counts() -> None:
    found = pace(*((float(at), at) for at in range(0, 100, 2)), (158.0, 158))

    assert found.looks[0] == Look(98.0, 98)
    assert found.per_minute == 60


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "less than a minute"),
        (61, "about 2 minutes"),
        (3540, "about 59 minutes"),
        (3541, "about an hour"),
        (3700, "about 1.5 hours"),
        (9001, "about 3 hours"),
    ],
)
def test_time_left_is_rounded_up_and_coarser_the_longer_it_is(seconds: float, words: str) -> None:
    assert spoken(seconds) == words
