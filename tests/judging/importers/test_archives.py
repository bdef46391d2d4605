import gzip
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from judging.importers import Skipped, Source, archives, sources
from tests.judging.importers.files import chat, file, items, left_out, lines, sessions

SESSION = json.dumps(chat("hi", "hello", session_id="s")).encode()


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return held.getvalue()


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_a_zips_members_are_read_under_its_name(method: int) -> None:
    (session,) = sessions(file(zipped({"a/part.json": SESSION}, method), "export.zip"))

    assert session.source_file == "export.zip/a/part.json"


def test_is_told_by_its_bytes_not_by_its_name() -> None:
    assert len(sessions(file(zipped({"a.json": SESSION}), "export.json"))) == 1
    assert len(sessions(file(gzip.compress(SESSION), "export.json"))) == 1


def test_what_the_system_adds_is_passed_over_and_other_endings_are_skipped() -> None:
    members = {"__MACOSX/._a.json": b"\0", ".hidden/a.json": b"\0", "photo.jpg": b"\0"}

    (found,) = items(file(zipped(members), "export.zip"))

    assert isinstance(found, Skipped)
    assert found.where == "export.zip/photo.jpg"


@pytest.mark.parametrize(
    "name", ["../a.json", "/etc/a.json", "a/../../a.json", "..\\a.json", "C:/a.json"]
)
def test_a_name_that_leads_out_is_rejected_and_the_rest_is_read(name: str) -> None:
    found = items(file(zipped({name: SESSION, "b.json": SESSION}), "export.zip"))

    assert len(found) == 2
    assert "leads out" in left_out(found)[0][1]


def test_one_damaged_member_does_not_hide_the_others() -> None:
    packed = bytearray(zipped({"a.json": SESSION, "b.json": SESSION}, zipfile.ZIP_STORED))
    packed[packed.index(b"hello")] ^= 1

    found = items(file(bytes(packed), "export.zip"))

    assert "damaged" in left_out(found)[-1][1]
    assert len(found) > len(left_out(found))


def test_an_encrypted_member_is_rejected() -> None:
    packed = bytearray(zipped({"a.json": SESSION}))
    # The flag stands in the header before the data, and in the list at the end.
    packed[6] |= 1
    packed[packed.index(b"PK\x01\x02") + 8] |= 1

    ((_, reason),) = left_out(items(file(bytes(packed))))

    assert "encrypted" in reason


def test_an_unknown_compression_is_rejected() -> None:
    packed = bytearray(zipped({"a.json": SESSION}))
    packed[packed.index(b"PK\x01\x02") + 10] = 98

    ((_, reason),) = left_out(items(file(bytes(packed))))

    assert "Use deflate" in reason


def test_an_office_document_is_told_from_an_archive() -> None:
    packed = zipped({"[Content_Types].xml": b"<x/>", "xl/sheet1.xml": b"<x/>"})

    ((_, reason),) = left_out(items(file(packed, "labels.xlsx")))

    assert "office document" in reason


def test_more_members_than_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_MEMBERS", 2)

    ((_, reason),) = left_out(items(file(zipped(dict.fromkeys(["a", "b", "c"], b"")))))

    assert "3 files" in reason


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = zipped({"a.json": b" " * (archives.RATIO_COUNTS_FROM + 1)})

    ((_, reason),) = left_out(items(file(bomb)))

    assert "would unpack to 64 MB" in reason


def test_a_gzip_that_unpacks_to_too_much_is_refused() -> None:
    bomb = gzip.compress(b" " * (archives.RATIO_COUNTS_FROM + 1))

    ((_, reason),) = left_out(items(file(bomb, "a.json.gz")))

    assert "more than the limit" in reason


def test_a_gzip_cut_off_is_damaged() -> None:
    packed = gzip.compress(SESSION)[:-12]

    ((_, reason),) = left_out(items(file(packed)))

    assert "damaged" in reason


def test_a_gzip_in_a_zip_is_read_and_a_zip_in_a_zip_is_not() -> None:
    inner = {"a.jsonl.gz": gzip.compress(SESSION), "b.zip": zipped({"c.json": SESSION})}

    found = items(file(zipped(inner), "export.zip"))

    ((where, reason),) = left_out(found)
    assert len(found) == 2
    assert where == "export.zip/b.zip"
    assert "archive in an archive" in reason


def test_a_gzip_in_a_gzip_is_refused_with_what_to_do(tmp_path: Path) -> None:
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(gzip.compress(SESSION)))

    for source in (Source.of(packed), *sources([tmp_path])):
        ((_, reason),) = left_out(items(source))
        assert "archive in an archive" in reason


@pytest.mark.parametrize("content", [b"PK\x03\x04", b"PK\x05\x06" + b"\xff" * 30, b"\x1f\x8b\x08"])
def test_half_a_header_is_damaged(content: bytes) -> None:
    ((_, reason),) = left_out(items(file(content)))

    assert "damaged" in reason


def test_each_members_table_is_its_own() -> None:
    table = b"session_id,role,content\ns,user,hi\ns,assistant,hello\n"
    other = table.replace(b"hello", b"hi there")

    found = sessions(file(zipped({"a.csv": table, "b.csv": other})))

    assert [session.external_id for session in found] == ["s", "s#2"]


def test_a_gzip_goes_by_the_name_inside() -> None:
    content = lines(chat("hi", "hello")).open().read()

    (session,) = sessions(file(gzip.compress(content), "night.json.gz"))

    assert session.external_id == "night"


@pytest.mark.parametrize("field", ["size of the list", "offset of the list"])
def test_a_header_that_points_nowhere_is_damaged(field: str) -> None:
    packed = bytearray(zipped({"a.json": SESSION, "b.json": SESSION}))
    at = packed.index(b"PK\x05\x06") + (12 if field.startswith("size") else 16)
    packed[at : at + 4] = (int.from_bytes(packed[at : at + 4], "little") + 500).to_bytes(
        4, "little"
    )

    found = left_out(items(file(bytes(packed), "export.zip")))

    assert found
    assert all("damaged" in reason for _, reason in found)


def test_a_name_that_is_no_text_is_damage() -> None:
    packed = bytearray(zipped({"a.json": SESSION}))
    listed = packed.index(b"PK\x01\x02")
    # The flag that the name is UTF-8, and a name that is not.
    packed[listed + 9] |= 8
    packed[listed + 46] = 0xFF

    ((_, reason),) = left_out(items(file(bytes(packed), "export.zip")))

    assert "damaged" in reason
