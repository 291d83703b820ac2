// Counting: equal parts of a total; each millionth step of a part is noticed.
//
// opaque() keeps the loop from being dropped, shortened or done several steps at a time.
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "probe.hpp"

static constexpr std::int64_t NOTICE_EVERY = 1'000'000;

static inline void opaque(std::int64_t &value) { asm volatile("" : "+r"(value) : : "memory"); }

class Count {
  public:
    Count(Words &words, std::span<Task> tasks, int)
        : total_(words.integer("total", 1'000'000, 1)), parts_(tasks.size()) {
        auto number = static_cast<std::int64_t>(tasks.size());
        for (Task &task : tasks)
            parts_[task.index].size = task.size = total_ / number + (task.index < total_ % number);
    }

    void operate(const Task &task, Meter &meter) {
        Part &part = parts_[task.index];
        count(part);
        meter.ops += part.counted;
    }

    Answer check() {
        std::int64_t notable = 0, counted = 0, noticed = 0;
        for (Part &part : parts_) {
            notable += part.size / NOTICE_EVERY;
            counted += std::exchange(part.counted, 0);
            noticed += std::exchange(part.noticed, 0);
        }
        return {words(total_, notable), words(counted, noticed)};
    }

  private:
    // On cache lines of its own, so that tasks do not share one.
    struct alignas(128) Part {
        std::int64_t size = 0, counted = 0, noticed = 0;
    };

    [[gnu::noinline]] static void count(Part &part) {
        std::int64_t counted = 0, noticed = 0;
        for (std::int64_t i = 1, end = part.size; i <= end; counted = i++) {
            opaque(i);
            if (i % NOTICE_EVERY == 0)
                noticed++;
        }
        part.counted = counted;
        part.noticed = noticed;
    }

    static std::string words(std::int64_t counted, std::int64_t noticed) {
        return std::to_string(counted) + " counts, " + std::to_string(noticed) + " noticed";
    }

    std::int64_t total_;
    std::vector<Part> parts_;
};

std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree) {
    return std::make_unique<Offered<Count>>(words, tasks, degree);
}
