"""Texts put together by their words."""

from calibration.revision.word_clusters import PAIRS, WordClusters

REFUNDS = ["The refund was promised.", "A refund, promised twice.", "It promised no refund."]
PARCELS = ["Tracking shows the parcel.", "The parcel has no tracking."]


def members(texts: list[str]) -> list[tuple[int, ...]]:
    return [one.members for one in WordClusters(texts).of(range(len(texts)))]


def test_texts_that_share_words_come_together_the_largest_first() -> None:
    texts = [PARCELS[0], *REFUNDS, PARCELS[1]]

    found = WordClusters(texts).of(range(5))

    assert [one.members for one in found] == [(1, 2, 3), (0, 4)]
    assert found[0].terms[:2] == ("promised", "refund")
    assert set(found[1].terms) >= {"parcel", "tracking"}


def test_what_shares_no_word_is_left_for_last_without_terms() -> None:
    texts = [*REFUNDS, "Green.", "Yellow umbrella."]

    *_, rest = WordClusters(texts).of(range(5))

    assert (rest.members, rest.terms) == ((3, 4), ())


def test_only_the_places_asked_for_are_put_together() -> None:
    found = WordClusters([*REFUNDS, *PARCELS]).of([0, 3, 4])

    assert [one.members for one in found] == [(3, 4), (0,)]


def test_texts_without_a_word_come_together_unnamed() -> None:
    found = WordClusters(["", "12 34", "the a of"]).of(range(3))

    assert [(one.members, one.terms) for one in found] == [((0, 1, 2), ())]
    assert WordClusters([]).of([]) == []


def test_the_same_texts_give_the_same_clusters() -> None:
    texts = [
        f"{color} {thing} {n}"
        for n, color in enumerate(["red", "green", "blue"] * 20)
        for thing in ("kettle", "teapot")
    ]

    assert members(texts) == members(texts)
    assert sorted(place for some in members(texts) for place in some) == list(range(120))


def test_more_than_can_be_held_against_each_other_are_grouped_all_the_same() -> None:
    texts = [("kettle steam boiling", "ladder rungs climbing")[n % 2] for n in range(PAIRS + 1)]

    found = WordClusters(texts).of(range(len(texts)))

    assert sorted(len(one.members) for one in found) == [PAIRS // 2, PAIRS // 2 + 1]
