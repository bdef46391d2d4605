"""Agreement of a judge with people: pure functions on counts, each with its interval."""

from judging.agreement.alt_test import alternative_annotator_test
from judging.agreement.bias import contrast, injection_check
from judging.agreement.ceiling import human_ceiling, judge_against_ceiling
from judging.agreement.cells import Cells
from judging.agreement.citations import CitedTurns, citation_agreement
from judging.agreement.clustered import estimated
from judging.agreement.clusters import Clusters, Pattern
from judging.agreement.conditional_rate import VerdictStratum, conditional_pass_rate
from judging.agreement.context_mode import PairedVerdicts, context_mode_check, recall_change
from judging.agreement.corrected_rate import corrected_rates
from judging.agreement.criterion import CriterionAgreement, criterion_agreement
from judging.agreement.estimate import Estimate, Status
from judging.agreement.first_failing import (
    failing_share_agreement,
    first_failing_agreement,
    summarise_turns,
)
from judging.agreement.gate import GateDecision, GateEvidence, gate_decision
from judging.agreement.kappa import cohen_kappa, kappa_of_table
from judging.agreement.length import length_effect
from judging.agreement.looks import look
from judging.agreement.mcnemar import mcnemar_test
from judging.agreement.metrics import Metric, point
from judging.agreement.panel import RatedUnit
from judging.agreement.prediction_powered import prediction_powered
from judging.agreement.proportions import clopper_pearson, wilson
from judging.agreement.raters import fleiss_kappa, gwet_ac1, krippendorff_alpha
from judging.agreement.reruns import self_consistency
from judging.agreement.reviewers import ReviewerAgreement, reviewer_agreement
from judging.agreement.risk_difference import agresti_min, clustered_newcombe, newcombe
from judging.agreement.same_family import same_family
from judging.agreement.sample_size import labels_for_half_width, labels_needed, plan
from judging.agreement.statuses import StatusTable
from judging.agreement.thresholds import Thresholds
from judging.agreement.transport import Share, rogan_gladen
from judging.agreement.transported import transported_rate
from judging.agreement.versions import compare_versions
from judging.agreement.weighted import SampledStratum, kish_effect, weighted_kappa

__all__ = [
    "Cells",
    "CitedTurns",
    "Clusters",
    "CriterionAgreement",
    "Estimate",
    "GateDecision",
    "GateEvidence",
    "Metric",
    "PairedVerdicts",
    "Pattern",
    "RatedUnit",
    "ReviewerAgreement",
    "SampledStratum",
    "Share",
    "Status",
    "StatusTable",
    "Thresholds",
    "VerdictStratum",
    "agresti_min",
    "alternative_annotator_test",
    "citation_agreement",
    "clopper_pearson",
    "clustered_newcombe",
    "cohen_kappa",
    "compare_versions",
    "conditional_pass_rate",
    "context_mode_check",
    "contrast",
    "corrected_rates",
    "criterion_agreement",
    "estimated",
    "failing_share_agreement",
    "first_failing_agreement",
    "fleiss_kappa",
    "gate_decision",
    "gwet_ac1",
    "human_ceiling",
    "injection_check",
    "judge_against_ceiling",
    "kappa_of_table",
    "kish_effect",
    "krippendorff_alpha",
    "labels_for_half_width",
    "labels_needed",
    "length_effect",
    "look",
    "mcnemar_test",
    "newcombe",
    "plan",
    "point",
    "prediction_powered",
    "recall_change",
    "reviewer_agreement",
    "rogan_gladen",
    "same_family",
    "self_consistency",
    "summarise_turns",
    "transported_rate",
    "weighted_kappa",
    "wilson",
]
