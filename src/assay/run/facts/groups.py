"""Facts of control groups: which kinds there are, what they can do, and the groups that hold this process."""

from pathlib import Path

from assay.run.facts.text import line_of, lines_of

V1, V2 = "sys/fs/cgroup", ("sys/fs/cgroup", "sys/fs/cgroup/unified")


def versions(root: Path) -> str:
    """Which kinds of control groups there are: "1", "2" or "1 and 2"."""
    new = any((root / base / "cgroup.controllers").exists() for base in V2)
    old = any(_controllers_of(line) for line in lines_of(root / "proc/self/cgroup"))
    return " and ".join(name for name, there in (("1", old), ("2", new)) if there)


def controllers(root: Path) -> str:
    """What groups can account for or limit here."""
    found = {name for base in V2 for name in line_of(root / base / "cgroup.controllers").split()}
    for line in lines_of(root / "proc/self/cgroup"):
        found |= set(_controllers_of(line))
    return ", ".join(sorted(found))


def groups_above(root: Path, controller: str) -> list[Path]:
    """The folders of this process's groups, innermost first: the old hierarchy of a controller, then the new one."""
    folders: list[Path] = []
    for line in lines_of(root / "proc/self/cgroup"):
        group = [*line.split(":", 2), "", ""][2]
        together = _controllers_of(line)
        if controller in together:
            # Mounted by the name of one, or of all that share a hierarchy; a container may have either.
            for base in dict.fromkeys((controller, ",".join(together))):
                folders += _upwards(root / V1 / base, group)
        elif line.startswith("0::"):
            folders += [folder for base in V2 for folder in _upwards(root / base, group)]
    return folders


def _controllers_of(line: str) -> list[str]:
    """Of one line of /proc/self/cgroup; none for the new hierarchy and for one that only gives names."""
    named = [*line.split(":", 2), "", ""][1]
    return [] if "=" in named else [name for name in named.split(",") if name]


def _upwards(base: Path, group: str) -> list[Path]:
    """The group's folder and all above it, up to the hierarchy's root."""
    inner = base / group.strip("/")
    return [folder for folder in (inner, *inner.parents) if folder == base or base in folder.parents]
