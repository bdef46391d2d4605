"""How commands end, besides 0: done."""

NO = 1
COULD_NOT = 2
INSUFFICIENT = 3
