import io
import json
import zipfile
from collections.abc import Mapping

import pytest

from judging.importers import inspect_archive
from tests.judging.importers.files import chat, file, items, left_out, sessions

HEADER = {"status": "success", "eval": {"task": "t", "model": "openai/m"}}


def sample(epoch: int = 1) -> bytes:
    return json.dumps({"id": "x", "epoch": epoch, **chat("a", "b")}).encode()


def log(members: Mapping[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return held.getvalue()


def test_each_sample_is_a_session_with_the_headers_model() -> None:
    members = {
        "_journal/start.json": b"{}",
        "samples/x_epoch_1.json": sample(1),
        "samples/x_epoch_2.json": sample(2),
        "summaries.json": b"[]",
        "header.json": json.dumps(HEADER).encode(),
    }

    found = items(file(log(members), "night.eval"))

    assert left_out(found) == []
    read = sessions(file(log(members), "night.eval"))
    assert [(s.external_id, s.agent_model) for s in read] == [
        ("x-epoch1", "openai/m"),
        ("x-epoch2", "openai/m"),
    ]
    assert read[0].source_file == "night.eval/samples/x_epoch_1.json"


def test_a_run_that_was_broken_off_is_read_by_its_journal() -> None:
    members = {"_journal/start.json": json.dumps(HEADER).encode(), "samples/x.json": sample()}

    (session,) = sessions(file(log(members), "night.eval"))

    assert session.agent_model == "openai/m"


@pytest.mark.parametrize("header", [b"", b"{", b"[]", b'{"eval": 7}', b"\xff"])
def test_with_a_header_that_says_nothing_the_model_is_unknown(header: bytes) -> None:
    (session,) = sessions(file(log({"header.json": header, "samples/x.json": sample()})))

    assert session.agent_model is None


def test_a_header_behind_a_password_is_not_read() -> None:
    packed = bytearray(log({"header.json": b"{}", "samples/x.json": sample()}))
    # The flag stands before the first member's data, and in the list at the end.
    packed[6] |= 1
    packed[packed.index(b"PK\x01\x02") + 8] |= 1

    (session,) = sessions(file(bytes(packed)))

    assert session.agent_model is None


def test_a_sample_of_many_lines_is_read() -> None:
    pretty = json.dumps(json.loads(sample()), indent=1).encode()

    assert len(sessions(file(log({"header.json": b"{}", "samples/x.json": pretty})))) == 1


def test_a_sample_that_is_cut_off_is_rejected_with_its_name_and_the_others_are_read() -> None:
    members = {"header.json": b"{}", "samples/a.json": sample()[:-9], "samples/b.json": sample()}

    found = items(file(log(members), "night.eval"))

    assert [where for where, _ in left_out(found)] == ["night.eval/samples/a.json"]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("names", "is_log"),
    [
        (["header.json", "samples/a.json"], True),
        (["_journal/start.json", "samples/a.json"], True),
        (["header.json", "a.json"], False),
        (["samples/a.json"], False),
    ],
)
def test_is_told_by_its_names(names: list[str], is_log: bool) -> None:  # noqa: FBT001  (a case's value)
    assert inspect_archive.is_log(names) is is_log
