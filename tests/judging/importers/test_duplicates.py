from hypothesis import given
from hypothesis import strategies as st

from judging.importers import Skipped
from tests.judging.importers.files import chat, items, left_out, lines, sessions


def test_equal_sessions_are_kept_once_whatever_the_file() -> None:
    same = chat("a", "b", session_id="s")

    _, second = items(lines(same), lines(same, name="other.jsonl"))

    assert isinstance(second, Skipped)
    assert second.where == "other.jsonl, line 1"


def test_different_sessions_of_one_id_get_numbers_and_a_warning() -> None:
    found = sessions(lines(*(chat(text, "b", session_id="s") for text in "xyz")))

    assert [session.external_id for session in found] == ["s", "s#2", "s#3"]
    assert found[1].warnings == ("Another session has the id 's'; this one goes by 's#2'.",)


def test_an_equal_of_a_renamed_session_is_skipped() -> None:
    one, other = chat("x", "b", session_id="s"), chat("y", "b", session_id="s")

    found = items(lines(one, other, other))

    assert len(left_out(found)) == 1


def test_a_number_that_is_taken_is_passed_over() -> None:
    found = sessions(
        lines(chat("x", session_id="s#2"), chat("y", session_id="s"), chat("z", session_id="s"))
    )

    assert [session.external_id for session in found] == ["s#2", "s", "s#3"]


def test_a_renamed_session_stays_in_the_group_that_was_stated_and_leaves_its_own() -> None:
    own, other = sessions(lines(chat("x", id="s"), chat("y", id="s")))
    stated = sessions(lines(chat("x", id="s", group="g"), chat("y", id="s", group="g")))

    assert (own.group, other.group) == ("s", "s#2")
    assert [session.group for session in stated] == ["g", "g"]


@given(st.lists(st.tuples(st.sampled_from(["a", "a#2", "b"]), st.sampled_from("xyz"))))
def test_no_two_sessions_share_an_id(pairs: list[tuple[str, str]]) -> None:
    ids = [
        session.external_id
        for session in sessions(lines(*(chat(text, session_id=name) for name, text in pairs)))
    ]

    assert len(ids) == len(set(ids))
