"""What each metric is and which unit it has: said once, for every table that shows it."""

MEANINGS = {
    "process_wall_ns": "time from starting the process to collecting it",
    "work_wall_ns": "time of the work inside a probe, warm calls only",
    "cold_wall_ns": "time of the first call of the work in its process, where there are later ones",
    "unit_ns": "time of the work for each unit of it",
    "cpu_ns": "user and system CPU time of the whole process tree",
    "user_ns": "user CPU time of the tree; a guess below 40 ms, where only cpu_ns is exact",
    "system_ns": "system CPU time of the tree; a guess below 40 ms, where only cpu_ns is exact",
    "off_cpu_ns": "process_wall_ns - cpu_ns; below 0 where several CPUs worked",
    "page_faults": "minor and major page faults of the tree",
    "switches": "voluntary and involuntary context switches of the tree",
    "mean_response": "mean over tasks of end / own length",
    "worst_response": "largest end / own length of any task",
    "peak_memory_bytes": "peak memory of the whole tree, from trials that are not timed",
    "migrations": "moves from one CPU to another, from trials that are not timed",
    "cycles": "CPU cycles, from trials that are not timed",
    "instructions": "instructions executed, from trials that are not timed",
    "cache_misses": "misses of the last cache, from trials that are not timed",
    "branch_misses": "branches guessed wrong, from trials that are not timed",
}
RATIOS = ("mean_response", "worst_response")


def unit_of(metric: str) -> str:
    """ns, bytes, ratio, or "" for a count."""
    if metric in RATIOS:
        return "ratio"
    return next((unit for unit in ("ns", "bytes") if metric.endswith(f"_{unit}")), "")
