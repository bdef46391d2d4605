import os
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest

from judging.errors import SessionFileError
from judging.importers.importer import Source
from judging.importers.spill import Spill

ALL_OF_IT = "SELECT number, source, body FROM body ORDER BY number"
FILE = Source("a.jsonl", BytesIO)


def filled(spill: Spill, megabytes: int) -> None:
    for number in range(megabytes):
        spill.put(number, FILE, os.urandom(1_000_000))


def opened() -> Iterator[str]:
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):
            yield str(descriptor.readlink())


def test_what_is_put_down_is_taken_up_with_its_source() -> None:
    other = Source("b.jsonl", BytesIO)
    spill = Spill("")
    for number, source in enumerate((FILE, other, FILE)):
        spill.put(number, source, {"n": number})

    assert list(spill.pieces(ALL_OF_IT)) == [
        (0, FILE, {"n": 0}),
        (1, other, {"n": 1}),
        (2, FILE, {"n": 2}),
    ]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux lists open files so")
def test_much_of_it_stands_on_disk_in_a_file_without_a_name() -> None:
    spill = Spill("")
    filled(spill, 40)

    assert any("etilqs" in name and name.endswith("(deleted)") for name in opened())


def test_a_full_disk_is_said_with_what_to_do() -> None:
    spill = Spill("PRAGMA max_page_count = 100;")

    with pytest.raises(SessionFileError, match="full") as caught:
        filled(spill, 2)

    assert "SQLITE_TMPDIR" in caught.value.fix
