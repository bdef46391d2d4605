from pathlib import Path

import pytest

from judging.importers import Source
from judging.importers.importer import Record, Unit
from tests.judging.importers.files import file


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("a/gpt-4.1-airline.json", "gpt-4.1-airline"),
        ("export.zip/part-1.JSONL.gz", "part-1"),
        ("chat.txt", "chat"),
        ("notes.doc", "notes.doc"),
        ("stdin", "stdin"),
        (".json", ".json"),
    ],
)
def test_a_stem_loses_folders_and_known_endings_only(name: str, stem: str) -> None:
    assert file("", name).stem == stem


def test_a_path_is_opened_when_it_is_read(tmp_path: Path) -> None:
    source = Source.of(tmp_path / "later.json")
    (tmp_path / "later.json").write_bytes(b"1")

    with source.open() as opened:
        assert opened.read() == b"1"


@pytest.mark.parametrize(
    ("unit", "name"),
    [(Unit.LINE, "line-3"), (Unit.ITEM, "a#3"), (Unit.ROW, "a#3"), (Unit.FILE, "a")],
)
def test_a_record_has_a_name_of_its_own(unit: Unit, name: str) -> None:
    assert Record("", {}, file("", "a.json"), 3, unit).stand_in == name
