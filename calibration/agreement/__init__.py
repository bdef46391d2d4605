"""How far a judge agrees with labels, in figures and over time."""
