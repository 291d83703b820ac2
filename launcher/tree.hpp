// SPDX-License-Identifier: Apache-2.0
// The process tree below the launcher: find it, signal it, reap it, bill it.
//
// The launcher is a subreaper: whatever a command leaves behind, also what has changed its session
// or was forked twice, becomes the launcher's child when its parent ends.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace assay {

// What processes used, as wait4 says it: each with the descendants it has waited for itself.
struct Bill {
    std::int64_t user_ns = 0;
    std::int64_t system_ns = 0;
    std::int64_t max_rss_bytes = 0; // of the largest single process
    std::int64_t voluntary_switches = 0;
    std::int64_t involuntary_switches = 0;
    std::int64_t minor_faults = 0;
    std::int64_t major_faults = 0;

    void add(const rusage &usage);
};

// The command's own process; `ended_ns` is 0 until it has been reaped.
struct Main {
    pid_t pid = -1;
    int status = 0;
    std::int64_t ended_ns = 0;
};

// All processes below `root`, parents before children, without `root` itself.
void find_descendants(pid_t root, std::vector<pid_t> &found);

// False where the kernel does not list a task's children.
bool can_find_descendants();

// Sends to the main process's group at once (nothing can be forked meanwhile), then to each descendant.
void signal_tree(const Main &main, int signal);

// Takes every process that has ended; returns how many others than the main one. `none_left` is set
// when there is no child any more.
int reap_ended(Main &main, Bill &bill, bool &none_left);

// Kills and reaps until nothing is left. Returns how many were reaped besides the main process;
// `stuck` is set when some did not die in 5 seconds.
int kill_tree(Main &main, Bill &bill, bool &stuck);

} // namespace assay
