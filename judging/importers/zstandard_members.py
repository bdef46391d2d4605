"""Members of a zip that are compressed with Zstandard, which `zipfile` does not unpack."""

import io
import struct
import zipfile
import zlib
from typing import Any, BinaryIO, cast

import zstandard

METHOD = 93
HEADER = struct.Struct("<4s22xHH")
SIGNATURE = b"PK\x03\x04"
BUFFER = 1 << 16
# What a frame may ask for while it is unpacked; the format's own default.
MAX_WINDOW = 1 << 27


def opened(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> BinaryIO:
    """
    Open the bytes of `member`; reading them gives no more than its stated size.

    Raises:
        BadZipFile: If they are no Zstandard, or other than their checksum says, also on reading.
    """
    packed = cast("BinaryIO", io.BufferedReader(_Window(archive, member), BUFFER))
    return cast("BinaryIO", io.BufferedReader(_Unpacked(packed, member), BUFFER))


class _Window(io.RawIOBase):
    """The packed bytes of a member, wherever else the file is read meanwhile."""

    def __init__(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
        if archive.fp is None:
            raise zipfile.BadZipFile("The archive is closed.")
        self._file = archive.fp
        self._file.seek(member.header_offset)
        header = self._file.read(HEADER.size)
        if len(header) < HEADER.size or not header.startswith(SIGNATURE):
            raise zipfile.BadZipFile("A member is not where the archive says.")
        _, name, extra = HEADER.unpack(header)
        self._at = member.header_offset + HEADER.size + name + extra
        self._end = self._at + member.compress_size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._file.seek(self._at)
        block = self._file.read(min(len(buffer), self._end - self._at))
        self._at += len(block)
        buffer[: len(block)] = block
        return len(block)


class _Unpacked(io.RawIOBase):
    def __init__(self, packed: BinaryIO, member: zipfile.ZipInfo) -> None:
        decompressor = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW)
        self._stream = decompressor.stream_reader(packed, read_across_frames=True)
        self._left, self._expected, self._crc = member.file_size, member.CRC, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            block = self._stream.read(min(len(buffer), self._left))
        except zstandard.ZstdError as problem:
            raise zipfile.BadZipFile(str(problem)) from problem
        self._left -= len(block)
        self._crc = zlib.crc32(block, self._crc)
        if not block and (self._left or self._crc != self._expected):
            raise zipfile.BadZipFile("A member is cut off, or not what its checksum says")
        buffer[: len(block)] = block
        return len(block)
