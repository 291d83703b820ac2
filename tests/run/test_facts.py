"""Facts of a machine, read from a root folder made by hand: an allow-list, and nothing that names anybody."""

import getpass
import os
import socket
from pathlib import Path

import pytest

from assay.run.facts import FACTS, cpus, kernel, limits, machine_facts
from assay.run.facts.clocks import visit
from assay.run.facts.now import Ticks, clock, listen, read_ticks, shares
from assay.run.facts.strain import read_strain
from tests.run.made_machines import MACHINES, POD, made_root

FILES = {
    "proc/cpuinfo": "processor\t: 0\nmodel name\t: A Processor 9000\nflags\t\t: fpu tsc hypervisor\n",
    "proc/self/status": "Name:\tx\nCpus_allowed_list:\t0-2,6\n",
    "proc/meminfo": "MemTotal:        8388608 kB\nMemFree:  1 kB\nSwapTotal:             0 kB\n",
    "proc/self/cgroup": "3:cpu,cpuacct:/box/inner\n2:memory:/box\n0::/new\n",
    "proc/sys/kernel/ostype": "Linux\n",
    "proc/sys/kernel/osrelease": "6.1.0\n",
    "proc/sys/kernel/arch": "x86_64\n",
    "proc/sys/kernel/hostname": "secret-host\n",
    "proc/sys/kernel/randomize_va_space": "2\n",
    "proc/sys/kernel/perf_event_paranoid": "3\n",
    "sys/devices/system/cpu/online": "0-3\n",
    "sys/devices/system/cpu/cpu0/topology/thread_siblings_list": "0,2\n",
    "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
    "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": "performance\n",
    "sys/devices/system/cpu/cpufreq/boost": "1\n",
    "sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
    "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
    "sys/class/dmi/id/sys_vendor": "QEMU\n",
    "sys/fs/cgroup/cpu/box/cpu.cfs_quota_us": "150000\n",
    "sys/fs/cgroup/cpu/box/cpu.cfs_period_us": "100000\n",
    "sys/fs/cgroup/memory/box/memory.limit_in_bytes": "1073741824\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return made_root(tmp_path, FILES)


def test_every_fact_of_a_known_machine_is_told(root):
    assert machine_facts(root) == {
        "cpu_model": "A Processor 9000",
        "cpus_online": "4",
        "cpus_allowed": "4",
        "threads_per_core": "2",
        "governor": "performance, powersave",
        "control_groups": "1",
        "group_controllers": "cpu, cpuacct, memory",
        "memory_accounting": "resident",
        "boost": "on",
        "architecture": "x86_64",
        "kernel": "Linux 6.1.0",
        "clocksource": "tsc",
        "transparent_huge_pages": "madvise",
        "address_randomisation": "stack, libraries and heap",
        "virtual_machine": "QEMU",
        "memory": "8.000 GiB",
        "swap": "none",
        "cpu_quota": "1.50 CPUs",
        "memory_limit": "1.000 GiB",
        "perf_event_paranoid": "3",
    }


def test_the_tightest_memory_limit_counts(tmp_path):
    assert limits.memory_limit(made_root(tmp_path, POD)) == "1.000 GiB"


@pytest.mark.parametrize(
    ("machine", "fact", "told"),
    [
        ("laptop", "core_types", "one"),
        ("hybrid", "core_types", "8 performance, 4 efficiency"),
        ("board", "core_types", "2 up to 1024, 4 up to 446"),
        ("wsl2", "windows_subsystem", "WSL 2"),
        ("laptop", "windows_subsystem", None),
        ("laptop", "hyper_threading", "on"),
        ("pod", "container", "kubernetes"),
        ("two sockets", "sockets", "2"),
        ("two sockets", "memory_nodes", "2"),
        ("two sockets", "threads_per_core", "2"),
        ("pod", "control_groups", "2"),
        ("no sys", "control_groups", None),
        ("one cpu", "cpus_allowed", "1"),
    ],
)
def test_a_made_machine_tells_what_it_is(tmp_path, machine, fact, told):
    assert machine_facts(made_root(tmp_path, MACHINES[machine])).get(fact) == told


@pytest.mark.parametrize("machine", MACHINES)
def test_no_fact_of_a_made_machine_names_its_host(tmp_path, machine):
    facts = machine_facts(made_root(tmp_path, MACHINES[machine]))
    assert "secret" not in " ".join(facts.values())
    assert set(facts) <= set(FACTS)


@pytest.mark.parametrize(
    ("release", "kind"),
    [("4.4.0-19041-Microsoft", "WSL 1"), ("5.15.1-microsoft-standard-WSL2", "WSL 2"), ("6.1.0-18-amd64", "")],
)
def test_linux_inside_windows_is_known_by_its_kernel(tmp_path, release, kind):
    assert kernel.windows_subsystem(made_root(tmp_path, {"proc/sys/kernel/osrelease": release})) == kind


def test_the_fast_cpus_of_a_machine_with_two_kinds_are_named(tmp_path):
    assert cpus.fast_cpus(made_root(tmp_path / "hybrid", MACHINES["hybrid"])) == "0-7"
    assert cpus.fast_cpus(made_root(tmp_path / "board", MACHINES["board"])) == "4,5"
    assert cpus.fast_cpus(made_root(tmp_path / "laptop", MACHINES["laptop"])) == ""


def test_siblings_are_told_in_pairs(tmp_path):
    assert cpus.siblings(made_root(tmp_path, MACHINES["laptop"])) == {(0, 4), (1, 5), (2, 6), (3, 7)}


def test_what_weighs_on_a_laptop_is_read(tmp_path):
    strain = read_strain(made_root(tmp_path, MACHINES["laptop"]))
    assert (strain.power, strain.slowed_by_heat, strain.swap_used_bytes) == ("battery", 24, 2**30)
    assert strain.waiting == {"cpu": pytest.approx(0.004)}
    assert strain.held_by_quota is None


def test_a_mouse_on_battery_is_no_laptop_on_battery(tmp_path):
    files = {name: text for name, text in MACHINES["laptop"].items() if "BAT0" not in name}
    assert read_strain(made_root(tmp_path, files)).power == ""


def test_periods_in_which_a_quota_held_us_back_are_read(tmp_path):
    assert read_strain(made_root(tmp_path, POD)).held_by_quota == 41


def test_a_machine_that_says_nothing_is_under_no_known_strain(tmp_path):
    strain = read_strain(tmp_path)
    assert (strain.power, strain.slowed_by_heat, strain.swap_used_bytes, strain.waiting) == ("", None, None, {})


def test_a_visit_to_every_cpu_leaves_this_thread_where_it_may_run():
    before = os.sched_getaffinity(0)
    seen = visit(sorted(before))
    assert os.sched_getaffinity(0) == before
    assert seen is None or seen.cpus == min(len(before), 32)


def test_a_machine_that_tells_nothing_has_few_facts_and_no_error(tmp_path):
    assert machine_facts(tmp_path) == {"swap": "none", "cpu_quota": "none", "memory_limit": "none"}


def test_no_fact_of_this_machine_names_its_host_or_its_user():
    told = " ".join(machine_facts().values())
    assert socket.gethostname() not in told.split()
    assert f"/{getpass.getuser()}" not in told
    assert "secret-host" not in told


def test_only_facts_of_the_allow_list_are_told_and_they_are_stable():
    assert set(machine_facts()) <= set(FACTS)
    assert machine_facts() == machine_facts()


def test_this_machine_tells_at_least_how_many_cpus_and_which_kernel():
    facts = machine_facts()
    assert int(facts["cpus_allowed"]) >= 1
    assert facts["kernel"].startswith("Linux ")


@pytest.mark.parametrize(("ranges", "count"), [("0", "1"), ("0-3", "4"), ("0-1,4,6-7", "5"), ("", "")])
def test_a_list_of_cpus_is_counted(ranges, count):
    assert cpus.counted(ranges) == count


def test_bare_metal_is_no_virtual_machine(tmp_path):
    assert kernel.virtual_machine(made_root(tmp_path, {"proc/cpuinfo": "flags : fpu tsc\n"})) == ""


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({".dockerenv": ""}, "docker"),
        ({"run/.containerenv": ""}, "podman"),
        ({"proc/self/cgroup": "0::/kubepods/burstable/pod1\n"}, "kubernetes"),
        ({"proc/self/cgroup": "0::/user.slice\n"}, ""),
        ({"run/systemd/container": "systemd-nspawn\n"}, "systemd-nspawn"),
        ({"run/host/container-manager": "lxc\n"}, "lxc"),
        ({"proc/1/environ": "TERM=x\0container=podman\0"}, "podman"),
        ({"proc/1/environ": "TERM=x\0container=secret-name\0"}, ""),
        ({"proc/1/environ": "HOME=/docker\0"}, ""),
        ({"var/run/secrets/kubernetes.io/x": "", ".dockerenv": ""}, "kubernetes"),
    ],
)
def test_a_container_is_known_by_its_marks(tmp_path, files, name):
    assert kernel.container(made_root(tmp_path, files)) == name


@pytest.mark.parametrize(
    ("files", "quota"),
    [
        ({"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/cpu.max": "50000 100000\n"}, "0.50 CPUs"),
        ({"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max": "max 100000\n"}, "none"),
        ({"proc/self/cgroup": "1:cpu:/\n", "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n"}, "none"),
        (POD, "1.50 CPUs"),
        (
            {
                "proc/self/cgroup": "4:cpu,cpuacct:/out/in\n0::/\n",
                "sys/fs/cgroup/cpu,cpuacct/out/cpu.cfs_quota_us": "50000\n",
                "sys/fs/cgroup/cpu,cpuacct/out/cpu.cfs_period_us": "100000\n",
                "sys/fs/cgroup/cpu,cpuacct/out/in/cpu.cfs_quota_us": "200000\n",
                "sys/fs/cgroup/cpu,cpuacct/out/in/cpu.cfs_period_us": "100000\n",
                "sys/fs/cgroup/unified/cpu.max": "300000 100000\n",
            },
            "0.50 CPUs",
        ),
    ],
)
def test_the_tightest_quota_of_all_groups_counts(tmp_path, files, quota):
    assert limits.cpu_quota(made_root(tmp_path, files)) == quota


def test_steal_and_foreign_cpu_are_shares_of_all_cpu_time():
    """10 s of all CPUs: 6 s busy of which 4 s were our own, 1 s stolen."""
    before, after = Ticks(busy=100, steal=5, total=1000), Ticks(busy=106, steal=6, total=1010)
    assert shares(before, after, own_s=4.0) == (pytest.approx(0.1), pytest.approx(0.2))
    assert shares(before, after, own_s=9.0)[1] == 0.0
    assert shares(None, after, 0.0) == (None, None)
    assert shares(before, before, 0.0) == (None, None)


def test_the_first_line_of_the_kernels_statistics_is_read(tmp_path):
    """user 100, nice 20, system 30, idle 400, waiting 50, irq 1, softirq 2, steal 7, in ticks of 10 ms."""
    root = made_root(tmp_path, {"proc/stat": "cpu  100 20 30 400 50 1 2 7 0 0\ncpu0 1 1 1 1\n"})
    ticks = read_ticks(root)
    assert ticks is not None
    assert (ticks.busy, ticks.steal, ticks.total) == (pytest.approx(1.53), pytest.approx(0.07), pytest.approx(6.10))
    assert read_ticks(tmp_path / "nowhere") is None


def test_listening_says_what_went_on():
    now = listen(seconds=0.05)
    assert now.steal_share is None or 0 <= now.steal_share <= 1
    assert now.foreign_share is None or now.foreign_share >= 0
    assert now.clock_cost_ns > 0


def test_the_clock_goes_on_in_steps():
    step_ns, cost_ns = clock()
    assert step_ns >= 1
    assert cost_ns >= 1
