// Threads that resume coroutines, and wake those that sleep or receive. No thread is kept by a coroutine that waits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <coroutine>
#include <deque>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>

#include "run.hpp"
#include "watcher.hpp"

class Executor final : public Waker {
  public:
    Executor(const Run &run, int threads) {
        for (int number = 0; number < threads; number++)
            threads_.emplace_back([this, &run, number] {
                run.pin_worker(number);
                work();
            });
    }

    ~Executor() {
        watcher_.reset();
        {
            std::lock_guard guard(lock_);
            closing_ = true;
        }
        changed_.notify_all();
        for (std::thread &thread : threads_)
            thread.join();
    }

    void post(std::coroutine_handle<> coroutine) {
        {
            std::lock_guard guard(lock_);
            ready_.push_back(coroutine);
        }
        changed_.notify_one();
    }

    void wake(std::coroutine_handle<> sleeper, std::int64_t at) override {
        std::lock_guard guard(lock_); // kept while notifying: the sleeper may wake, and end, at once
        sleepers_.push({at, sleeper});
        changed_.notify_one();
    }

    void wake(Receive &receive) override {
        std::call_once(first_, [this] { watcher_.emplace([this](auto coroutine) { post(coroutine); }); });
        watcher_->watch(receive);
    }

  private:
    struct Sleeper {
        std::int64_t at;
        std::coroutine_handle<> coroutine;
        bool operator<(const Sleeper &other) const { return at > other.at; } // the earliest one on top
    };

    void work() {
        std::unique_lock lock(lock_);
        for (;;) {
            for (std::int64_t now = sleepers_.empty() ? 0 : now_ns(); !sleepers_.empty() && sleepers_.top().at <= now;
                 sleepers_.pop())
                ready_.push_back(sleepers_.top().coroutine);
            if (!ready_.empty())
                resume_one(lock);
            else if (closing_)
                return;
            else if (sleepers_.empty())
                changed_.wait(lock);
            else
                changed_.wait_until(
                    lock, std::chrono::steady_clock::time_point(std::chrono::nanoseconds(sleepers_.top().at)));
        }
    }

    void resume_one(std::unique_lock<std::mutex> &lock) {
        std::coroutine_handle<> coroutine = ready_.front();
        ready_.pop_front();
        if (!ready_.empty() || !sleepers_.empty())
            changed_.notify_one(); // this thread is busy now: somebody else must look after them
        lock.unlock();
        coroutine.resume();
        lock.lock();
    }

    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<std::coroutine_handle<>> ready_;
    std::priority_queue<Sleeper> sleepers_;
    bool closing_ = false;
    std::once_flag first_; // who waits for a stream
    std::optional<Watcher> watcher_;
    std::vector<std::thread> threads_;
};
