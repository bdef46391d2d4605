"""Acceptance cases of the statistics: `python -m judging.agreement.golden FILE`."""
