// SPDX-License-Identifier: Apache-2.0
#include "load.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "clock.hpp"

namespace assay {
namespace {

constexpr const char *v1_cpuacct[] = {"/sys/fs/cgroup/cpuacct", "/sys/fs/cgroup/cpu,cpuacct"};
constexpr const char *v1_cpu[] = {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"};
constexpr const char *v2[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};

int open_file(const std::string &path) { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }

// The beginning of a small kernel file, read anew each time.
struct Text {
    char bytes[2048];
    std::string_view view;

    explicit Text(int file) {
        const ssize_t got = file < 0 ? 0 : pread(file, bytes, sizeof bytes, 0);
        view = {bytes, got > 0 ? static_cast<std::size_t>(got) : 0};
    }
};

std::string read_file(const std::string &path) {
    const int file = open_file(path);
    const Text text(file);
    if (file >= 0)
        close(file);
    return std::string(text.view);
}

std::int64_t first_number(std::string_view text) {
    const auto digit = text.find_first_of("-0123456789");
    std::int64_t number = -1;
    if (digit != std::string_view::npos)
        std::from_chars(text.data() + digit, text.data() + text.size(), number);
    return number;
}

// The number after "<name> " at the beginning of a line; -1 when it is not there.
std::int64_t named_number(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        if (text.starts_with(name) && text.substr(name.size()).starts_with(' '))
            return first_number(text.substr(name.size()));
        const auto line_end = text.find('\n');
        text = line_end == std::string_view::npos ? "" : text.substr(line_end + 1);
    }
    return -1;
}

// The columns of the first line of /proc/stat, in ticks.
struct Ticks {
    std::int64_t busy = -1;
    std::int64_t steal = -1;
};

Ticks read_ticks(std::string_view text) {
    enum { user, nice, system, idle, iowait, irq, softirq, steal, columns };
    std::int64_t value[columns] = {};
    const char *at = text.data() + std::min<std::size_t>(text.size(), 3); // after "cpu"
    const char *const end = text.data() + text.size();
    for (auto &column : value) {
        while (at < end && *at == ' ')
            ++at;
        const auto result = std::from_chars(at, end, column);
        if (result.ec != std::errc{})
            return {};
        at = result.ptr;
    }
    return {value[user] + value[nice] + value[system] + value[irq] + value[softirq], value[steal]};
}

std::int64_t own_cpu_ns() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * nanoseconds_per_second +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

// Whether a list such as "cpu,cpuacct" has this name; the empty list has only the empty name.
bool lists(std::string_view names, std::string_view name) {
    for (;;) {
        const auto comma = names.find(',');
        if (names.substr(0, comma) == name)
            return true;
        if (comma == std::string_view::npos)
            return false;
        names = names.substr(comma + 1);
    }
}

// The launcher's group in the v1 hierarchy of this controller, or in v2 (the empty name).
std::string own_group(std::string_view all, std::string_view controller) {
    while (!all.empty()) {
        const auto line_end = all.find('\n');
        const auto line = all.substr(0, line_end);
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        const auto names = line.substr(first + 1, second - first - 1);
        if (lists(names, controller))
            return std::string(line.substr(second + 1));
        all = line_end == std::string_view::npos ? "" : all.substr(line_end + 1);
    }
    return "/";
}

// "/a/b" -> "/a" -> "" -> stops.
bool go_up(std::string &group) {
    if (group.empty())
        return false;
    group.erase(group.rfind('/'));
    return true;
}

} // namespace

LoadMeter::LoadMeter() {
    steal_step_ns_ = nanoseconds_per_second / sysconf(_SC_CLK_TCK);
    cpus_ = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    stat_ = open_file("/proc/stat");
    choose_busy_source();
    find_quota();
}

// A group's files count the machine only in the root of the hierarchy, which a container does not see:
// release_agent is there only in a v1 root, cgroup.type only below a v2 root.
void LoadMeter::choose_busy_source() {
    timespec tick{};
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick); // a running task is charged at each timer tick
    busy_step_ns_ = tick.tv_sec * nanoseconds_per_second + tick.tv_nsec;
    for (const std::string folder : v1_cpuacct) {
        if (access((folder + "/release_agent").c_str(), F_OK) != 0)
            continue;
        busy_source_ = "cgroup v1 cpuacct.usage";
        busy_ = open_file(folder + "/cpuacct.usage");
        if (busy_ >= 0)
            return;
    }
    for (const std::string folder : v2) {
        if (access((folder + "/cgroup.type").c_str(), F_OK) == 0)
            continue;
        busy_source_ = "cgroup v2 cpu.stat";
        busy_ = open_file(folder + "/cpu.stat");
        if (busy_ >= 0)
            return;
    }
    busy_source_ = "/proc/stat";
    busy_step_ns_ = steal_step_ns_;
}

void LoadMeter::find_quota() {
    const std::string groups = read_file("/proc/self/cgroup");
    std::string group = own_group(groups, "cpu");
    do {
        if (use_quota_of_v1(group))
            return;
    } while (go_up(group));
    group = own_group(groups, "");
    do {
        if (use_quota_of_v2(group))
            return;
    } while (go_up(group));
}

bool LoadMeter::use_quota_of_v1(const std::string &group) {
    for (const std::string folder : v1_cpu) {
        const auto quota = first_number(read_file(folder + group + "/cpu.cfs_quota_us"));
        const auto period = first_number(read_file(folder + group + "/cpu.cfs_period_us"));
        if (quota <= 0 || period <= 0)
            continue;
        quota_cpus_ = static_cast<double>(quota) / static_cast<double>(period);
        throttle_ = open_file(folder + group + "/cpu.stat");
        return true;
    }
    return false;
}

bool LoadMeter::use_quota_of_v2(const std::string &group) {
    for (const std::string folder : v2) {
        const std::string most = read_file(folder + group + "/cpu.max"); // "<quota or max> <period>"
        if (most.empty() || most.starts_with("max"))
            continue;
        const auto period = first_number(std::string_view(most).substr(std::min(most.find(' '), most.size())));
        if (period <= 0)
            continue;
        quota_cpus_ = static_cast<double>(first_number(most)) / static_cast<double>(period);
        throttle_ = open_file(folder + group + "/cpu.stat");
        throttle_in_us_ = true;
        return true;
    }
    return false;
}

LoadMeter::Reading LoadMeter::read() const {
    const Ticks ticks = read_ticks(Text(stat_).view);
    Reading reading{};
    reading.steal_ns = ticks.steal < 0 ? -1 : ticks.steal * steal_step_ns_;
    reading.busy_ns = ticks.busy < 0 ? -1 : ticks.busy * steal_step_ns_;
    if (busy_ >= 0) {
        const Text text(busy_);
        const auto user_us = named_number(text.view, "user_usec");
        const auto system_us = named_number(text.view, "system_usec");
        // Not usage_usec: some kernels count steal in it.
        reading.busy_ns = user_us < 0 ? first_number(text.view) : (user_us + system_us) * 1000;
    }
    if (throttle_ >= 0) {
        const Text text(throttle_);
        reading.throttled_ns = throttle_in_us_ ? named_number(text.view, "throttled_usec") * 1000
                                               : named_number(text.view, "throttled_time");
    }
    reading.own_ns = own_cpu_ns();
    reading.at_ns = now_ns();
    return reading;
}

void LoadMeter::begin() { first_ = read(); }

Load LoadMeter::end(std::int64_t tree_ns) {
    const Reading last = read();
    const auto since = [](std::int64_t from, std::int64_t to) {
        return from < 0 || to < 0 ? -1 : std::max<std::int64_t>(0, to - from);
    };
    Load load;
    load.window_ns = last.at_ns - first_.at_ns;
    load.steal_ns = since(first_.steal_ns, last.steal_ns);
    load.busy_ns = since(first_.busy_ns, last.busy_ns);
    load.own_ns = last.own_ns - first_.own_ns;
    load.throttled_ns = since(first_.throttled_ns, last.throttled_ns);
    // Different clocks of the kernel: one request may come out below 0, and says so, else the sum over
    // many would be too high. Only -1 itself means unknown.
    if (load.busy_ns >= 0)
        load.foreign_ns = load.busy_ns - tree_ns - load.own_ns;
    if (load.busy_ns >= 0 && load.foreign_ns == -1)
        load.foreign_ns = 0;
    return load;
}

} // namespace assay
