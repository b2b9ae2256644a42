"""The bench: a position on a table, laid out by hand, and the proven verdict on who sees whom."""
