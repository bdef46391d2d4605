"""The signs by which the threads of a run are stopped and held back."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from calibration.runs.stopping import Respite, Stop, StoppedError
from judging.errors import JudgeError

NO_KEY = JudgeError("There is no key.", fix="Set one.")
NO_MODEL = JudgeError("There is no such model.", fix="Name another.")


def test_before_the_sign_work_goes_on() -> None:
    Stop().check()


def test_after_the_sign_nothing_more_is_begun() -> None:
    stop = Stop()

    stop.set()

    with pytest.raises(StoppedError):
        stop.check()
    assert stop.objection is None


def test_the_first_objection_is_the_one_that_is_told() -> None:
    stop = Stop()

    stop.set()
    stop.set(NO_KEY)
    stop.set(NO_MODEL)

    assert stop.objection is NO_KEY


def test_without_a_respite_nobody_waits() -> None:
    began = time.monotonic()

    Respite().wait(Stop())

    assert time.monotonic() - began < 30


def test_a_respite_is_waited_for_and_a_shorter_one_does_not_end_it() -> None:
    respite, began = Respite(), time.monotonic()

    respite.grant(0.3)
    respite.grant(0.0)
    respite.wait(Stop())

    assert time.monotonic() - began >= 0.3


def test_who_waits_already_waits_for_a_longer_respite_too() -> None:
    respite, began = Respite(), time.monotonic()

    respite.grant(0.1)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(respite.wait, Stop())
        respite.grant(0.3)
        waiting.result()

    assert time.monotonic() - began >= 0.3


def test_the_sign_ends_a_respite() -> None:
    respite, stop = Respite(), Stop()
    respite.grant(60)
    waiting = threading.Thread(target=respite.wait, args=(stop,))
    waiting.start()

    stop.set()
    waiting.join(timeout=5)

    assert not waiting.is_alive()
