import gc
import io
import sys
from pathlib import Path

import pytest

from judging.errors import SessionFileError
from judging.importers import sources


def names(*paths: Path) -> list[str]:
    return [source.name for source in sources(paths)]


def test_a_file_is_a_source_whatever_its_ending(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hi")

    assert names(path) == [str(path)]


def test_a_folder_gives_its_files_in_order_of_name(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("c.jsonl", "a.csv", "b/d.JSON", ".git/e.json", ".f.json", "readme.txt"):
        (tmp_path / name).write_text("{}")

    assert names(tmp_path) == [str(tmp_path / name) for name in ("a.csv", "c.jsonl", "b/d.JSON")]


def test_a_folder_without_sessions_is_refused(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("hi")

    with pytest.raises(SessionFileError, match="holds no file of sessions"):
        names(tmp_path)


def test_a_path_with_nothing_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SessionFileError, match="no such file") as caught:
        names(tmp_path / "nowhere.json")

    assert caught.value.where.endswith("nowhere.json")


def test_standard_input_can_be_read_twice_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"piped")))

    (source,) = sources([Path("-")])
    read = []
    for _ in range(2):
        with source.open() as file:
            read.append(file.read())
    del source
    gc.collect()

    assert read == [b"piped"] * 2
    assert list(tmp_path.iterdir()) == []
