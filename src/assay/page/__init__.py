"""The report as one HTML file that needs no network.

render(several, beside)      the file's text
"""

from assay.page.rendering import render

__all__ = ["render"]
