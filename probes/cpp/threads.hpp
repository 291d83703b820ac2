// In the caller, or in a thread of its own for each task: made as std::thread, std::jthread or by std::async.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
#include <semaphore>
#include <thread>

#include "gate.hpp"
#include "model.hpp"

class Serial final : public Model {
  public:
    explicit Serial(Run &run) : Model(run) { run.pin_worker(0); }

    void sweep() override {
        if (run_.first_step())
            run_.open();
        for (int index = 0; index < run_.count(); index++) {
            run_.do_task(index);
            run_.slots[index].submitted = run_.slots[index].accepted = run_.slots[index].started;
        }
        run_.ended(0);
    }
};

// The three ways to have a thread, each with a body and an end.
struct Thread {
    std::thread thread;
    void join() { thread.join(); }
};
struct JThread {
    std::jthread thread;
    void join() { thread.join(); }
};
struct Async {
    std::future<void> thread;
    void join() { thread.get(); }
};

template <class Way, class Body> Way start(Body body) {
    if constexpr (std::same_as<Way, Async>)
        return {std::async(std::launch::async, std::move(body))};
    else
        return {decltype(Way::thread)(std::move(body))};
}

// A fresh one for each task, at most `workers` alive.
template <class Way> class FreshThreads final : public Model {
  public:
    using Model::Model;

    void sweep() override {
        Gate begin(run_.gated() ? run_.first_wave() : 0, run_.workers <= CPU_COUNT(&run_.allowed));
        Gate leave(run_.hold ? run_.count() : 0, false);
        std::counting_semaphore<> room(run_.workers);
        std::vector<Way> threads;
        threads.reserve(run_.tasks.size());
        if (run_.first_step() && !run_.gated())
            run_.open();
        for (int index = 0; index < run_.count(); index++) {
            room.acquire();
            run_.submitted(index);
            // What it throws ends the probe: std::async would keep it, and nobody wake who waits for this worker.
            threads.push_back(start<Way>([this, index, &begin, &leave, &room]() noexcept {
                run_.pin_worker(index);
                begin.pass();
                run_.do_task(index);
                leave.pass();
                room.release();
            }));
            run_.accepted(index);
            if (run_.gated() && index + 1 == run_.first_wave()) {
                begin.await_all();
                run_.open();
                begin.open();
            }
        }
        finish(threads, leave);
    }

  private:
    void finish(std::vector<Way> &threads, Gate &leave) {
        if (run_.hold) {
            leave.await_all();
            run_.ended(run_.count());
            leave.open();
        }
        for (Way &thread : threads)
            thread.join();
        if (!run_.hold)
            run_.ended(0);
    }
};
