"""How commands end, besides 0: done."""

COULD_NOT = 2
INSUFFICIENT = 3
