// SPDX-License-Identifier: Apache-2.0
// CPU migrations, and cycles and the like where the machine counts them, of a tree, by the kernel's perf events.
//
// Opened on the launcher itself just before it starts the command, which inherits the counters and
// switches them on by its execve. New ones for each run: the kernel may hand the original to the child in
// exchange for the copy, and the original forgets at its first execve that it was to be switched on.
// Off unless asked for: they make every process and thread of the tree dearer to start.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace assay {

// In the order of the events in counters.cpp.
enum Counted : std::size_t { migrations, cycles, instructions, cache_misses, branch_misses, counted };

// -1 where the machine does not say, or nobody asked.
using Counts = std::array<std::int64_t, counted>;

class Counters {
  public:
    explicit Counters(bool wanted) : wanted_(wanted) { events_.fill(-1); }
    Counters(const Counters &) = delete;
    Counters &operator=(const Counters &) = delete;
    ~Counters();

    void begin();
    Counts end();

  private:
    void close_events();

    bool wanted_;
    std::array<int, counted> events_;
};

} // namespace assay
