"""Out of PostgreSQL as out of SQLite."""

import pytest

from calibration import projects, sample_project
from calibration.files import exporting
from storage import Project
from tests.calibration.files.test_exporting import WRITERS, carry, text

pytestmark = pytest.mark.postgres


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_the_sample_comes_back_and_goes_out_the_same(sample: Project, suffix: str) -> None:
    copy = projects.new_or_existing(sample.store, "copy")

    carry(sample, copy, suffix)

    for write in WRITERS:
        assert text(write, copy, suffix) == text(write, sample, suffix)


def test_labels_and_verdicts_are_those_of_sqlite(sample: Project, project: Project) -> None:
    sample_project.add_to(project)

    for write in (exporting.write_labels, exporting.write_verdicts):
        assert text(write, sample, ".jsonl") == text(write, project, ".jsonl")


def test_a_download_is_written_down(sample: Project) -> None:
    text(exporting.write_verdicts, sample, ".jsonl", viewer="maya")

    maya = sample.reviewers.named("maya").id
    assert sample.exposures.count(maya, sample.sessions.ids()[0]) > 0
