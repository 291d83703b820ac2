// The first task throws what nobody catches.
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "probe.hpp"

class Throwing {
  public:
    Throwing(Words &, std::span<Task>, int) {}

    void operate(const Task &task, Meter &meter) {
        if (task.index == 0)
            throw std::runtime_error("on purpose");
        meter.ops++;
    }

    Answer check() { return {}; }
};

std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree) {
    return std::make_unique<Offered<Throwing>>(words, tasks, degree);
}
