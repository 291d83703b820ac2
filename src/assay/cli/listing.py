"""`assay list`: what there is to run, and what is installed for it."""

import json
from collections.abc import Iterator
from typing import Any

import click

from assay.cli.words import json_option


@click.command("list")
@json_option
def listing(as_json: bool) -> int:
    """Studies, workloads and probes, and what is installed for them."""
    from assay.catalogue import load_catalogue, offers
    from assay.cli.show import width
    from assay.toolchain import inventory

    catalogue = load_catalogue()
    found = inventory(catalogue)
    probes = [probe for probe in catalogue.probes.values() if not probe.hidden]
    content: dict[str, list[dict[str, Any]]] = {
        "studies": [_study(name, folder) for name, folder in catalogue.studies.items()],
        "workloads": [
            {
                "name": workload.name,
                "text": workload.title,
                "unit": workload.unit,
                "probes": [probe.name for probe in probes if offers(probe, workload)],
            }
            for workload in catalogue.workloads.values()
            if not workload.hidden
        ],
        "probes": [_probe(probe, found[probe.name]) for probe in probes],
    }
    click.echo(json.dumps(content, indent=2) if as_json else _as_text(content, width()))
    return 0


def _study(name: str, folder: Any) -> dict[str, Any]:
    """From the file as it stands; a study with mistakes is listed too, `assay plan` names them."""
    import tomllib

    try:
        text = tomllib.loads((folder / "study.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as trouble:
        return {"name": name, "text": f"cannot be read: {trouble}"}
    return {"name": name, "text": str(text.get("title", ""))}


def _probe(probe: Any, standing: Any) -> dict[str, Any]:
    """A language: its models with their implementations, and whether each can be run here."""
    return {
        "name": probe.name,
        "text": probe.title,
        **_found(standing.tool),
        "models": {model: list(implementations) for model, implementations in probe.models.items()},
        "builds": list(probe.builds),
        "runtimes": [
            {"name": name, "opt_in": probe.runtimes[name].opt_in, **_found(tool)}
            for name, tool in standing.runtimes.items()
        ],
        "lacking": [
            {"implementation": name, "reason": absent.reason, "remedy": absent.remedy}
            for name, absent in standing.lacking.items()
        ],
    }


def _found(tool: Any) -> dict[str, str]:
    from assay.toolchain import Absent

    if isinstance(tool, Absent):
        return {"found": "", "reason": tool.reason, "remedy": tool.remedy}
    return {"found": f"{tool.name} {tool.version}", "reason": "", "remedy": ""}


def _as_text(content: dict[str, list[dict[str, Any]]], columns: int) -> str:
    import textwrap

    lines = []
    for title, things in content.items():
        lines.append(f"{title}:")
        room = max((len(thing["name"]) for thing in things), default=0)
        for thing in things:
            start = f"  {thing['name']:<{room}}  "
            for text in _words(thing):
                more = " " * len(start)
                lines += textwrap.wrap(text, columns, initial_indent=start, subsequent_indent=more + "  ") or [start]
                start = more
    return "\n".join(lines)


def _words(thing: dict[str, Any]) -> Iterator[str]:
    """One thing, a paragraph each."""
    if "models" in thing:
        yield from _probe_words(thing)
    elif "probes" in thing:
        yield f"{thing['text']} (in {', '.join(thing['probes'])})"
    else:
        yield thing["text"]


def _probe_words(probe: dict[str, Any]) -> Iterator[str]:
    yield f"{probe['text']}: {probe['found'] or _missing(probe)}"
    models = ", ".join(_model_words(model, names) for model, names in probe["models"].items())
    yield models + (f"; builds {', '.join(probe['builds'])}" if probe["builds"] else "")
    for runtime in probe["runtimes"]:
        opt_in = ", only where a study names it" if runtime["opt_in"] else ""
        yield f"runtime {runtime['name']}{opt_in}: {runtime['found'] or _missing(runtime)}"
    for library in probe["lacking"]:
        yield f"implementation {library['implementation']}: {_missing(library)}"


def _model_words(model: str, implementations: list[str]) -> str:
    return model if len(implementations) == 1 else f"{model} ({', '.join(implementations)})"


def _missing(thing: dict[str, Any]) -> str:
    return f"missing: {thing['reason']}; {thing['remedy']}"
