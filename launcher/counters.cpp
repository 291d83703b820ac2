// SPDX-License-Identifier: Apache-2.0
#include "counters.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay {

Counters::~Counters() { close_event(); }

void Counters::close_event() {
    if (event_ >= 0)
        close(event_);
    event_ = -1;
}

void Counters::begin() {
    if (!wanted_)
        return;
    close_event();
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_CPU_MIGRATIONS;
    attributes.disabled = 1;
    attributes.inherit = 1;
    attributes.enable_on_exec = 1;
    // Migrations happen inside the kernel: with exclude_kernel, all that an ordinary user may ask for,
    // the answer would always be 0. So there is no second try.
    event_ = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

std::int64_t Counters::end() {
    std::int64_t count = 0;
    const bool good = event_ >= 0 && read(event_, &count, sizeof count) == sizeof count;
    close_event();
    return good ? count : -1;
}

} // namespace assay
