// What each task sees: the CPU it is tied to. Takes samples whose histogram is known, and may wait for all others.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <sched.h>
#include <vector>

#include "probe.hpp"

class Witness {
  public:
    Witness(Words &words, std::span<Task> tasks, int)
        : samples_(words.integer("samples", 0)), together_(words.integer("together", 0) == 1), cpus_(tasks.size()) {}

    void operate(const Task &task, Meter &meter) {
        cpus_[task.index] = only_cpu();
        running_++;
        while (together_ && running_ < static_cast<int>(cpus_.size()))
            std::this_thread::yield();
        for (std::int64_t i = 0; i < samples_; i++)
            meter.sample(i * i);
        meter.ops++;
    }

    Answer check() {
        std::string seen = "cpus";
        for (int cpu : cpus_)
            seen += " " + std::to_string(cpu);
        running_ = 0;
        return {seen, seen};
    }

  private:
    // -1 where there are several
    static int only_cpu() {
        cpu_set_t allowed;
        int cpu = 0;
        if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) != 1)
            return -1;
        while (!CPU_ISSET(cpu, &allowed))
            cpu++;
        return cpu;
    }

    std::int64_t samples_;
    bool together_;
    std::vector<int> cpus_;
    std::atomic<int> running_ = 0;
};

std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree) {
    return std::make_unique<Offered<Witness>>(words, tasks, degree);
}
