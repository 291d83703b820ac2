// One iteration as a model sees it. Models know nothing of workloads but that there are tasks to be done.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <functional>
#include <sched.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "samples.hpp"

// A task's stamps, two cache lines away from the next so that workers do not share one. With several sweeps
// over the tasks: the first time it was submitted, accepted and started, the last time it ended.
struct alignas(128) Slot {
    std::int64_t submitted = 0, accepted = 0, started = 0, ended = 0;
    std::int64_t worker = 0; // kernel thread
    std::int64_t ops = 0;
};

enum class Pin { none, each, same };

struct Run {
    int workers = 1;
    int steps = 1, step = 0;   // sweeps over all tasks in one iteration, and the one under way
    bool after_create = false; // the gate opens once the first workers are there
    bool stamped = true;
    bool hold = false; // workers stay until every task is done
    bool warm = false; // this iteration counts
    Pin pin = Pin::none;
    std::int64_t window_ns = 0;
    cpu_set_t allowed{}; // CPUs, as they were when the probe started
    std::vector<Task> tasks;
    std::vector<Slot> slots;
    Samples samples;
    std::unique_ptr<Work> work;
    Waker *waker = nullptr;         // of a model that does not block
    std::int64_t opened = 0;        // when the iteration did
    std::function<void(int)> ended; // to be called when all tasks of a sweep are done, with the number of held workers

    int count() const { return static_cast<int>(tasks.size()); }
    int first_wave() const { return std::min(workers, count()); }
    bool first_step() const { return step == 0; }
    bool gated() const { return after_create && first_step(); }
    std::int64_t stamp() const { return stamped ? now_ns() : 0; }

    void open() {
        work->arm();
        opened = now_ns();
    }
    void submitted(int index) {
        if (first_step())
            slots[index].submitted = stamp();
    }
    void accepted(int index) {
        if (first_step())
            slots[index].accepted = stamp();
    }

    Meter meter() { return Meter(window_ns ? opened + window_ns : 0, warm ? &samples : nullptr, waker); }
    void started(int index) {
        if (first_step())
            slots[index].started = stamp();
    }
    void finished(int index, std::int64_t ops) {
        Slot &slot = slots[index];
        slot.ended = stamp();
        slot.worker = gettid();
        slot.ops = first_step() ? ops : slot.ops + ops;
    }

    // One task from its first stamp to its last, in the calling thread. What it throws ends the probe, whatever the
    // model: some libraries would keep it, and nobody wake who waits for this task.
    void do_task(int index) noexcept {
        Meter mine = meter();
        started(index);
        work->operate(tasks[index], mine);
        finished(index, mine.ops);
    }

    // Ties the calling thread to the CPU that worker of this number is to have.
    void pin_worker(int worker) const {
        if (pin == Pin::none)
            return;
        int left = pin == Pin::each ? worker % CPU_COUNT(&allowed) : 0, cpu = 0;
        while (!CPU_ISSET(cpu, &allowed) || left-- > 0)
            cpu++;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        if (sched_setaffinity(0, sizeof one, &one) != 0)
            throw std::system_error(errno, std::generic_category(), "cannot tie a worker to its CPU");
    }
};
