"""Small exact statistics on plain numbers; the only place that imports SciPy."""
