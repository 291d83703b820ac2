// What is said of the probe and of each iteration; see docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gnu/libc-version.h>
#include <map>

#include "asked.hpp"
#include "message.hpp"

#ifndef PROBE_FLAGS
#define PROBE_FLAGS ""
#endif

inline std::string version() {
#ifdef __clang__
    std::string version = __VERSION__;
#else
    std::string version = "gcc " __VERSION__;
#endif
#ifdef _LIBCPP_VERSION
    version += ", libc++ " + std::to_string(_LIBCPP_VERSION);
#else
    version += ", libstdc++ " + std::to_string(__GLIBCXX__);
#endif
    version += std::string(", glibc ") + gnu_get_libc_version();
#ifdef WITH_OPENMP
    version += ", OpenMP " + std::to_string(_OPENMP);
#endif
#ifdef WITH_TBB
    version += std::string(", oneTBB ") + TBB_runtime_version();
#endif
    return version;
}

struct ClockFacts {
    double cost_ns, step_ns;
};

inline ClockFacts look_at_clock() {
    constexpr int READS = 1000;
    std::vector<std::int64_t> reads;
    reads.reserve(READS);
    std::int64_t start = now_ns();
    for (int i = 0; i < READS; i++)
        reads.push_back(now_ns());
    double cost = static_cast<double>(now_ns() - start) / (READS + 1);
    std::int64_t least = INT64_MAX;
    for (std::size_t i = 1; i < reads.size(); i++)
        if (reads[i] > reads[i - 1])
            least = std::min(least, reads[i] - reads[i - 1]);
    return {cost, static_cast<double>(least)};
}

inline Message hello(const Asked &asked, const Run &run) {
    Message hello("hello");
    auto [cost_ns, step_ns] = look_at_clock();
    hello.with("protocol", 1).with("runtime", "cpp").with("version", version()).with("flags", PROBE_FLAGS);
    hello.with("workload", asked.workload).with("model", asked.offer.model);
    hello.with("implementation", asked.offer.implementation).with("workers", run.workers).with("tasks", run.count());
    hello.with("iterations", asked.iterations).with("warmup", asked.warmup).with("gate", GATES[run.after_create]);
    hello.with("stamps", STAMPS[asked.stamps]).with("steps", run.steps).with("window_ms", asked.window_ms);
    hello.with("hold", int{run.hold}).with("pin", PINS[static_cast<int>(run.pin)]).with("mark", int{asked.mark});
    hello.with("clock", "std::chrono::steady_clock").with("clock_cost_ns", cost_ns).with("clock_step_ns", step_ns);
    return hello;
}

using Column = std::vector<std::int64_t>;

inline Column column(const Run &run, std::int64_t Slot::*field, std::int64_t since = 0) {
    Column column;
    for (const Slot &slot : run.slots)
        column.push_back(slot.*field - since);
    return column;
}

inline Message by_task(const Run &run) {
    Column sizes;
    for (const Task &task : run.tasks)
        sizes.push_back(task.size);
    return Message()
        .with("submitted", column(run, &Slot::submitted, run.opened))
        .with("accepted", column(run, &Slot::accepted, run.opened))
        .with("started", column(run, &Slot::started, run.opened))
        .with("ended", column(run, &Slot::ended, run.opened))
        .with("worker", column(run, &Slot::worker))
        .with("ops", column(run, &Slot::ops))
        .with("size", sizes);
}

// The same summed up, one entry a kernel thread.
inline Message by_worker(const Run &run) {
    struct Sum {
        std::int64_t first = INT64_MAX, last = 0, tasks = 0, ops = 0;
    };
    std::map<std::int64_t, Sum> sums;
    for (const Slot &slot : run.slots) {
        Sum &sum = sums[slot.worker];
        sum = {std::min(sum.first, slot.started), std::max(sum.last, slot.ended), sum.tasks + 1, sum.ops + slot.ops};
    }
    Column worker, first, last, tasks, ops;
    for (const auto &[thread, sum] : sums) {
        worker.push_back(thread);
        first.push_back(sum.first - run.opened);
        last.push_back(sum.last - run.opened);
        tasks.push_back(sum.tasks);
        ops.push_back(sum.ops);
    }
    return Message()
        .with("worker", worker)
        .with("first_started", first)
        .with("last_ended", last)
        .with("tasks", tasks)
        .with("ops", ops);
}

inline Message samples(const Samples &samples) {
    Message message("samples");
    message.with("count", samples.count());
    if (samples.count() <= static_cast<std::int64_t>(Samples::MOST_TOLD))
        return message.with("values", samples.values());
    Column from, counts;
    for (std::size_t cell = 0; cell < samples.counts().size(); cell++) {
        if (samples.counts()[cell] == 0)
            continue;
        from.push_back(Samples::begins(cell));
        counts.push_back(samples.counts()[cell]);
    }
    return message.with("from", from).with("counts", counts);
}
