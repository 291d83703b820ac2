// SPDX-License-Identifier: Apache-2.0
// Starts one process without copying the launcher's page tables, and says when it did.
#pragma once

#include <sched.h>
#include <signal.h>
#include <sys/types.h>

#include <cstdint>
#include <string>

#include "program.hpp"

namespace assay {

// How the child differs from the launcher; -1 = leave the stream as it is (/dev/null).
struct Surroundings {
    int in = -1;
    int out = -1;
    int error = -1;
    const cpu_set_t *cpus = nullptr;
    int nice = 0;    // 0 = as the launcher
    int policy = -1; // SCHED_...; -1 = as the launcher
    const sigset_t *signal_mask = nullptr;
    bool new_session = false; // only where the launcher has a terminal: a session costs more than a group
};

struct Child {
    pid_t pid = -1;
    int pidfd = -1;
    std::int64_t started_ns = 0;   // just before the clone
    std::int64_t exec_ns = 0;      // just before the execve, by the child itself
    int error = 0;                 // errno of what failed
    const char *refused = nullptr; // the setting that the kernel did not allow
};

// The child leads a process group of its own and dies with the launcher.
Child spawn(const Program &program, const Surroundings &surroundings);

// Words for a setting that the kernel did not allow.
std::string explain_refusal(const Child &child);

} // namespace assay
