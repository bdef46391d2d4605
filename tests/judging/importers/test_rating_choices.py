from judging.importers import rating_mapping
from judging.importers.rating_choices import counted, numbers, parted, suggested, told
from judging.importers.rating_mapping import RatingMapping
from judging.ratings import Outcome
from tests.judging.importers.files import file, lines

MAPPING = RatingMapping(columns={"session_id": "conv", "value": "v"})


def test_columns_are_suggested_by_their_names_wherever_they_stand() -> None:
    assert suggested(["chat.session_id", "Judge Label", "annotator", "x"]) == {
        "session_id": "chat.session_id",
        "value": "Judge Label",
        "reviewer": "annotator",
    }


def test_each_value_is_counted_however_it_is_spelled() -> None:
    table = file("conv,v\na,Good\nb,good\nc,\nd,1.0\ne,1\n", "f.csv")

    assert counted(table, MAPPING) == {"good": 2, "1": 2}


def test_the_columns_of_criteria_are_counted_together() -> None:
    several = RatingMapping(columns={"session_id": "c"}, criteria={"p": "polite", "q": "quick"})

    assert counted(lines({"c": "a", "p": True, "q": False}), several) == {"true": 1, "false": 1}


def test_words_tell_by_themselves_and_numbers_never() -> None:
    assert (told("ja"), told("n/a"), told("1"), told("gut")) == (
        Outcome.PASS,
        Outcome.NOT_APPLICABLE,
        None,
        None,
    )


def test_a_scale_is_one_if_all_are_numbers() -> None:
    assert numbers(["3", "1", "2.5"]) == [1, 2.5, 3]
    assert numbers(["3", "good"]) == numbers([]) == []


def test_a_threshold_parts_a_scale_in_its_direction() -> None:
    assert parted(["1", "2", "3"], 2, low_is_good=False) == (("2", "3"), ("1",))
    assert parted(["1", "2", "3"], 2, low_is_good=True) == (("1", "2"), ("3",))


def test_a_mapping_is_written_as_it_is_read() -> None:
    one = RatingMapping("a.b", {"session_id": "c: d", "value": "v"}, {}, ("1", "true"), ("0",))
    wide = RatingMapping(columns={"session_id": "c"}, criteria={"p": "polite"})

    for mapping in (one, wide):
        assert rating_mapping.read(rating_mapping.written(mapping)) == mapping
