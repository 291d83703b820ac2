// How a task waits: for a time, or for what comes out of a pipe or socket. In a thread of its own it blocks; a
// coroutine suspends, and a waker resumes it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <chrono>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <poll.h>
#include <span>
#include <system_error>
#include <thread>
#include <unistd.h>

class Receive;

// Keeps coroutines that wait; of a model that does not let its threads wait.
class Waker {
  public:
    virtual void wake(std::coroutine_handle<> sleeper, std::int64_t at) = 0;
    virtual void wake(Receive &receive) = 0; // when it is done

  protected:
    ~Waker() = default;
};

// Blocks and is ready at once where there is no waker; else suspends.
struct Sleep {
    Waker *waker;
    std::int64_t until;

    bool await_ready() const {
        if (waker == nullptr)
            std::this_thread::sleep_until(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(until)));
        return waker == nullptr;
    }
    void await_suspend(std::coroutine_handle<> sleeper) const { waker->wake(sleeper, until); }
    void await_resume() const {}
};

// The same, until a buffer is full or its stream has ended; gives how many bytes came.
class Receive {
  public:
    Receive(Waker *waker, int stream, std::span<std::byte> buffer) : waker_(waker), stream_(stream), rest_(buffer) {}

    bool await_ready() {
        while (waker_ == nullptr || something_is_there())
            if (go_on())
                return true;
        return false;
    }
    void await_suspend(std::coroutine_handle<> coroutine) {
        coroutine_ = coroutine;
        waker_->wake(*this);
    }
    std::size_t await_resume() const { return received_; }

    // For the waker: reads once, where something is there, and says whether all is done.
    bool go_on() {
        ssize_t count = rest_.empty() ? 0 : read(stream_, rest_.data(), rest_.size());
        if (count < 0 && errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "cannot receive");
        if (count > 0) {
            received_ += static_cast<std::size_t>(count);
            rest_ = rest_.subspan(static_cast<std::size_t>(count));
        }
        return count == 0 || rest_.empty();
    }
    int stream() const { return stream_; }
    std::coroutine_handle<> coroutine() const { return coroutine_; }

  private:
    bool something_is_there() const {
        pollfd asked{stream_, POLLIN, 0};
        return rest_.empty() || poll(&asked, 1, 0) > 0;
    }

    Waker *waker_;
    int stream_;
    std::span<std::byte> rest_;
    std::size_t received_ = 0;
    std::coroutine_handle<> coroutine_;
};
