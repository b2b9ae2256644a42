"""The screens around a battle: menu, setting one up, settings, help, hand-over, victory, rule cards."""
