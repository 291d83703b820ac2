// SPDX-License-Identifier: Apache-2.0
// CPU migrations of a tree, counted by the kernel's perf events where it allows that.
//
// Opened on the launcher itself just before it starts the command, which inherits the counter and
// switches it on by its execve. A new one for each run: the kernel may hand the original to the child in
// exchange for the copy, and the original forgets at its first execve that it was to be switched on.
// Off unless asked for: it makes every process and thread of the tree dearer to start.
#pragma once

#include <cstdint>

namespace assay {

class Counters {
  public:
    explicit Counters(bool wanted) : wanted_(wanted) {}
    Counters(const Counters &) = delete;
    Counters &operator=(const Counters &) = delete;
    ~Counters();

    void begin();
    // -1 where the machine does not say, or nobody asked.
    std::int64_t end();

  private:
    void close_event();

    bool wanted_;
    int event_ = -1;
};

} // namespace assay
