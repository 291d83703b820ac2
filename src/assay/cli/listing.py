"""`assay list`: what there is to run, and what is installed for it."""

import json
from typing import Any

import click

from assay.cli.words import json_option


@click.command("list")
@json_option
def listing(as_json: bool) -> int:
    """Studies, workloads and probes, and what is installed for them."""
    from assay.catalogue import load_catalogue
    from assay.cli.show import width
    from assay.toolchain import survey

    catalogue = load_catalogue()
    found = survey(catalogue)
    content: dict[str, list[dict[str, str]]] = {
        "studies": [_study(name, folder) for name, folder in catalogue.studies.items()],
        "workloads": [
            {"name": workload.name, "text": workload.title, "unit": workload.unit}
            for workload in catalogue.workloads.values()
        ],
        "probes": [
            {"name": probe.name, "text": probe.title, "found": _found(found[probe.name])}
            for probe in catalogue.probes.values()
            if not probe.hidden
        ],
    }
    click.echo(json.dumps(content, indent=2) if as_json else _as_text(content, width()))
    return 0


def _study(name: str, folder: Any) -> dict[str, str]:
    """From the file as it stands; a study with mistakes is listed too, `assay plan` names them."""
    import tomllib

    try:
        text = tomllib.loads((folder / "study.toml").read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as trouble:
        return {"name": name, "text": f"cannot be read: {trouble}"}
    return {"name": name, "text": str(text.get("title", ""))}


def _found(tool: Any) -> str:
    from assay.toolchain import Absent

    return f"{tool.reason}; {tool.remedy}" if isinstance(tool, Absent) else f"{tool.name} {tool.version}"


def _as_text(content: dict[str, list[dict[str, str]]], columns: int) -> str:
    import textwrap

    lines = []
    for title, things in content.items():
        lines.append(f"{title}:")
        room = max((len(thing["name"]) for thing in things), default=0)
        for thing in things:
            text = f"{thing['text']}: {thing['found']}" if "found" in thing else thing["text"]
            start = f"  {thing['name']:<{room}}  "
            lines += textwrap.wrap(text, columns, initial_indent=start, subsequent_indent=" " * len(start)) or [start]
    return "\n".join(lines)
