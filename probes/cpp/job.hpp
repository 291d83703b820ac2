// The work of a task as a coroutine: begins when it is driven or awaited, and then goes back to whoever awaits it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

class [[nodiscard]] Job {
  public:
    struct promise_type;
    using Handle = std::coroutine_handle<promise_type>;

    struct GoBack {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(Handle ended) noexcept;
        void await_resume() noexcept {}
    };

    struct promise_type {
        std::coroutine_handle<> awaiting = std::noop_coroutine();

        Job get_return_object() { return Job(Handle::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        GoBack final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() noexcept { std::terminate(); } // a workload's crash is the probe's
    };

    explicit Job(Handle handle) : handle_(handle) {}
    Job(Job &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Job &operator=(Job &&) = delete;
    ~Job() {
        if (handle_)
            handle_.destroy();
    }

    // To its end; only where the meter blocks, so that nothing on the way suspends.
    void drive() { handle_.resume(); }

    bool await_ready() const { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) {
        handle_.promise().awaiting = awaiting;
        return handle_;
    }
    void await_resume() const {}

  private:
    Handle handle_;
};

inline std::coroutine_handle<> Job::GoBack::await_suspend(Handle ended) noexcept { return ended.promise().awaiting; }
