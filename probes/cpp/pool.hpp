// Threads made once, before the first iteration, fed through a queue.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

#include "model.hpp"

class Pool final : public Model {
  public:
    explicit Pool(Run &run) : Model(run) {
        for (int worker = 0; worker < run.workers; worker++)
            threads_.emplace_back([this, worker] { work(worker); });
        await(pending_, run.workers);
    }

    ~Pool() override {
        {
            std::lock_guard guard(lock_);
            closing_ = true;
        }
        handed_over_.notify_all();
        for (std::thread &thread : threads_)
            thread.join();
    }

    void sweep() override {
        pending_ = run_.count(); // nobody else looks before the first is handed over
        if (run_.first_step())
            run_.open();
        for (int index = 0; index < run_.count(); index++) {
            run_.submitted(index);
            {
                std::lock_guard guard(lock_);
                queue_.push(index);
            }
            handed_over_.notify_one();
            run_.accepted(index);
        }
        await(pending_, 0);
        run_.ended(run_.workers);
    }

  private:
    void work(int worker) {
        run_.pin_worker(worker);
        std::unique_lock lock(lock_);
        if (++pending_ == run_.workers)
            all_here_.notify_one();
        for (;;) {
            handed_over_.wait(lock, [this] { return closing_ || !queue_.empty(); });
            if (closing_)
                return;
            int index = queue_.front();
            queue_.pop();
            lock.unlock();
            run_.do_task(index);
            lock.lock();
            if (--pending_ == 0)
                all_here_.notify_one();
        }
    }

    void await(const int &number, int wanted) {
        std::unique_lock lock(lock_);
        all_here_.wait(lock, [&] { return number == wanted; });
    }

    std::mutex lock_;
    std::condition_variable handed_over_, all_here_;
    std::queue<int> queue_;
    int pending_ = 0; // at first workers that have started, then tasks of this sweep that are not done
    bool closing_ = false;
    std::vector<std::thread> threads_;
};
