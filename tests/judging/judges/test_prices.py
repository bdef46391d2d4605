"""What requests cost, and files of prices."""

from datetime import date, timedelta
from decimal import Decimal, localcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.errors import JudgeError
from judging.judges.prices import Prices, prices
from judging.judges.usage import Usage

HAIKU, SONNET, OPUS = "claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"
DAY = date(2026, 10, 21)
MILLION = 1_000_000
SHIPPED = Prices.shipped()

counts = st.integers(0, 15_000)
short = st.builds(Usage, counts, counts, counts, counts)
any_count = st.integers(0, 10**12)
usages = st.builds(Usage, any_count, any_count, any_count, any_count)


def cost(model: str, usage: Usage, on: date = DAY, *, batch: bool = False) -> int:
    """Return what `usage` costs by the shipped prices, which have to know."""
    found = SHIPPED.cost(model, usage, on, batch=batch)
    assert found is not None
    return found


def table(tmp_path: Path, entries: str, model: str = "mine") -> Prices:
    """Return the prices in a file with `entries` for `model`, in YAML's short form."""
    return Prices.read(written(tmp_path, f"models: {{{model}: {entries}}}"))


def written(tmp_path: Path, text: str) -> Path:
    """Return a file that holds `text`."""
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def turn_by_turn(turns: int, *, cached: bool) -> list[Usage]:
    """
    Return the requests that judge each second of `turns` with all that went before it.

    A turn has 150 tokens, the rubric 1,500, the question 60, answer and thinking 550.
    """
    steps = range(1, turns // 2 + 1)
    if not cached:
        return [Usage(input=1_500 + 300 * step + 60, output=550) for step in steps]
    first = Usage(input=60, cache_write=1_800, output=550)
    return [first] + [
        Usage(input=60, cache_write=300, cache_read=1_500 + 300 * (step - 1), output=550)
        for step in steps[1:]
    ]


def dollars(micro: int, like: str) -> str:
    """Return the amount as it is published: with as many decimals as `like`."""
    return str((Decimal(micro) / MILLION).quantize(Decimal(like)))


@pytest.mark.parametrize(
    ("model", "turns", "naive", "cached", "batch", "whole", "whole_batch"),
    [
        (HAIKU, 40, "0.0149", "0.0074", "0.0075", "0.0014", "0.0007"),
        (HAIKU, 100, "0.0598", "0.0205", "0.0299", "0.0023", "0.0012"),
        (SONNET, 40, "0.298", "0.140", "0.149", "0.028", "0.014"),
        (SONNET, 100, "1.196", "0.366", "0.598", "0.046", "0.023"),
        (OPUS, 40, "0.597", "0.279", "0.298", "0.056", "0.028"),
        (OPUS, 100, "2.392", "0.733", "1.196", "0.092", "0.046"),
    ],
)
def test_the_published_table_comes_out(
    model: str, turns: int, naive: str, cached: str, batch: str, whole: str, whole_batch: str
) -> None:
    plain = turn_by_turn(turns, cached=False)
    kept = turn_by_turn(turns, cached=True)
    once = Usage(input=1_500 + 150 * turns + 120, output=1_300)

    assert dollars(sum(cost(model, usage) for usage in plain), naive) == naive
    assert dollars(sum(cost(model, usage) for usage in kept), cached) == cached
    assert dollars(sum(cost(model, usage, batch=True) for usage in plain), batch) == batch
    assert dollars(cost(model, once), whole) == whole
    assert dollars(cost(model, once, batch=True), whole_batch) == whole_batch


@pytest.mark.parametrize(
    ("model", "usage", "micro"),
    [
        (SONNET, Usage(input=MILLION), 2_000_000),
        (SONNET, Usage(output=MILLION), 10_000_000),
        (SONNET, Usage(cache_write=MILLION), 2_500_000),
        (SONNET, Usage(cache_read=MILLION), 100_000),
        (OPUS, Usage(cache_write=MILLION), 5_000_000),
        (OPUS, Usage(cache_read=MILLION), 200_000),
        (HAIKU, Usage(cache_write=100_000), 12_500),
        (HAIKU, Usage(cache_read=100_000), 1_000),
        (SONNET, Usage(), 0),
    ],
)
def test_each_kind_of_token_has_its_price(model: str, usage: Usage, micro: int) -> None:
    assert cost(model, usage) == micro


@pytest.mark.parametrize(
    ("usage", "micro"),
    [
        (Usage(input=100_000, output=1_000), 10_500),
        (Usage(input=100_001, output=1_000), 52_501),
        (Usage(input=1, cache_read=100_000), 5_001),
        (Usage(input=1, cache_write=50_000, cache_read=50_000), 33_751),
        (Usage(input=10, output=MILLION), 500_001),
    ],
)
def test_a_longer_prompt_makes_all_of_the_request_dearer(usage: Usage, micro: int) -> None:
    assert cost(HAIKU, usage) == micro


def test_reading_from_the_cache_got_cheaper_on_a_day() -> None:
    usage, day = Usage(cache_read=MILLION), date(2026, 10, 7)

    assert cost(SONNET, usage, day) == 100_000
    assert cost(SONNET, usage, day - timedelta(days=1)) == 200_000


@pytest.mark.parametrize(
    ("model", "begins"),
    [(HAIKU, date(2026, 10, 7)), (SONNET, date(2026, 9, 28)), (OPUS, date(2026, 9, 22))],
)
def test_before_the_first_day_the_price_is_unknown(model: str, begins: date) -> None:
    assert SHIPPED.cost(model, Usage(input=1), begins) is not None
    assert SHIPPED.cost(model, Usage(input=1), begins - timedelta(days=1)) is None


def test_a_model_with_its_date_is_the_same_model() -> None:
    assert cost("claude-sonnet-5-5-20260901", Usage(input=MILLION)) == 2_000_000


@pytest.mark.parametrize(
    "model",
    [
        "",
        "claude-sonnet-5",
        "claude-sonnet-5-5-",
        "claude-sonnet-5-5-2026090",
        "claude-sonnet-5-5-202609011",
        "claude-sonnet-5-5-20260901\n",
        "claude-sonnet-5-5-٢٠٢٦٠٩٠١",
        "claude-sonnet-5-5-20260901-20260901",
        "claude-sonnet-5-50",
        "Claude-Sonnet-5-5",
        "anthropic/claude-sonnet-5-5",
        "-20260901",
    ],
)
def test_a_model_that_is_not_named_has_no_price(model: str) -> None:
    assert SHIPPED.cost(model, Usage(), DAY) is None


@pytest.mark.parametrize(("tokens", "micro"), [(4, 0), (5, 1), (14, 1), (15, 2), (25, 3)])
def test_half_a_micro_dollar_is_rounded_up(tokens: int, micro: int) -> None:
    assert cost(HAIKU, Usage(input=tokens)) == micro


@given(usages, st.booleans())
def test_nothing_is_lost_to_fractions(usage: Usage, batch: bool) -> None:  # noqa: FBT001  (drawn)
    kinds = (usage.input, 100), (usage.cache_write, 125), (usage.cache_read, 10)
    nano = sum(tokens * price for tokens, price in (*kinds, (usage.output, 500)))
    nano *= 5 if usage.prompt > 100_000 else 1
    halves = nano if batch else 2 * nano

    assert cost(HAIKU, usage, batch=batch) == (halves + 1_000) // 2_000


@given(short, short)
def test_two_requests_cost_their_sum_within_a_tier(first: Usage, second: Usage) -> None:
    for model in (HAIKU, SONNET, OPUS):
        apart = cost(model, first) + cost(model, second)
        assert abs(cost(model, first + second) - apart) <= 1


@given(usages, usages)
def test_more_tokens_never_cost_less(usage: Usage, more: Usage) -> None:
    for model in (HAIKU, SONNET, OPUS):
        assert cost(model, usage) <= cost(model, usage + more)


def test_the_callers_precision_changes_nothing() -> None:
    usage = Usage(input=7_620, output=1_300)
    with localcontext(prec=2):
        rounded = cost(SONNET, usage)

    assert rounded == 28_240


def test_the_table_is_as_old_as_its_newest_check(tmp_path: Path) -> None:
    checked = "{from: 2026-01-01, input: 1, output: 1, as_of: 2026-06-01}"
    unchecked = "{from: 2026-05-01, input: 1, output: 1}"

    assert table(tmp_path, f"[{checked}, {unchecked}]").as_of == date(2026, 6, 1)
    assert table(tmp_path, f"[{unchecked}]").as_of == date(2026, 5, 1)
    assert SHIPPED.as_of >= date(2026, 10, 7)


def test_every_shipped_price_says_where_it_is_from() -> None:
    assert all(price.source for _, price in SHIPPED.entries)


def test_what_an_entry_leaves_out_changes_nothing(tmp_path: Path) -> None:
    mine = table(tmp_path, "[{from: 2026-01-01, input: 1, output: 2}]")
    usage = Usage(MILLION, MILLION, MILLION, MILLION)

    assert mine.cost("mine", usage, DAY) == mine.cost("mine", usage, DAY, batch=True) == 5_000_000


def test_the_order_of_the_entries_does_not_matter(tmp_path: Path) -> None:
    old, new = "{from: 2026-01-01, input: 1, output: 1}", "{from: 2026-06-01, input: 2, output: 1}"

    for entries in (f"[{old}, {new}]", f"[{new}, {old}]"):
        mine = table(tmp_path, entries)
        assert mine.cost("mine", Usage(input=1), date(2026, 5, 31)) == 1
        assert mine.cost("mine", Usage(input=1), date(2026, 6, 1)) == 2


def test_a_date_of_its_own_goes_before_the_models_price(tmp_path: Path) -> None:
    text = "models: {m: [{from: 2026-06-01, input: 1, output: 1}], m-20260901: %s}"
    mine = Prices.read(written(tmp_path, text % "[{from: 2026-01-01, input: 7, output: 1}]"))

    assert mine.cost("m-20260901", Usage(input=1), DAY) == 7
    assert mine.cost("m-20260902", Usage(input=1), DAY) == 1


def test_an_amount_is_what_was_written(tmp_path: Path) -> None:
    mine = table(tmp_path, "[{from: 2026-01-01, input: 0.1, output: '1e-2', cache_read: 0.30}]")
    (_, price), *_ = mine.entries

    assert (price.input, price.output) == (Decimal("0.1"), Decimal("0.01"))
    assert price.cache_read == Decimal("0.3")


def test_ones_own_prices_go_before_the_shipped_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"models: {{{SONNET}: [{{from: 2026-10-01, input: 9, output: 9}}]}}"
    monkeypatch.setenv("JUDGE_PRICES", str(written(tmp_path, text)))
    usage = Usage(input=1)

    assert prices().cost(SONNET, usage, DAY) == 9
    assert prices().cost(SONNET, usage, date(2026, 9, 30)) == 2
    assert prices().cost(OPUS, usage, DAY) == 4


@pytest.mark.parametrize("named", [None, "", "  "])
def test_without_a_file_of_ones_own_the_shipped_prices_are_taken(
    named: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JUDGE_PRICES", raising=False)
    if named is not None:
        monkeypatch.setenv("JUDGE_PRICES", named)

    assert prices() is SHIPPED


@pytest.mark.parametrize(
    ("entry", "what", "where", "fix"),
    [
        ("3", "3 cannot", "entry 1", "a list of entries"),
        ("{from: 2026-01-01, input: 1}", "missing", "entry 1, output", "a number from 0"),
        ("{input: 1, output: 1}", "missing", "entry 1, from", "like 2026-10-07"),
        ("{from: '2026-01-01', input: 1, output: 1}", "'2026", "from", "without quotes"),
        ("{from: 86400, input: 1, output: 1}", "86400", "from", "like 2026-10-07"),
        ("{from: 2026-01-01 08:00:00, input: 1, output: 1}", "datetime", "from", "like 2026"),
        ("{from: 2026-01-01, input: -1, output: 1}", "-1", "input", "from 0 to a million"),
        ("{from: 2026-01-01, input: .nan, output: 1}", "nan", "input", "from 0 to a million"),
        ("{from: 2026-01-01, input: 1, output: .inf}", "inf", "output", "from 0 to a million"),
        ("{from: 2026-01-01, input: yes, output: 1}", "True", "input", "from 0 to a million"),
        ("{from: 2026-01-01, input: $2, output: 1}", "'$2'", "input", "from 0 to a million"),
        ("{from: 2026-01-01, input: 1, output: 1, batch: half}", "half", "batch", "like 0.05"),
        ("{from: 2026-01-01, input: 1, output: 1, source: 5}", "5", "source", "quotes"),
        ("{from: 2026-01-01, input: 1, output: 1, cache: 1}", "no such", "cache", "cache_read"),
        ("{from: 2026-01-01, input: 1, output: 1, tier: 5}", "5", "tier", "over, factor"),
        (
            "{from: 2026-01-01, input: 1, output: 1, tier: {over: 5.5, factor: 2}}",
            "5.5",
            "tier, over",
            "a whole number",
        ),
        (
            "{from: 2026-01-01, input: 1, output: 1, tier: {over: 5}}",
            "missing",
            "tier, factor",
            "a number from 0",
        ),
    ],
)
def test_what_is_wrong_with_an_entry_is_named(
    tmp_path: Path, entry: str, what: str, where: str, fix: str
) -> None:
    with pytest.raises(JudgeError) as refusal:
        table(tmp_path, f"[{entry}]", "some-model")

    assert what in refusal.value.what
    assert refusal.value.where.startswith(f"{tmp_path / 'mine.yaml'}, models, some-model, entry 1")
    assert refusal.value.where.endswith(where)
    assert fix in refusal.value.fix


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "None cannot"),
        ("- a", "'a'"),
        ("models: {}", "below it a model's id"),
        ("models: {a: 3}", "models, a"),
        ("models: {a: []}", "models, a"),
        ("models: {5: [{from: 2026-01-01, input: 1, output: 1}]}", "models, 5"),
        ("models: {'': [{from: 2026-01-01, input: 1, output: 1}]}", "''"),
        ("prices: {}\nmodels: {a: [{from: 2026-01-01, input: 1, output: 1}]}", "prices"),
        ("models: {a: [{from: 2026-13-45, input: 1, output: 1}]}", "month"),
        ("models: {a: [\n", "mine.yaml, line 2"),
        ("models: '\x01'", "special characters"),
        ("[" * 5_000, "recursion"),
        ("!!python/object/apply:os.system ['true']", "not YAML"),
    ],
)
def test_a_file_that_is_no_table_of_prices_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(JudgeError) as refusal:
        Prices.read(written(tmp_path, text))

    assert said in str(refusal.value)
    assert "mine.yaml" in refusal.value.where


def test_the_entry_that_is_wrong_is_counted_from_one(tmp_path: Path) -> None:
    with pytest.raises(JudgeError) as refusal:
        table(tmp_path, "[{from: 2026-01-01, input: 1, output: 1}, {from: 2026-02-01, input: 1}]")

    assert refusal.value.where.endswith("mine, entry 2, output")


def test_two_prices_from_one_day_on_are_refused(tmp_path: Path) -> None:
    entry = "{from: 2026-01-01, input: 1, output: 1}"

    with pytest.raises(JudgeError, match="mine has two prices from 2026-01-01 on"):
        table(tmp_path, f"[{entry}, {entry}]")


def test_a_file_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "none.yaml"))

    with pytest.raises(JudgeError) as refusal:
        prices()

    assert refusal.value.where == str(tmp_path / "none.yaml")
    assert "JUDGE_PRICES" in refusal.value.fix


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = "models: {a: [{from: 2026-01-01, input: 1, output: 1}]}"
    file.write_text(text, encoding="utf-8-sig")

    assert Prices.read(file).cost("a", Usage(input=3), DAY) == 3
