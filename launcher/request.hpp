// SPDX-License-Identifier: Apache-2.0
// What the launcher is asked: one command, how often, and under which conditions.
//
// The same keys are options on the command line (--repeat=10) and fields in the serve mode. The
// texts stay where they arrived: a Request only points into the caller's buffer.
#pragma once

#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct Request {
    std::vector<char *> arguments;   // argv
    std::vector<char *> environment; // NAME=value; all of it, unless `inherit`
    bool inherit = true;             // the launcher's own environment
    const char *cwd = nullptr;
    std::uint64_t repeat = 1;
    std::uint64_t timeout_ns = 0; // per run; 0 = none
    std::uint64_t padding = 0;    // bytes of the value of ASSAY_PADDING; 0 = no such variable
    std::uint64_t keep_stdout = 0;
    std::uint64_t keep_stderr = 0;
    std::uint64_t output_limit = 0; // bytes of both streams after which the run is ended; 0 = none
    std::string_view input;
    cpu_set_t cpus{};
    bool pinned = false;
    int nice = 0;    // 0 = the launcher's
    int policy = -1; // of the scheduler, SCHED_...; -1 = the launcher's
    bool sample_memory = false;
    bool counters = false;
    bool mark = false; // watch standard output for a probe's mark, and let it go on from there
};

struct Field {
    std::string_view name;
    std::string_view meaning;
    // Takes a NUL-terminated value of `length` bytes; returns what is wrong, empty when nothing is.
    std::string (*set)(Request &, char *value, std::size_t length);
};

// Every key of a request, for the parser and for --help.
std::span<const Field> request_fields();

// Returns what is wrong, empty when nothing is.
std::string set_field(Request &request, std::string_view name, char *value, std::size_t length);

// Reads "<key> <length>\n<value>\n" until the end. Writes NULs into `text` so that values can be
// handed to execve without a copy.
std::string read_fields(Request &request, std::span<char> text);

// What in a request stands against something else in it, empty when nothing does.
std::string contradiction(const Request &request);

} // namespace assay
