// SPDX-License-Identifier: Apache-2.0
#include "spawn.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "clock.hpp"

namespace assay {
namespace {

constexpr std::size_t stack_bytes = 32 * 1024;
alignas(64) char child_stack[stack_bytes];

// Shared by parent and child: they have one address space until the execve, and the parent sleeps.
struct Start {
    const Program &program;
    const Surroundings &surroundings;
    Child &child;
};

bool redirect(int from, int to) { return from < 0 || dup2(from, to) == to; }

constexpr int least_real_time_priority = 1;

// Which setting the kernel does not allow, with errno; null when it allows all of them.
const char *set_scheduling(const Surroundings &s) {
    if (s.cpus != nullptr && sched_setaffinity(0, sizeof(cpu_set_t), s.cpus) != 0)
        return "cpus";
    if (s.nice != 0 && setpriority(PRIO_PROCESS, 0, s.nice) != 0)
        return "nice";
    sched_param parameters{};
    parameters.sched_priority = s.policy == SCHED_FIFO ? least_real_time_priority : 0;
    if (s.policy >= 0 && sched_setscheduler(0, s.policy, &parameters) != 0)
        return "policy";
    return nullptr;
}

bool arrange(const Start &start) {
    const Surroundings &s = start.surroundings;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (s.new_session) {
        setsid();
    } else {
        setpgid(0, 0);
    }
    if (start.program.folder() >= 0 && fchdir(start.program.folder()) != 0)
        return false;
    start.child.refused = set_scheduling(s);
    if (start.child.refused != nullptr)
        return false;
    if (!redirect(s.in, STDIN_FILENO) || !redirect(s.out, STDOUT_FILENO) || !redirect(s.error, STDERR_FILENO))
        return false;
    return s.signal_mask == nullptr || sigprocmask(SIG_SETMASK, s.signal_mask, nullptr) == 0;
}

// SAFETY: runs in the parent's memory, so it may only make system calls and write into `Start`.
int run_child(void *argument) {
    const Start &start = *static_cast<Start *>(argument);
    if (arrange(start)) {
        start.child.exec_ns = now_ns();
        execve(start.program.path(), start.program.arguments(), start.program.environment());
    }
    start.child.error = errno;
    _exit(127);
}

} // namespace

Child spawn(const Program &program, const Surroundings &surroundings) {
    Child child;
    Start start{program, surroundings, child};
    child.started_ns = now_ns();
    // SAFETY: all signals the launcher handles are blocked for good, so no handler runs in shared memory.
    child.pid = clone(run_child, child_stack + stack_bytes, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &start,
                      &child.pidfd);
    if (child.pid < 0)
        child.error = errno;
    if (child.pid > 0 && child.error != 0) {
        waitpid(child.pid, nullptr, 0);
        close(child.pidfd);
        child.pid = -1;
    }
    return child;
}

std::string explain_refusal(const Child &child) {
    const std::string words = std::string(child.refused) + ": " + std::strerror(child.error);
    return std::strcmp(child.refused, "cpus") == 0 ? words : words + "; the kernel allows it to root and CAP_SYS_NICE";
}

} // namespace assay
