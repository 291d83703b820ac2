"""Machines made of files: what /proc and /sys hold on each, as far as Assay reads it."""

from pathlib import Path

CPU = "sys/devices/system/cpu"


def made_root(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def info(model: str, flags: str = "fpu tsc") -> str:
    return f"processor\t: 0\nmodel name\t: {model}\nflags\t\t: {flags}\n"


def each(cpus: range, files: dict[str, str]) -> dict[str, str]:
    """The same files for every CPU of a range."""
    return {f"{CPU}/cpu{number}/{name}": text for number in cpus for name, text in files.items()}


def base(cpus: str, model: str, release: str = "6.1.0-18-amd64", flags: str = "fpu tsc") -> dict[str, str]:
    return {
        "proc/cpuinfo": info(model, flags),
        "proc/self/status": f"Name:\tx\nCpus_allowed_list:\t{cpus}\n",
        "proc/self/smaps_rollup": "",
        "proc/self/cgroup": "0::/user.slice\n",
        "proc/meminfo": "MemTotal: 16777216 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
        "proc/sys/kernel/ostype": "Linux\n",
        "proc/sys/kernel/osrelease": f"{release}\n",
        "proc/sys/kernel/arch": "x86_64\n",
        "proc/sys/kernel/hostname": "secret-host\n",
        "proc/sys/kernel/randomize_va_space": "2\n",
        "proc/sys/kernel/perf_event_paranoid": "2\n",
        "proc/stat": "cpu  100 20 30 4000 50 1 2 7 0 0\n",
        "proc/loadavg": "0.10 0.20 0.30 1/300 4242\n",
        "proc/pressure/cpu": "some avg10=0.40 avg60=0.10 avg300=0.00 total=1\n",
        f"{CPU}/online": f"{cpus}\n",
        "sys/devices/system/node/online": "0\n",
        "sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
        "sys/fs/cgroup/cgroup.controllers": "cpuset cpu io memory pids\n",
        "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
    }


LAPTOP = {
    **base("0-7", "A Laptop's Processor Intel"),
    **each(range(8), {"cpufreq/scaling_governor": "powersave", "cpufreq/cpuinfo_max_freq": "4200000"}),
    **each(range(8), {"topology/physical_package_id": "0", "thermal_throttle/core_throttle_count": "3"}),
    **{f"{CPU}/cpu{n}/topology/thread_siblings_list": f"{n % 4},{n % 4 + 4}" for n in range(8)},
    f"{CPU}/intel_pstate/no_turbo": "0",
    f"{CPU}/smt/active": "1",
    "proc/meminfo": "MemTotal: 16777216 kB\nSwapTotal: 2097152 kB\nSwapFree: 1048576 kB\n",
    "sys/class/power_supply/AC/type": "Mains",
    "sys/class/power_supply/BAT0/type": "Battery",
    "sys/class/power_supply/BAT0/status": "Discharging",
    "sys/class/power_supply/mouse/type": "Battery",
    "sys/class/power_supply/mouse/scope": "Device",
    "sys/class/power_supply/mouse/status": "Discharging",
}
"""Bare metal, on battery, in need of a fan; its siblings are named."""

HYBRID = {
    **base("0-11", "A Hybrid Processor"),
    **each(range(8), {"cpufreq/cpuinfo_max_freq": "5100000"}),
    **each(range(8, 12), {"cpufreq/cpuinfo_max_freq": "3800000"}),
    "sys/devices/cpu_core/cpus": "0-7",
    "sys/devices/cpu_atom/cpus": "8-11",
}
"""Performance and efficiency cores."""

BIG_LITTLE = {
    **base("0-5", "A Board"),
    **each(range(4), {"cpu_capacity": "446"}),
    **each(range(4, 6), {"cpu_capacity": "1024"}),
}
"""Two kinds of cores on a board."""

WSL2 = {
    **base("0-3", "A Processor", "5.15.153.1-microsoft-standard-WSL2", "fpu tsc hypervisor"),
    "sys/devices/system/clocksource/clocksource0/current_clocksource": "hyperv_clocksource_tsc_page\n",
}

POD = {
    **base("0-31", "A Server's Processor"),
    "proc/self/cgroup": "0::/kubepods/pod1/box\n",
    "var/run/secrets/kubernetes.io/serviceaccount/namespace": "default",
    ".dockerenv": "",
    "sys/fs/cgroup/kubepods/cpu.max": "max 100000\n",
    "sys/fs/cgroup/kubepods/pod1/cpu.max": "150000 100000\n",
    "sys/fs/cgroup/kubepods/pod1/cpu.stat": "usage_usec 5\nnr_periods 90\nnr_throttled 41\nthrottled_usec 7\n",
    "sys/fs/cgroup/kubepods/pod1/memory.max": "1073741824\n",
    "sys/fs/cgroup/kubepods/pod1/box/cpu.max": "400000 100000\n",
    "sys/fs/cgroup/kubepods/pod1/box/memory.max": "4294967296\n",
}
"""The pod has less than the container in it asks for: the tightest counts, not the nearest."""

ONE_CPU = {**base("0", "A Small Processor"), f"{CPU}/online": "0-3\n"}

TWO_SOCKETS = {
    **base("0-255", "A Large Processor"),
    **each(range(128), {"topology/physical_package_id": "0", "cpufreq/scaling_governor": "performance"}),
    **each(range(128, 256), {"topology/physical_package_id": "1", "cpufreq/scaling_governor": "performance"}),
    **{f"{CPU}/cpu{n}/topology/thread_siblings_list": f"{n - n % 2}-{n - n % 2 + 1}" for n in range(256)},
    f"{CPU}/cpufreq/boost": "0",
    "sys/devices/system/node/online": "0-1\n",
}

SAYS_NOTHING = {name: text for name, text in base("0-1", "A Processor").items() if not name.startswith("sys/")}
"""A container without /sys."""

MACHINES = {
    "laptop": LAPTOP,
    "hybrid": HYBRID,
    "board": BIG_LITTLE,
    "wsl2": WSL2,
    "pod": POD,
    "one cpu": ONE_CPU,
    "two sockets": TWO_SOCKETS,
    "no sys": SAYS_NOTHING,
    "nothing at all": {},
}
