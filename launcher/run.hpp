// SPDX-License-Identifier: Apache-2.0
// One execution of a command: start it, wait without using the CPU, end its whole tree, bill it.
#pragma once

#include <cstdint>
#include <string>

#include "capture.hpp"
#include "counters.hpp"
#include "mark.hpp"
#include "memory.hpp"
#include "program.hpp"
#include "session.hpp"
#include "spawn.hpp"
#include "tree.hpp"

namespace assay {

struct Run {
    std::int64_t started_ns = 0;
    std::int64_t wall_ns = 0; // from just before the clone to reaping
    std::int64_t exec_ns = 0; // from the execve to reaping
    Bill bill;
    Counts counts{};
    int exit_code = 0; // -1 when ended by a signal
    int signal = 0;
    bool timed_out = false;
    int orphans = 0;
    std::uint64_t stdout_bytes = 0;
    std::uint64_t stderr_bytes = 0;
};

// Why a run ended, and so whether the next one may start.
enum class End { by_itself, not_started, timed_out, printed_too_much, lost_parent, signalled };

struct Conditions {
    const Program &program;
    Surroundings surroundings;
    Capture &out;
    Capture &error;
    MemorySampler &memory;
    Mark &mark;
    Counters &counters;
    std::uint64_t timeout_ns = 0;
    std::uint64_t output_limit = 0;
};

// `problem` says in words what went wrong, if anything did.
End run_once(const Session &session, Conditions &conditions, Run &run, std::string &problem);

} // namespace assay
