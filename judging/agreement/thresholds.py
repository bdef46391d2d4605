"""What the gate asks for."""

from dataclasses import dataclass, fields

from judging.agreement.sample_size import CLASS_MINIMUM, KAPPA_MINIMUM, TNR_MINIMUM, TPR_MINIMUM

LIMITS = ("not_scored", "flips")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """
    The bounds that the evidence must keep; raise them freely, for a lower one is shown.

    Attributes:
        kappa: What kappa's lower bound must reach.

        tpr: What the lower bound of the recall on failures must reach.

        tnr: What the lower bound of the recall on passes must reach.

        per_class: The fewest fails, and the fewest passes, of the reference.

        not_scored: What the upper bound of the not-scored rate must not exceed.

        flips: What the upper bound of the flip probability must not exceed.
    """

    kappa: float = KAPPA_MINIMUM
    tpr: float = TPR_MINIMUM
    tnr: float = TNR_MINIMUM
    per_class: int = CLASS_MINIMUM
    not_scored: float = 0.05
    flips: float = 0.10

    @property
    def lowered(self) -> tuple[str, ...]:
        """The thresholds that ask for less than the defaults, to be printed on the badge."""
        found = []
        for each in fields(self):
            own, usual = getattr(self, each.name), each.default
            laxer = own > usual if each.name in LIMITS else own < usual
            found += [each.name] if laxer else []
        return tuple(found)


DEFAULT = Thresholds()
