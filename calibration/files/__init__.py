"""Sessions, labels and verdicts, in from files and out to them."""
