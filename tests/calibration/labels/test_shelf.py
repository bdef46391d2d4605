"""Sessions kept at hand."""

from calibration.labels import shelf
from calibration.labels.shelf import Shelf
from storage import Project
from tests import keeping


def numbers(project: Project, *names: str) -> list[int]:
    return [keeping.number(project, name) for name in names]


def test_what_was_read_is_handed_out_again_in_the_order_asked(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abc"))
    kept = Shelf()

    first = kept.whole(project, numbers(project, "a", "b"))
    again = kept.whole(project, numbers(project, "c", "b", "a"))

    assert [one.external_id for one in again] == ["c", "b", "a"]
    assert (again[2], again[1]) == tuple(first)
    assert again[2] is first[0]


def test_what_was_imported_anew_is_read_anew_even_under_the_same_number(project: Project) -> None:
    keeping.add(project, keeping.session("a", "Before."))
    kept = Shelf()
    [before] = kept.whole(project, [1])
    with project.imports.begin() as unfinished:
        unfinished.add([keeping.session("a", "After.")], replaced=[1])
        unfinished.complete()

    [after] = kept.whole(project, numbers(project, "a"))

    assert (before.turns[0].content, after.turns[0].content) == ("Before.", "After.")
    assert kept.whole(project, [1, 999]) == ([after] if after.id == 1 else [])


def test_what_has_not_been_asked_for_in_long_gives_way(project: Project) -> None:
    names = [f"s{n}" for n in range(shelf.MOST + 1)]
    keeping.add(project, *map(keeping.session, names))
    kept = Shelf()
    [first, second] = kept.whole(project, numbers(project, *names[:2]))
    kept.whole(project, numbers(project, *names[1:]))

    again = kept.whole(project, numbers(project, *names[:2]))

    assert again == [first, second]
    assert (again[0] is first, again[1] is second) == (False, True)
