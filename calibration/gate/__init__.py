"""The sealed test, the looks at it, and what follows from them."""
