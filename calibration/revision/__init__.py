"""Where judge and labels differ, and texts that might mend it."""
