"""The intervals of a report, as a drawing that stands in its page."""

from collections.abc import Iterator

from judging.bundle import Bundle, CriterionResult, Figure
from judging.exporters import report_words
from judging.exporters.markup import Markup, element

WIDTH, LEFT, RIGHT = 760, 290, 30
ROW, GAP, TOP, BOTTOM = 20, 14, 14, 34
LONGEST_NAME = 26
MEASURES = (("kappa", "kappa"), ("tpr", "fails found"), ("tnr", "passes kept"))


def plot(bundle: Bundle) -> Markup:
    """Return the kappa, TPR and TNR of each criterion with their intervals; undefined ones said."""
    lowest = _lowest(bundle)
    block = ROW * len(MEASURES) + GAP
    height = TOP + block * len(bundle.results) + BOTTOM
    drawn = [_grid(lowest, height)]
    for place, result in enumerate(bundle.results):
        drawn.append(_criterion(bundle, result, lowest, TOP + place * block))
    said = "Kappa, fails found and passes kept on each criterion, with their intervals"
    return element("svg", *drawn, viewBox=f"0 0 {WIDTH} {height}", role="img", aria_label=said)


def _lowest(bundle: Bundle) -> float:
    """Return where the scale begins: 0, or below it in tenths where an interval goes there."""
    lows = [
        one.kappa.low if one.kappa.low is not None else one.kappa.value for one in bundle.results
    ]
    least = min((low for low in lows if low is not None), default=0.0)
    return 0.0 if least >= 0 else max(-1.0, -(int(-least * 10) + 1) / 10)


def _grid(lowest: float, height: int) -> Markup:
    bottom = height - BOTTOM
    marks: list[Markup] = []
    for mark in sorted({lowest, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0}):
        x = _x(mark, lowest)
        marks.append(element("line", x1=x, x2=x, y1=TOP - 6, y2=bottom, class_="grid"))
        marks.append(element("text", f"{mark:.1f}", x=x, y=bottom + 18, class_="mark"))
    return element("g", *marks)


def _criterion(bundle: Bundle, result: CriterionResult, lowest: float, top: int) -> Markup:
    name = report_words.named(bundle, result)
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    lines = [
        piece
        for place, (field, words) in enumerate(MEASURES)
        for piece in _measure(getattr(result, field), words, lowest, top + ROW * place)
    ]
    return element("g", element("text", short, x=0, y=top + 14, class_="name"), *lines)


def _measure(figure: Figure, words: str, lowest: float, top: int) -> Iterator[Markup]:
    middle = top + ROW / 2
    yield element("text", words, x=LEFT - 12, y=middle + 4, class_="measure")
    if figure.value is None:
        told = report_words.figure(figure)
        yield element("text", told, x=LEFT + 6, y=middle + 4, class_="undefined")
        return
    if figure.low is not None and figure.high is not None:
        ends = {"x1": _x(figure.low, lowest), "x2": _x(figure.high, lowest)}
        yield element("line", **ends, y1=middle, y2=middle, class_="interval")
    yield element("circle", cx=_x(figure.value, lowest), cy=middle, r=4.5)


def _x(value: float, lowest: float) -> float:
    share = (value - lowest) / (1 - lowest)
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)
