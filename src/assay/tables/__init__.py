"""Tidy tables of one run or several: what CSV, Parquet, the workbook, the page and `assay.read` all show."""
