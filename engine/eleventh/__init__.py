"""The eleventh edition."""

RECORDS = "eleventh."
"""What stands before the names of its records, some of which other books have too."""
