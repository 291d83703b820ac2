"""Charts of a run: each a Vega-Lite specification over a tidy table, drawn as SVG, PNG or PDF without a network."""
