// SPDX-License-Identifier: Apache-2.0
#include "tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "clock.hpp"

namespace assay {
namespace {

constexpr std::int64_t patience_ns = 5 * nanoseconds_per_second;
constexpr std::int64_t first_pause_ns = 200'000;
constexpr std::int64_t longest_pause_ns = 10'000'000;

std::int64_t to_ns(const timeval &time) { return time.tv_sec * nanoseconds_per_second + time.tv_usec * 1000; }

void read_numbers(int file, std::vector<pid_t> &found) {
    char text[4096];
    std::size_t held = 0;
    for (ssize_t got; (got = read(file, text + held, sizeof text - held)) > 0;) {
        const std::string_view all{text, held + static_cast<std::size_t>(got)};
        std::size_t at = 0;
        for (auto space = all.find(' '); space != std::string_view::npos; space = all.find(' ', at)) {
            pid_t pid = 0;
            if (std::from_chars(text + at, text + space, pid).ec == std::errc{})
                found.push_back(pid);
            at = space + 1;
        }
        held = all.size() - at;
        std::copy(text + at, text + at + held, text);
    }
}

void children_of_task(pid_t process, const char *task, std::vector<pid_t> &found) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", process, task);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    read_numbers(file, found);
    close(file);
}

void children_of(pid_t process, std::vector<pid_t> &found) {
    char path[32];
    std::snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *tasks = opendir(path);
    if (tasks == nullptr)
        return;
    while (const dirent *entry = readdir(tasks)) {
        if (entry->d_name[0] != '.')
            children_of_task(process, entry->d_name, found);
    }
    closedir(tasks);
}

} // namespace

void Bill::add(const rusage &usage) {
    user_ns += to_ns(usage.ru_utime);
    system_ns += to_ns(usage.ru_stime);
    max_rss_bytes = std::max<std::int64_t>(max_rss_bytes, std::int64_t{usage.ru_maxrss} * 1024);
    voluntary_switches += usage.ru_nvcsw;
    involuntary_switches += usage.ru_nivcsw;
    minor_faults += usage.ru_minflt;
    major_faults += usage.ru_majflt;
}

void find_descendants(pid_t root, std::vector<pid_t> &found) {
    found.clear();
    children_of(root, found);
    for (std::size_t next = 0; next < found.size(); ++next) {
        const pid_t parent = found[next]; // a copy: the vector grows
        children_of(parent, found);
    }
}

bool can_find_descendants() { return access("/proc/thread-self/children", R_OK) == 0; }

void signal_tree(const Main &main, int signal) {
    // Before the main process is reaped its number cannot belong to anybody else.
    if (main.pid > 0 && main.ended_ns == 0)
        kill(-main.pid, signal);
    std::vector<pid_t> processes;
    find_descendants(getpid(), processes);
    for (const pid_t process : processes)
        kill(process, signal);
}

int reap_ended(Main &main, Bill &bill, bool &none_left) {
    int others = 0;
    for (;;) {
        int status = 0;
        rusage usage{};
        const pid_t pid = wait4(-1, &status, WNOHANG | __WALL, &usage);
        none_left = pid < 0 && errno == ECHILD;
        if (pid <= 0)
            return others;
        bill.add(usage);
        if (pid == main.pid && main.ended_ns == 0) {
            main.ended_ns = now_ns();
            main.status = status;
        } else {
            ++others;
        }
    }
}

int kill_tree(Main &main, Bill &bill, bool &stuck) {
    const auto give_up_ns = now_ns() + patience_ns;
    int others = 0;
    bool none_left = false;
    for (auto pause_ns = first_pause_ns;; pause_ns = std::min(2 * pause_ns, longest_pause_ns)) {
        signal_tree(main, SIGKILL);
        others += reap_ended(main, bill, none_left);
        stuck = !none_left && now_ns() > give_up_ns;
        if (none_left || stuck)
            return others;
        const timespec pause = to_timespec(pause_ns);
        nanosleep(&pause, nullptr);
    }
}

} // namespace assay
