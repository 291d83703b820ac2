// SPDX-License-Identifier: Apache-2.0
// CPU migrations of a tree, counted by the kernel's perf events where it allows that.
//
// Opened once on the launcher itself: each child inherits the counter, its execve switches it on, and
// what it counted is added when it ends. Off unless asked for: it makes every process and thread of the
// tree dearer to start.
#pragma once

#include <cstdint>

namespace assay {

class Counters {
  public:
    explicit Counters(bool wanted);
    Counters(const Counters &) = delete;
    Counters &operator=(const Counters &) = delete;
    ~Counters();

    // Since the last call; -1 where the machine does not say.
    std::int64_t migrations();

  private:
    int event_ = -1;
    std::int64_t before_ = 0;
};

} // namespace assay
