import io
import json
import struct
import zipfile
import zlib

import pytest
import zstandard

from judging.importers import zstandard_members
from tests.judging.importers.files import chat, file, items, left_out, sessions

NAME = b"a.json"
SESSION = json.dumps(chat("hi", "hello", session_id="s")).encode()


def zipped(content: bytes, packed: bytes | None = None) -> bytes:
    """Return a zip with one member of method 93, as `zipfile` cannot write it."""
    data = zstandard.compress(content) if packed is None else packed
    sizes = (zlib.crc32(content), len(data), len(content), len(NAME))
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, 0, 93, 0, 0, *sizes, 0) + NAME
    listed = struct.pack(
        "<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 93, 0, 0, *sizes, 0, 0, 0, 0, 0, 0
    )
    end = struct.pack(
        "<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(listed + NAME), len(local + data), 0
    )
    return local + data + listed + NAME + end


def test_a_member_is_read() -> None:
    (session,) = sessions(file(zipped(SESSION), "export.zip"))

    assert session.external_id == "s"


def test_several_frames_are_one_text() -> None:
    halves = zstandard.compress(SESSION[:9]) + zstandard.compress(SESSION[9:])

    assert len(sessions(file(zipped(SESSION, halves)))) == 1


def test_a_long_member_is_read_whole() -> None:
    long = json.dumps(chat("hi", "x" * 300_000)).encode()

    (session,) = sessions(file(zipped(long)))

    assert len(session.turns[1].content) == 300_000


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"no frame",
        zstandard.compress(SESSION)[:-4],
        zstandard.compress(SESSION[:-1] + b" "),
        zstandard.compress(SESSION[:-1]),
    ],
)
def test_other_bytes_than_were_packed_are_damage(packed: bytes) -> None:
    found = left_out(items(file(zipped(SESSION, packed), "export.zip")))

    assert [where for where, _ in found] == ["export.zip/a.json"]
    assert "damaged" in found[0][1]


def test_no_more_is_unpacked_than_is_stated() -> None:
    packed = zipped(b" " * 10, zstandard.compress(b" " * (1 << 20)))

    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        (member,) = archive.infolist()
        content = zstandard_members.opened(archive, member).read()

    assert content == b" " * 10


def test_a_member_that_is_not_where_it_should_be_is_damage() -> None:
    packed = bytearray(zipped(SESSION))
    packed[0:2] = b"XX"

    with zipfile.ZipFile(io.BytesIO(bytes(packed))) as archive:
        (member,) = archive.infolist()
        with pytest.raises(zipfile.BadZipFile, match="not where"):
            zstandard_members.opened(archive, member)
