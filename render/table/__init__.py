"""Drawing the table: ground, models, and what is laid over them."""
