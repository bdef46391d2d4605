"""What commands print, for people."""

from calibration.commands import printing


def test_in_a_pipe_there_is_nothing_to_draw_on() -> None:
    with printing.run_progress() as progress:
        assert progress is None
