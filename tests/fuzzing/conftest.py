"""What runs by `make fuzz` alone, with a library of its own."""

collect_ignore = ["importers.py"]
