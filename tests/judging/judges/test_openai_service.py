"""Where a service is that speaks as OpenAI's does, and what it takes to ask it."""

import pytest

from judging.errors import JudgeError
from judging.judges import openai_service
from judging.judges.openai_service import key, login, place, split

OFFICIAL = "https://api.openai.com/v1"
LOCAL = "http://127.0.0.1:8000/v1"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_the_address_is_the_one_given_else_the_environments_else_openais(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without = place()
    monkeypatch.setenv("OPENAI_BASE_URL", f" {LOCAL}/ ")

    assert without == openai_service.OFFICIAL == OFFICIAL
    assert place() == LOCAL
    assert place(OFFICIAL) == OFFICIAL


@pytest.mark.parametrize(
    "given", ["http://LocalHost:8000/v1/", "HTTP://localhost:8000/v1", "http://localhost:8000/v1"]
)
def test_one_address_is_written_in_one_way(given: str) -> None:
    assert place(given) == "http://localhost:8000/v1"


NO_ADDRESSES = ["api.example.com", "ftp://x/v1", "http://", "http://x:port", "http://x y/v1"]
NO_ADDRESSES += ["http://x/v1?a=b", "http://x/v1#a", "http://x/\nv1", "http://x\\y", "http://é/"]


@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_an_address_that_is_none_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", text)

    with pytest.raises(JudgeError, match="address") as of_the_environment:
        place()
    with pytest.raises(JudgeError, match="address"):
        place(text)

    assert of_the_environment.value.where == "OPENAI_BASE_URL"


def test_a_password_has_no_place_in_a_judges_name_and_is_not_told() -> None:
    with pytest.raises(JudgeError, match="password") as raised:
        place("http://me:secret-4711@127.0.0.1/v1")

    assert "4711" not in f"{raised.value!r} {raised.value}"


def test_a_password_in_the_environment_is_used_for_its_own_address_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:word@127.0.0.1:8000/v1")

    assert place() == LOCAL
    assert login(LOCAL) == ("me", "word")
    assert login("http://127.0.0.1:9000/v1") is None


def test_a_service_of_ones_own_needs_no_key_and_openais_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(JudgeError, match="no API key") as raised:
        key(OFFICIAL)
    without = key(LOCAL)
    monkeypatch.setenv("OPENAI_API_KEY", " sk-1\n")

    assert raised.value.where == "OPENAI_API_KEY"
    assert (without, key(LOCAL), key(OFFICIAL)) == ("", "sk-1", "sk-1")


@pytest.mark.parametrize("bad", ["sk 1", "sk\n1", "sk-é"])
def test_a_key_that_no_header_can_hold_is_refused_without_being_shown(
    bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", bad)

    with pytest.raises(JudgeError) as raised:
        key(LOCAL)

    assert "sk" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt-5.5", ("gpt-5.5", "")),
        (f"qwen3:32b@{LOCAL}", ("qwen3:32b", LOCAL)),
        ("@cf/meta/llama-3@https://x/v1", ("@cf/meta/llama-3", "https://x/v1")),
        ("m@20251001", ("m@20251001", "")),
        ("m@http://me:a@b@x/v1", ("m", "http://me:a@b@x/v1")),
        ("", ("", "")),
    ],
)
def test_the_address_stands_behind_the_model(name: str, expected: tuple[str, str]) -> None:
    assert split(name) == expected


@pytest.mark.parametrize(
    "name", ["m@127.0.0.1:8000/v1", "m@localhost", "m@me:word@api.example.com"]
)
def test_an_address_that_is_not_written_in_full_is_no_part_of_a_models_id(name: str) -> None:
    with pytest.raises(JudgeError, match="no http://") as raised:
        split(name)

    assert "word" not in str(raised.value)
