"""A run as a workbook: a sheet a question with its native chart and raw values, then every table of the run."""
