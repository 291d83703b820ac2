"""How the table of a question looks, one file for each kind of family."""
