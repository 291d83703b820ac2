// SPDX-License-Identifier: Apache-2.0
// The one clock of the launcher: CLOCK_MONOTONIC in integer nanoseconds.
#pragma once

#include <cstdint>
#include <ctime>

namespace assay {

inline constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;

inline std::int64_t now_ns() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * nanoseconds_per_second + time.tv_nsec;
}

inline timespec to_timespec(std::int64_t ns) {
    return {.tv_sec = static_cast<time_t>(ns / nanoseconds_per_second),
            .tv_nsec = static_cast<long>(ns % nanoseconds_per_second)};
}

} // namespace assay
