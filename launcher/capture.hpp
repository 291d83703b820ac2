// SPDX-License-Identifier: Apache-2.0
// One output stream of the command: thrown away at no cost, or counted with its first bytes kept.
//
// What is kept lies in a memory file, not in the launcher: the largest size the launcher ever had is
// inherited by the peak memory of every process it starts.
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "mark.hpp"

namespace assay {

class Capture {
  public:
    explicit Capture(std::uint64_t keep) : keep_(keep) {}
    Capture(const Capture &) = delete;
    Capture &operator=(const Capture &) = delete;
    ~Capture();

    bool wanted() const { return keep_ > 0; }
    // Everything that is printed is shown to it as well.
    void tell(Mark &mark) { told_ = &mark; }
    // Opens a fresh pipe and forgets what was kept; does nothing when no output is wanted.
    bool begin();
    int read_end() const { return read_; }   // -1 when closed or not wanted
    int write_end() const { return write_; } // for the child
    void close_write_end();
    // Takes what is there now, a bounded amount; false when there was nothing more.
    bool drain();
    void finish(); // takes the rest and closes the pipe

    std::uint64_t total() const { return total_; }
    std::uint64_t kept() const { return kept_; }
    bool copy_to(int file) const;

  private:
    void store(const char *bytes, std::uint64_t count);

    std::uint64_t keep_;
    std::uint64_t total_ = 0;
    std::uint64_t kept_ = 0;
    int read_ = -1;
    int write_ = -1;
    int store_ = -1;
    Mark *told_ = nullptr;
};

} // namespace assay
