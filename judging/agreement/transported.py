"""Pass rates by error rates from elsewhere, where units come in groups here and there."""

from dataclasses import replace

from judging.agreement.clustered_rate import rate_design_effect
from judging.agreement.clusters import Clusters
from judging.agreement.estimate import Status
from judging.agreement.transport import Share, TransportedRate, rogan_gladen


def transported_rate(
    judged: Clusters,
    on_passes: Clusters,
    on_fails: Clusters,
    *,
    weighting: tuple[float, float] = (1.0, 1.0),
    confidence: float = 0.95,
) -> TransportedRate:
    """
    Correct a judge's pass rate here by how often it was right elsewhere, group by group.

    This assumes that the judge errs here as often as there: `ASSUMPTION`. Where labels of the
    units themselves were drawn at random, `corrected_rates` needs no such assumption.

    Args:
        judged: One (passes, fails) of the judge a group of the units whose rate is wanted.

        on_passes: One (right, wrong) a group of units that are labelled pass, elsewhere.

        on_fails: One (right, wrong) a group of units that are labelled fail, elsewhere.

        weighting: By how much unequal weights divide the labelled passes and fails at least;
            see `kish_effect`.

        confidence: The interval's two-sided level.

    Returns:
        As `rogan_gladen`, on the number of units that groups and weights leave of each count;
        without an interval where units of one kind are all of one group.

    Example:
        >>> found = transported_rate(
        ...     Clusters.independent([800, 200]),
        ...     Clusters.independent([180, 20]),
        ...     Clusters.independent([85, 15]),
        ... )
        >>> round(found.pass_rate.value, 4)
        0.8667

    References:
        Rogan and Gladen (1978), American Journal of Epidemiology 107:71; Lang and Reiczigel
        (2014), Preventive Veterinary Medicine 113:13.
    """
    every, least = (judged, on_passes, on_fails), (1.0, *weighting)
    effects = [rate_design_effect(clusters, confidence) for clusters in every]
    divided = [max(effect or 1.0, floor) for effect, floor in zip(effects, least, strict=True)]
    shares = [_share(clusters, by) for clusters, by in zip(every, divided, strict=True)]
    found = rogan_gladen(shares[0], shares[1], shares[2], confidence)
    if found.pass_rate.value is None or None not in effects:
        return found
    few = Status.TOO_FEW_CLUSTERS
    alone = replace(found.pass_rate, low=None, high=None, method="", status=few)
    return replace(found, pass_rate=alone, wald=None)


def _share(clusters: Clusters, effect: float) -> Share:
    x, rest = clusters.totals.tolist()
    return Share(x / effect, (x + rest) / effect)
