"""The battle on screen: table, panels, prompts, and who sits at which side."""
