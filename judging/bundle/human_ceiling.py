"""What a judge was held to where people themselves do not reach the usual agreement."""

from dataclasses import dataclass

from judging.bundle.figure import Figure


@dataclass(frozen=True, slots=True)
class HumanCeiling:
    """
    A judge beside what people reach among themselves, on units that two of them decided.

    Attributes:
        units: How many units, all of the sealed test.

        people: How far two people agree, drawn at random from those of each unit: Scott's pi.

        judge: The same of the judge and one of them.

        difference: The judge's less the people's.

        margin: By how much the judge's may be below, with 95 % confidence.

        minimum: What the people have to reach, likewise.

        usual: The kappa that is asked for where people do reach it.
    """

    units: int
    people: Figure
    judge: Figure
    difference: Figure
    margin: float
    minimum: float
    usual: float

    @property
    def sentence(self) -> str:
        """What it was held to, and what was found, in plain words."""
        return (
            f"Held to what people reach among themselves, not to a kappa of {self.usual:.2f}: two "
            f"people reach {_told(self.people)} with each other, and the judge with one of them "
            f"{_told(self.judge)} (Scott’s pi, on {self.units:,} units that two people labelled "
            f"blind). It is {_apart(self.difference)}; it may be at most {self.margin:.2f} "
            f"below, and people must reach {self.minimum:.2f}."
        )


def _told(figure: Figure) -> str:
    if figure.value is None:
        return "an undefined coefficient"
    if figure.low is None or figure.high is None:
        return f"{figure.value:.2f}"
    return f"{figure.value:.2f} [{figure.low:.2f} to {figure.high:.2f}]"


def _apart(figure: Figure) -> str:
    if figure.value is None:
        return "not to be compared with them"
    where = "below" if figure.value < 0 else "above"
    told = f"{abs(figure.value):.2f} {where}"
    if figure.low is None or figure.high is None:
        return told
    return f"{told} [{figure.low:+.2f} to {figure.high:+.2f}]"
