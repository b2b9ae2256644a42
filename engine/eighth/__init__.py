"""The eighth edition."""

RECORDS = "eighth."
"""What stands before the names of its records, some of which other books have too."""
