// Nothing at all: each task only marks that it was there.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "probe.hpp"

class Empty {
  public:
    Empty(Words &words, std::span<Task> tasks, int) : sweeps_(words.integer("steps", 1)), done_(tasks.size()) {}

    void operate(const Task &task, Meter &meter) {
        done_[task.index]++;
        meter.ops++;
    }

    Answer check() {
        auto right = std::ranges::count(done_, sweeps_);
        std::string often = sweeps_ == 1 ? "once" : std::to_string(sweeps_) + " times";
        std::ranges::fill(done_, 0);
        return {std::to_string(done_.size()) + " tasks done " + often, std::to_string(right) + " tasks done " + often};
    }

  private:
    std::int64_t sweeps_;
    std::vector<std::int64_t> done_;
};

std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree) {
    return std::make_unique<Offered<Empty>>(words, tasks, degree);
}
