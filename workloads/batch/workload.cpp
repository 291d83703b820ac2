// Computations of 1, 2, 3, ... units of length in a given order: each is so many steps of one recurrence, which reads
// no clock and gives nothing back before its end, and after it a sleep where only a share is to be computing.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "probe.hpp"

enum Order { DESCENDING, ASCENDING, RANDOM };

static constexpr std::uint64_t FACTOR = 6364136223846793005, SUMMAND = 1442695040888963407;

static constexpr std::uint64_t next(std::uint64_t x) { return x * FACTOR + SUMMAND; }

// Every step is taken: a compiler may not do several of them in one multiplication.
[[gnu::noinline]] static std::uint64_t recur(std::uint64_t x, std::int64_t steps) {
    while (steps-- > 0) {
        x = next(x);
        asm volatile("" : "+r"(x));
    }
    return x;
}

// The same by squaring: two steps are one step with another factor and summand.
static std::uint64_t recur_at_once(std::uint64_t x, std::int64_t steps) {
    std::uint64_t factor = FACTOR, summand = SUMMAND;
    for (; steps > 0; steps /= 2) {
        if (steps % 2)
            x = x * factor + summand;
        summand *= factor + 1;
        factor *= factor;
    }
    return x;
}

static std::int64_t timed(std::int64_t steps) {
    static volatile std::uint64_t kept;
    std::int64_t start = now_ns();
    kept = recur(kept, steps);
    return now_ns() - start;
}

// Steps of the recurrence in a microsecond, by the fastest of a few tries, so that whoever else runs does not count.
static double calibrate() {
    constexpr int TRIES = 5;
    constexpr std::int64_t SHORTEST_TRY_NS = 2'000'000;
    std::int64_t steps = 100'000, fastest;
    while ((fastest = timed(steps)) < SHORTEST_TRY_NS)
        steps *= 2;
    for (int i = 0; i < TRIES; i++)
        fastest = std::min(fastest, timed(steps));
    return static_cast<double>(steps) * 1000 / static_cast<double>(fastest);
}

static void set_sizes(std::span<Task> tasks, int order, std::uint64_t x) {
    auto number = static_cast<std::int64_t>(tasks.size());
    for (Task &task : tasks)
        task.size = order == DESCENDING ? number - task.index : task.index + 1;
    for (std::size_t i = tasks.size() - 1; order == RANDOM && i > 0; i--) {
        x = next(x);
        std::swap(tasks[i].size, tasks[(x >> 33) % (i + 1)].size);
    }
}

class Batch {
  public:
    Batch(Words &words, std::span<Task> tasks, int) : sweeps_(words.integer("steps", 1)), results_(tasks.size()) {
        std::int64_t unit_us = words.integer("unit_us", 5000, 1), percent = words.integer("cpu_percent", 100, 0);
        auto loops_per_us = static_cast<double>(words.integer("loops_per_us", 0, 0));
        if (percent > 100)
            throw Refused("cpu_percent: expected 100 or less, found " + std::to_string(percent));
        int order = words.choice("order", {"descending", "ascending", "random"});
        set_sizes(tasks, order, static_cast<std::uint64_t>(words.integer("seed", 1)));
        if (loops_per_us == 0)
            loops_per_us = calibrate();
        sleep_of_unit_ns_ = unit_us * (100 - percent) * 10;
        for (const Task &task : tasks) {
            Result &result = results_[task.index];
            result.size = task.size;
            double length_us = static_cast<double>(task.size * unit_us);
            result.steps = static_cast<std::int64_t>(length_us * loops_per_us * static_cast<double>(percent) / 100);
        }
    }

    Job operate(const Task &task, Meter &meter) {
        Result &result = results_[task.index];
        result.x = recur(static_cast<std::uint64_t>(task.size), result.steps);
        if (sleep_of_unit_ns_ > 0)
            co_await meter.sleep(task.size * sleep_of_unit_ns_);
        result.done++;
        meter.ops += task.size;
    }

    Answer check() {
        int right = 0;
        for (Result &result : results_) {
            std::uint64_t x = recur_at_once(static_cast<std::uint64_t>(result.size), result.steps);
            right += std::exchange(result.done, 0) == sweeps_ && std::exchange(result.x, 0) == x;
        }
        return {words(results_.size()), words(right)};
    }

  private:
    // On cache lines of its own, so that tasks do not share one.
    struct alignas(128) Result {
        std::uint64_t x = 0;
        std::int64_t size = 0, steps = 0, done = 0;
    };

    static std::string words(std::size_t right) {
        return std::to_string(right) + " tasks done once with the right number";
    }

    std::int64_t sweeps_, sleep_of_unit_ns_ = 0;
    std::vector<Result> results_;
};

std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree) {
    return std::make_unique<Offered<Batch>>(words, tasks, degree);
}
