"""Mapping files: what they may say, and what is said of one that is wrong."""

from pathlib import Path

import pytest

from judging.errors import SessionFileError
from judging.importers import SessionMapping
from judging.importers.session_mapping import read, read_file, written
from judging.sessions import Role

WHOLE = SessionMapping(
    list="tickets.log",
    id="no",
    role="by",
    content="said: aloud",
    turn="n",
    time="at",
    model="llm",
    goal="subject",
    roles={"K": Role.USER, "S": Role.ASSISTANT},
)


@pytest.mark.parametrize("mapping", [WHOLE, SessionMapping(user="q", assistant="a")])
def test_what_is_written_reads_back_equal(mapping: SessionMapping) -> None:
    assert read(written(mapping)) == mapping


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ("role: by", "m.yaml", "not complete"),
        ("role: by\ncontent: a\nuser: q", "m.yaml", "not complete"),
        ("role: by\ncolour: a", "m.yaml", "no field colour"),
        ("id: no\nrole: by\ncontent: a", "m.yaml, id", "no column"),
        ("role: by\ncontent: a\nroles: {K: boss}", "m.yaml, roles, K", "no role"),
        ("role: by\ncontent: a\nroles: K", "m.yaml, roles", "what it means"),
        ("role: [", "m.yaml, line 1", "not YAML"),
        ("by", "m.yaml", "named fields"),
        ("a: &x [1]\nb: *x", "m.yaml, line 2", "an alias"),
        ("[" * 5_000, "m.yaml", "not YAML"),
    ],
)
def test_what_is_wrong_is_named_with_its_place_and_a_way_out(
    text: str, where: str, said: str
) -> None:
    with pytest.raises(SessionFileError) as raised:
        read(text, where="m.yaml")

    assert raised.value.where == where
    assert said in raised.value.what
    assert raised.value.fix


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SessionFileError, match="cannot be read"):
        read_file(tmp_path / "none.yaml")
