"""Out of one project by the command, into a fresh one, and out again: the same, to the byte."""

from pathlib import Path

import pytest

from calibration import sample_project
from storage import Project
from tests.calibration.commands.here import Command

KINDS = ("sessions", "labels", "verdicts")


@pytest.fixture
def sample(project: Project) -> Project:
    sample_project.add_to(project)
    return project


def exported(command: Command, folder: Path, form: str) -> dict[str, Path]:
    """Write all that the project holds."""
    folder.mkdir()
    files = {kind: folder / f"{kind}.{form}" for kind in KINDS}
    for kind, file in files.items():
        assert command(kind, "export", file).code == 0
    return files


def revision(command: Command, folder: Path) -> Path:
    """Write the rubric version that no project begins with."""
    file = folder / "conversation.yaml"
    file.write_text(command("rubric", "show", "conversation@2").output, encoding="utf-8")
    return file


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_what_went_out_comes_in_and_goes_out_the_same(
    command: Command,
    sample: Project,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    form: str,
) -> None:
    files = exported(command, tmp_path / "first", form)
    rubric = revision(command, tmp_path)
    judges = [judge.identity.name for judge in sample.judges.listed()]
    monkeypatch.setenv("JUDGING_PROJECT", "copy")

    came_in = [
        command("import", files["sessions"]),
        command("rubric", "add", rubric),
        command("labels", "import", files["labels"]),
        *(command("verdicts", "import", files["verdicts"], "--judge", name) for name in judges),
    ]
    again = exported(command, tmp_path / "again", form)

    assert [done.code for done in came_in] == [0] * len(came_in), came_in
    for kind in KINDS:
        assert len(files[kind].read_text(encoding="utf-8").splitlines()) > 20
        assert again[kind].read_bytes() == files[kind].read_bytes()
