// What was asked for, read from the words the probe was started with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models.hpp"

struct Asked {
    const Offer &offer;
    std::string workload;
    int iterations = 1, warmup = 0;
    int stamps = 0; // a place in STAMPS
    std::int64_t window_ms = 0;
    bool mark = false;
    bool each_task = true; // its stamps are said, not only those of each worker
};

inline constexpr std::string_view GATES[] = {"before_create", "after_create"}, STAMPS[] = {"task", "worker", "none"},
                                  PINS[] = {"none", "each", "same"};

inline Asked read_words(Words &words, Run &run) {
    constexpr int MOST_TASKS_STAMPED = 10000; // beyond it the stamps are summed up by worker
    const Offer &offer = find_offer(words.text("model", "serial"), words.text("implementation", ""));
    Asked asked{.offer = offer, .workload = words.text("workload", "")};
    run.workers = words.count("workers", 1, 1);
    run.tasks.resize(words.count("tasks", run.workers, 1));
    asked.iterations = words.count("iterations", 1, 1);
    asked.warmup = words.count("warmup", 0, 0);
    run.after_create = words.choice("gate", {GATES[0], GATES[1]}) == 1;
    asked.stamps = words.choice("stamps", {STAMPS[0], STAMPS[1], STAMPS[2]});
    run.stamped = asked.stamps != 2;
    asked.each_task = asked.stamps == 0 && run.count() <= MOST_TASKS_STAMPED;
    run.steps = words.count("steps", 1, 1);
    asked.window_ms = words.count("window_ms", 0, 0);
    run.window_ns = asked.window_ms * 1'000'000;
    run.pin = static_cast<Pin>(words.choice("pin", {PINS[0], PINS[1], PINS[2]}));
    asked.mark = words.choice("mark", {"0", "1"}) == 1;
    run.hold = words.choice("hold", {"0", "1"}) == 1;
    if (run.hold && !offer.makes_workers)
        throw Refused("hold: model " + std::string(offer.model) + " makes no workers in an iteration");
    if (run.hold && run.workers < run.count())
        throw Refused("hold: expected a worker for each task, found " + std::to_string(run.workers) + " workers for " +
                      std::to_string(run.count()) + " tasks");
    words.text("seed", "1"); // every harness takes a seed, also where the workload draws nothing
    return asked;
}
