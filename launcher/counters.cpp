// SPDX-License-Identifier: Apache-2.0
#include "counters.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay {

Counters::Counters(bool wanted) {
    if (!wanted)
        return;
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

Counters::~Counters() {
    if (event_ >= 0)
        close(event_);
}

std::int64_t Counters::migrations() {
    std::int64_t count = 0;
    if (event_ < 0 || read(event_, &count, sizeof count) != sizeof count)
        return -1;
    const auto since = count - before_;
    before_ = count;
    return since;
}

} // namespace assay
