"""Counts of tokens."""

from judging.judges.usage import Usage


def test_each_token_is_counted_in_one_place() -> None:
    counts = {
        "input_tokens": 60,
        "cache_creation_input_tokens": 300,
        "cache_read_input_tokens": 1_500,
        "output_tokens": 550,
        "thinking_tokens": 300,
        "ephemeral_5m_input_tokens": 300,
    }

    assert Usage.of(counts) == Usage(input=60, cache_write=300, cache_read=1_500, output=550)


def test_what_the_service_does_not_name_is_none_of_it() -> None:
    assert Usage.of({}) == Usage(0, 0, 0, 0)


def test_the_prompt_is_all_that_was_put_in() -> None:
    assert Usage(input=1, cache_write=20, cache_read=300, output=4_000).prompt == 321


def test_several_add_up_place_by_place() -> None:
    together = sum([Usage(1, 2, 3, 4), Usage(10, 20, 30, 40)], start=Usage())

    assert together == Usage(11, 22, 33, 44)
