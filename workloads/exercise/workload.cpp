// Every call that a workload may use or offer, each of them counted.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unistd.h>
#include <vector>

#include "probe.hpp"

class Exercise {
  public:
    Exercise(Words &words, std::span<Task> tasks, int) : steps_(words.integer("steps", 1)), results_(tasks.size()) {
        for (Task &task : tasks) {
            task.role = task.index % 2;
            task.size = task.index + 1;
        }
    }

    Job operate(const Task &task, Meter &meter) {
        Result &result = results_[task.index];
        do {
            if (task.role == 1) {
                std::int64_t start = meter.now();
                co_await meter.sleep(NAP_NS);
                std::int64_t elapsed = meter.now() - start;
                result.early += elapsed < NAP_NS;
                meter.sample(elapsed);
                // Its number and a little more, through a pipe that then ends.
                Pipe pipe(task.index);
                std::int64_t first = -1, second = -1;
                std::size_t whole = co_await meter.receive(pipe.end, bytes(first));
                std::size_t rest = co_await meter.receive(pipe.end, bytes(second));
                result.garbled += whole != sizeof first || first != task.index || rest != REST;
            }
            meter.ops += task.size;
        } while (!meter.stop());
        result.done++;
    }

    void between(int step) { between_ += step == between_; } // counted in their order
    void arm() { armed_++; }
    void disarm() { disarmed_++; }

    Answer check() {
        std::int64_t right = 0, sweeps = 0;
        for (Result &result : results_) {
            right += result.done == steps_ && result.early == 0 && result.garbled == 0;
            sweeps = std::max(sweeps, result.done);
            result = {};
        }
        std::string found = words(right, sweeps, between_, armed_ == disarmed_ ? armed_ : -1);
        between_ = armed_ = disarmed_ = 0;
        return {words(static_cast<std::int64_t>(results_.size()), steps_, steps_ - 1, 1), found};
    }

  private:
    static constexpr std::int64_t NAP_NS = 200'000;
    static constexpr std::size_t REST = 3;

    struct alignas(128) Result {
        std::int64_t done = 0, early = 0, garbled = 0;
    };

    struct Pipe {
        explicit Pipe(std::int64_t number) {
            std::int64_t letter[] = {number, -1};
            int ends[2];
            if (pipe(ends) != 0 || write(ends[1], letter, sizeof number + REST) != sizeof number + REST)
                throw std::system_error(errno, std::generic_category(), "cannot write into a pipe");
            close(ends[1]);
            end = ends[0];
        }
        ~Pipe() { close(end); }
        int end;
    };

    static std::span<std::byte> bytes(std::int64_t &number) { return std::as_writable_bytes(std::span(&number, 1)); }

    static std::string words(std::int64_t tasks, std::int64_t sweeps, std::int64_t between, std::int64_t armed) {
        return std::to_string(tasks) + " tasks, " + std::to_string(sweeps) + " sweeps, " + std::to_string(between) +
               " between, armed " + std::to_string(armed) + " times";
    }

    std::int64_t steps_, between_ = 0, armed_ = 0, disarmed_ = 0;
    std::vector<Result> results_;
};

std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree) {
    return std::make_unique<Offered<Exercise>>(words, tasks, degree);
}
