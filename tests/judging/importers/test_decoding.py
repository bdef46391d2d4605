import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.errors import SessionFileError
from judging.importers.decoding import WINDOWS_1252, Encoding, encoding_of, text_of
from tests.judging.importers.files import file


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (b"plain", Encoding("utf-8")),
        ("grüß".encode(), Encoding("utf-8")),
        (codecs.BOM_UTF8 + "grüß".encode(), Encoding("utf-8-sig")),
        ("grüß".encode("utf-16"), Encoding("utf-16")),
        (codecs.BOM_UTF16_BE + "grüß".encode("utf-16-be"), Encoding("utf-16")),
        ("grüß".encode("utf-32"), Encoding("utf-32")),
        ("“grüß” 5 €".encode("cp1252"), Encoding("cp1252", WINDOWS_1252)),
    ],
)
def test_is_told_by_mark_else_by_what_decodes(content: bytes, encoding: Encoding) -> None:
    assert encoding_of(file(content)) == encoding


def test_looks_beyond_the_first_block() -> None:
    content = b"a" * (3 << 20) + "é".encode("cp1252")

    assert encoding_of(file(content)).codec == "cp1252"


def test_a_last_character_cut_off_after_none_like_it_is_not_of_utf_8() -> None:
    assert encoding_of(file(b"caf\xe9")).codec == "cp1252"


def test_a_last_character_cut_off_leaves_a_file_utf_8() -> None:
    source = file("naïve é".encode()[:-1])

    encoding = encoding_of(source)
    with text_of(source, encoding) as text:
        read = text.read()

    assert encoding == Encoding("utf-8")
    assert read == "naïve \ufffd"


@pytest.mark.parametrize(
    ("content", "what", "fix"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid", "Git LFS pointer", "git lfs pull"),
        (b"\x28\xb5\x2f\xfd\x00", "Zstandard", "Unpack"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary", "UTF-8"),
        (b"ok, then\x00\x01", "binary", "UTF-8"),
        ("no mark".encode("utf-16-le"), "without a byte order mark", "UTF-8"),
        (b"\x82\xa0 \x81\x8d", "neither UTF-8", "Save it as UTF-8"),
    ],
)
def test_what_is_no_text_is_refused_with_a_way_out(content: bytes, what: str, fix: str) -> None:
    with pytest.raises(SessionFileError, match=what) as caught:
        encoding_of(file(content, "sessions.bin"))

    assert caught.value.where == "sessions.bin"
    assert fix in caught.value.fix


def test_lines_end_with_a_line_feed_only() -> None:
    source = file("one\u2028still one\x0c\x85\rand on\ntwo\r\n")

    with text_of(source, encoding_of(source)) as text:
        lines = list(text)

    assert lines == ["one\u2028still one\x0c\x85\rand on\n", "two\r\n"]


@given(st.text(st.characters(codec="utf-8", exclude_characters=[*map(chr, range(9))])))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    source = file(b"x" + text.encode())

    with text_of(source, encoding_of(source)) as found:
        assert found.read() == "x" + text


def test_a_blob_of_test_cases_says_how_to_export_them() -> None:
    with pytest.raises(SessionFileError) as caught:
        encoding_of(file(b"\x0a\x01\x02", "cases.blob"))

    assert "test cases as JSON" in caught.value.fix
