// Leibniz's series: each task adds up its own range of consecutive terms, in double precision.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "probe.hpp"

class Pi {
  public:
    Pi(Words &words, std::span<Task> tasks, int) : total_(words.integer("total", 1'000'000, 1)), parts_(tasks.size()) {
        auto number = static_cast<std::int64_t>(tasks.size());
        std::int64_t first = 0;
        for (Task &task : tasks) {
            task.size = total_ / number + (task.index < total_ % number);
            parts_[task.index] = {first, first + task.size, 0};
            first += task.size;
        }
    }

    void operate(const Task &task, Meter &meter) {
        Part &part = parts_[task.index];
        part.sum = sum_of_terms(part.first, part.end);
        meter.ops += part.end - part.first;
    }

    Answer check() {
        double sum = 0, total = static_cast<double>(total_), within = 0.25 / (total * total * total) + 1e-9;
        for (Part &part : parts_)
            sum += std::exchange(part.sum, 0);
        // The terms from there on come to 1 / total, nearly: without them nobody would miss the last task's.
        double pi = 4 * sum + (total_ % 2 ? -1 : 1) / total, off = std::abs(pi - std::numbers::pi);
        char right[128], wrong[128];
        std::snprintf(right, sizeof right, "4 x sum and the rest within %.3e of pi", within);
        std::snprintf(wrong, sizeof wrong, "4 x sum and the rest = %.12f, off by %.3e", pi, off);
        return {right, off <= within ? right : wrong};
    }

  private:
    // On cache lines of its own, so that tasks do not share one.
    struct alignas(128) Part {
        std::int64_t first = 0, end = 0;
        double sum = 0;
    };

    static double sum_of_terms(std::int64_t first, std::int64_t end) {
        double sum = 0;
        double divisor = 2.0 * static_cast<double>(first) + 1; // not 2 * k + 1: few processors convert several integers
        for (std::int64_t k = first; k < end; k++, divisor += 2)
            sum += (k % 2 ? -1.0 : 1.0) / divisor;
        return sum;
    }

    std::int64_t total_;
    std::vector<Part> parts_;
};

std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree) {
    return std::make_unique<Offered<Pi>>(words, tasks, degree);
}
