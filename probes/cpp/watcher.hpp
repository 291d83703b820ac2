// A thread that watches the streams on which coroutines wait, and reads for them. It is made when the first one has to
// wait, so that work that receives nothing has no such thread beside it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <utility>

#include "waiting.hpp"

class Watcher {
  public:
    using Post = std::function<void(std::coroutine_handle<>)>; // what is done with a coroutine that may go on

    explicit Watcher(Post post) : post_(std::move(post)) {
        if (streams_ < 0 || end_ < 0)
            fail("cannot watch streams");
        epoll_event event{.events = EPOLLIN, .data = {.ptr = nullptr}};
        if (epoll_ctl(streams_, EPOLL_CTL_ADD, end_, &event) != 0)
            fail("cannot watch streams");
        thread_ = std::thread([this] { work(); });
    }

    ~Watcher() {
        eventfd_write(end_, 1);
        thread_.join();
        close(end_);
        close(streams_);
    }

    // One that is watched already only has to be watched once more.
    void watch(Receive &receive) {
        epoll_event event{.events = EPOLLIN | EPOLLONESHOT, .data = {.ptr = &receive}};
        int stream = receive.stream(); // once it is watched, the receiver may be gone before this call returns
        if (epoll_ctl(streams_, EPOLL_CTL_MOD, stream, &event) == 0)
            return;
        if (errno != ENOENT || epoll_ctl(streams_, EPOLL_CTL_ADD, stream, &event) != 0)
            fail("cannot receive");
    }

  private:
    [[noreturn]] static void fail(const char *what) { throw std::system_error(errno, std::generic_category(), what); }

    void work() {
        for (epoll_event event;;) {
            if (epoll_wait(streams_, &event, 1, -1) <= 0)
                continue; // a signal
            if (event.data.ptr == nullptr)
                return;
            Receive &receive = *static_cast<Receive *>(event.data.ptr);
            if (receive.go_on())
                post_(receive.coroutine());
            else
                watch(receive);
        }
    }

    Post post_;
    int streams_ = epoll_create1(EPOLL_CLOEXEC), end_ = eventfd(0, EFD_CLOEXEC);
    std::thread thread_;
};
