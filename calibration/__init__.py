"""What a person can do: import, edit rubrics, run a judge, read agreement. No screen, no SQL."""
