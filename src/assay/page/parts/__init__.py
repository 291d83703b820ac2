"""The parts of a page, one file each; page/sections.py lists them."""
