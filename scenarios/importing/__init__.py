"""Army lists from the programs in which players keep them, made into army files."""
