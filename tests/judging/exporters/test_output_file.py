"""A file is written whole, or what was there stays."""

from pathlib import Path

import pytest

from judging.errors import SessionFileError
from judging.exporters import output_file


def test_takes_its_name_when_all_of_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"

    with output_file(path) as out:
        out.write("a\r\nb\n")
        was_there = path.exists()

    assert not was_there
    assert path.read_bytes() == b"a\r\nb\n"
    assert list(tmp_path.iterdir()) == [path]


def test_one_that_is_there_is_not_replaced_unasked(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text("old", encoding="utf-8")

    with pytest.raises(SessionFileError, match="already") as refusal, output_file(path):
        pass

    assert "--force" in refusal.value.fix
    assert path.read_text(encoding="utf-8") == "old"


def test_one_that_appears_meanwhile_is_not_replaced_either(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"

    with pytest.raises(SessionFileError, match="already"), output_file(path):
        path.write_text("meanwhile", encoding="utf-8")

    assert path.read_text(encoding="utf-8") == "meanwhile"
    assert list(tmp_path.iterdir()) == [path]


def test_is_replaced_when_that_is_told(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text("old", encoding="utf-8")

    with output_file(path, replaces=True) as out:
        out.write("new")

    assert path.read_text(encoding="utf-8") == "new"


def test_a_failure_in_the_middle_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text("old", encoding="utf-8")

    with pytest.raises(UnicodeEncodeError), output_file(path, replaces=True) as out:
        out.write("half of it\n" * 10_000 + "\ud800")

    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "new.jsonl"

    with pytest.raises(SessionFileError, match="cannot be written") as refusal, output_file(path):
        pass

    assert refusal.value.where == str(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SessionFileError, match="folder"), output_file(tmp_path, replaces=True):
        pass
