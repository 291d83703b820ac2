// A gate: everyone arrives, the caller waits for all of them and lets them go.
//
// Where each worker can have a CPU of its own they spin, and so start together; where there are more workers
// than CPUs a spinner would only keep the others from arriving, so they sleep.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <thread>

class Gate {
  public:
    // For so many arrivals; 0 is no gate, everyone passes.
    Gate(int wanted, bool spin) : wanted_(wanted), spin_(spin) {}

    // ORDERING: sequentially consistent throughout; the gate is outside the timed part but for its last load.
    void pass() {
        if (wanted_ == 0)
            return;
        arrived_++;
        arrived_.notify_one();
        if (!spin_)
            open_.wait(false);
        for (int spins = 0; !open_; spins++)
            if (spins % SPINS_BEFORE_YIELD == 0)
                std::this_thread::yield(); // the caller that opens may need this CPU
    }

    void await_all() {
        for (int seen; (seen = arrived_) < wanted_;)
            arrived_.wait(seen);
    }

    void open() {
        open_ = true;
        open_.notify_all();
    }

  private:
    static constexpr int SPINS_BEFORE_YIELD = 100;
    std::atomic<int> arrived_ = 0;
    std::atomic<bool> open_ = false;
    const int wanted_;
    const bool spin_;
};
