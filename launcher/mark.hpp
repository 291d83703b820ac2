// SPDX-License-Identifier: Apache-2.0
// A probe's stop: a line on its output says that it waits, a line on its input lets it go on.
#pragma once

#include <cstddef>

namespace assay {

class Mark {
  public:
    explicit Mark(bool wanted) : wanted_(wanted) {}
    Mark(const Mark &) = delete;
    Mark &operator=(const Mark &) = delete;
    ~Mark() { finish(); }

    // Opens a fresh pipe; does nothing when no mark is expected.
    bool begin();
    int child_end() const { return read_; } // for standard input; -1 = not wanted
    void close_child_end();
    // Looks at output as it comes, in pieces of any length.
    void look(const char *bytes, std::size_t count);
    bool waiting() const { return waiting_; }
    // Only the first stop is answered; at any other the probe finds the end of its input.
    void let_go();
    void finish();

  private:
    static constexpr std::size_t longest_line = 256; // a longer line is something else

    bool wanted_;
    bool waiting_ = false;
    int read_ = -1;
    int write_ = -1;
    std::size_t length_ = 0; // of the line so far
    char line_[longest_line];
};

} // namespace assay
