// A fresh coroutine for each task, at most `workers` in flight, on as many threads as there are CPUs allowed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <semaphore>

#include "executor.hpp"
#include "model.hpp"

// A gate at which coroutines wait without keeping a thread.
class Door {
  public:
    // For so many; 0 is no door, everyone passes. Used anew in each sweep.
    void close(int wanted) {
        wanted_ = wanted;
        open_ = wanted == 0;
    }

    auto pass() {
        struct Passing {
            Door &door;
            bool await_ready() const { return door.open_; }
            void await_suspend(std::coroutine_handle<> coroutine) const { door.arrive(coroutine); }
            void await_resume() const {}
        };
        return Passing{*this};
    }

    void await_all() {
        std::unique_lock lock(lock_);
        all_here_.wait(lock, [this] { return static_cast<int>(waiting_.size()) == wanted_; });
    }

    // Only when all are here, so that nobody is just arriving.
    void open(Executor &executor) {
        open_ = true;
        for (std::coroutine_handle<> coroutine : std::exchange(waiting_, {}))
            executor.post(coroutine);
    }

  private:
    void arrive(std::coroutine_handle<> coroutine) {
        std::lock_guard guard(lock_);
        waiting_.push_back(coroutine);
        if (static_cast<int>(waiting_.size()) == wanted_)
            all_here_.notify_one();
    }

    std::mutex lock_;
    std::condition_variable all_here_;
    std::vector<std::coroutine_handle<>> waiting_;
    int wanted_ = 0;
    bool open_ = true;
};

// A coroutine that belongs to nobody: it is gone at its end.
struct Errand {
    struct promise_type {
        Errand get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() noexcept { std::terminate(); }
    };
    std::coroutine_handle<> handle;
};

class Coroutines final : public Model {
  public:
    explicit Coroutines(Run &run) : Model(run), executor_(run, CPU_COUNT(&run.allowed)) { run.waker = &executor_; }

    void sweep() override {
        std::counting_semaphore<> room(run_.workers);
        begin_.close(run_.gated() ? run_.first_wave() : 0);
        leave_.close(run_.hold ? run_.count() : 0);
        left_ = run_.count();
        if (run_.first_step() && !run_.gated())
            run_.open();
        for (int index = 0; index < run_.count(); index++) {
            room.acquire();
            run_.submitted(index);
            executor_.post(task(index, room).handle);
            run_.accepted(index);
            if (run_.gated() && index + 1 == run_.first_wave()) {
                begin_.await_all();
                run_.open();
                begin_.open(executor_);
            }
        }
        finish();
    }

  private:
    Errand task(int index, std::counting_semaphore<> &room) {
        co_await begin_.pass();
        {
            Meter meter = run_.meter();
            run_.started(index);
            if (run_.work->waits())
                co_await run_.work->begin(run_.tasks[index], meter);
            else
                run_.work->operate(run_.tasks[index], meter);
            run_.finished(index, meter.ops);
        }
        co_await leave_.pass();
        room.release();
        leave();
    }

    void leave() {
        std::lock_guard guard(lock_);
        if (--left_ == 0)
            all_left_.notify_one();
    }

    void finish() {
        if (run_.hold) {
            leave_.await_all();
            run_.ended(run_.count());
            leave_.open(executor_);
        }
        std::unique_lock lock(lock_);
        all_left_.wait(lock, [this] { return left_ == 0; });
        if (!run_.hold)
            run_.ended(0);
    }

    Door begin_, leave_;
    std::mutex lock_;
    std::condition_variable all_left_;
    int left_ = 0;
    Executor executor_; // the last one: its threads end first
};
