// SPDX-License-Identifier: Apache-2.0
#include "counters.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay {
namespace {

struct Event {
    std::uint32_t type;
    std::uint64_t config;
    bool user_space_only;
};

// Migrations happen inside the kernel: without it, all that an ordinary user may ask for, the answer would always be 0.
// The processor's own events are those of the program alone, so that every user gets the same figure.
constexpr Event events[counted] = {
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, false}, {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, true},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, true},    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, true},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, true},
};

int open_event(const Event &event) {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = event.type;
    attributes.config = event.config;
    attributes.disabled = 1;
    attributes.inherit = 1;
    attributes.enable_on_exec = 1;
    attributes.exclude_kernel = event.user_space_only;
    attributes.exclude_hv = event.user_space_only;
    return static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

} // namespace

Counters::~Counters() { close_events(); }

void Counters::close_events() {
    for (int &event : events_) {
        if (event >= 0)
            close(event);
        event = -1;
    }
}

void Counters::begin() {
    if (!wanted_)
        return;
    close_events();
    for (std::size_t place = 0; place < counted; ++place)
        events_[place] = open_event(events[place]);
}

Counts Counters::end() {
    Counts counts;
    for (std::size_t place = 0; place < counted; ++place) {
        std::int64_t count = 0;
        const bool good = events_[place] >= 0 && read(events_[place], &count, sizeof count) == sizeof count;
        counts[place] = good ? count : -1;
    }
    close_events();
    return counts;
}

} // namespace assay
