// What a workload in C++ must offer, and what it may use. The harness owns arguments, workers, clock and output.
//
// A workload is a class:
//
//     Count(Words &words, std::span<Task> tasks, int degree)   may set role and size of each task
//     void operate(const Task &task, Meter &meter)             the work; adds its units to meter.ops
//     Answer check()                                           after each iteration, not timed; clears the answers
//
// Where the work waits, operate is a coroutine that returns a Job and says `co_await meter.sleep(...)` or `co_await
// meter.receive(...)`. It may have `between(int step)`, `arm()` and `disarm()` as well. A last line hands it to the
// harness:
//
//     std::unique_ptr<Work> offer(Words &w, std::span<Task> t, int d) { return std::make_unique<Offered<Count>>(w, t,
//     d); }
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "job.hpp"
#include "waiting.hpp"
#include "words.hpp"

// One task.
struct Task {
    int index = 0;         // from 0
    int role = 0;          // 0 unless the workload has several
    std::int64_t size = 0; // in the workload's own unit
};

// What was expected and what was found, in words; right where they are alike.
struct Answer {
    std::string expected, found;
};

inline std::int64_t now_ns() {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Takes the samples of all tasks together.
class Collector {
  public:
    virtual void take(std::span<const std::int64_t> samples) = 0;

  protected:
    ~Collector() = default;
};

// How a task touches the world outside; one for each task.
class Meter {
  public:
    std::int64_t ops = 0; // units of work done: the workload adds to it

    Meter(std::int64_t window_ends, Collector *collector, Waker *waker)
        : window_ends_(window_ends), collector_(collector), waker_(waker) {}
    Meter(const Meter &) = delete;
    Meter &operator=(const Meter &) = delete;
    ~Meter() { hand_in(); }

    std::int64_t now() const { return now_ns(); }
    Sleep sleep(std::int64_t ns) const { return {waker_, now() + ns}; }
    // Fills the buffer from a pipe or socket; gives how many bytes came, fewer only where the stream ended.
    Receive receive(int stream, std::span<std::byte> buffer) const { return {waker_, stream, buffer}; }
    bool stop() const { return window_ends_ == 0 || now() >= window_ends_; }

    // Handed in many at a time, so that tasks that take samples do not wait for each other.
    void sample(std::int64_t ns) {
        in_hand_[held_++] = ns;
        if (held_ == in_hand_.size())
            hand_in();
    }

  private:
    void hand_in() {
        if (collector_ != nullptr && held_ > 0)
            collector_->take(std::span(in_hand_).first(held_));
        held_ = 0;
    }

    std::int64_t window_ends_;
    Collector *collector_; // none in iterations that do not count
    Waker *waker_;         // none where a task has a thread for itself
    std::size_t held_ = 0;
    std::array<std::int64_t, 64> in_hand_; // not set: there are many
};

// A workload as the harness sees it: through one call that no compiler looks through.
class Work {
  public:
    virtual ~Work() = default;
    virtual bool waits() const = 0;
    virtual void operate(const Task &task, Meter &meter) = 0; // to its end
    virtual Job begin(const Task &task, Meter &meter) = 0;    // only where it waits
    virtual void between(int step) = 0;
    virtual void arm() = 0;
    virtual void disarm() = 0;
    virtual Answer check() = 0;
};

template <class Workload> class Offered final : public Work {
  public:
    Offered(Words &words, std::span<Task> tasks, int degree) : workload_(words, tasks, degree) {}

    bool waits() const override { return WAITS; }
    void operate(const Task &task, Meter &meter) override {
        if constexpr (WAITS)
            workload_.operate(task, meter).drive();
        else
            workload_.operate(task, meter);
    }
    Job begin(const Task &task, Meter &meter) override {
        if constexpr (WAITS)
            return workload_.operate(task, meter);
        else
            std::terminate();
    }
    void between(int step) override {
        if constexpr (requires { workload_.between(step); })
            workload_.between(step);
    }
    void arm() override {
        if constexpr (requires { workload_.arm(); })
            workload_.arm();
    }
    void disarm() override {
        if constexpr (requires { workload_.disarm(); })
            workload_.disarm();
    }
    Answer check() override { return workload_.check(); }

  private:
    static constexpr bool WAITS = std::same_as<
        decltype(std::declval<Workload &>().operate(std::declval<const Task &>(), std::declval<Meter &>())), Job>;
    Workload workload_;
};

// Defined by the workload.
std::unique_ptr<Work> offer(Words &words, std::span<Task> tasks, int degree);
