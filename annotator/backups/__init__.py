"""One file that holds a whole installation, and an empty installation filled from it. Never a secret's value."""
