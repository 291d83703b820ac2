// Each task sends its number around through all tasks, and hands on what it receives until its own is back.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>
#include <vector>

#include "probe.hpp"

class Relay {
  public:
    Relay(Words &words, std::span<Task> tasks, int) : steps_(words.integer("steps", 1)), places_(tasks.size()) {
        for (Place &place : places_)
            if (pipe(place.pipe) != 0)
                throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
    }

    ~Relay() {
        for (Place &place : places_) {
            close(place.pipe[0]);
            close(place.pipe[1]);
        }
    }

    Job operate(const Task &task, Meter &meter) {
        const std::size_t tasks = places_.size();
        Place &own = places_[task.index], &next = places_[(task.index + 1) % tasks];
        std::int64_t number = task.index;
        std::size_t received = 0;
        co_await meter.sleep(NAP_NS);
        for (std::size_t hop = 0; hop < tasks; hop++) {
            if (write(next.pipe[1], &number, sizeof number) != sizeof number)
                throw std::system_error(errno, std::generic_category(), "cannot write into a pipe");
            received += co_await meter.receive(own.pipe[0], std::as_writable_bytes(std::span(&number, 1)));
        }
        own.right += received == tasks * sizeof number && number == task.index;
        meter.ops++;
    }

    Answer check() {
        std::int64_t right = 0;
        for (Place &place : places_)
            right += std::exchange(place.right, 0);
        return {words(static_cast<std::int64_t>(places_.size()) * steps_), words(right)};
    }

  private:
    static constexpr std::int64_t NAP_NS = 200'000;

    struct alignas(128) Place {
        std::int64_t right = 0;
        int pipe[2] = {-1, -1};
    };

    static std::string words(std::int64_t numbers) { return std::to_string(numbers) + " numbers"; }

    std::int64_t steps_;
    std::vector<Place> places_;
};

std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree) {
    return std::make_unique<Offered<Relay>>(words, tasks, degree);
}
