"""Whether a judge's errors depend on what they must not depend on."""
