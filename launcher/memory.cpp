// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string_view>

#include "tree.hpp"

namespace assay {
namespace {

// Proportional set size in bytes; 0 when the process has ended or may not be looked at.
std::int64_t proportional_bytes(pid_t process) {
    char text[2048];
    std::snprintf(text, sizeof text, "/proc/%d/smaps_rollup", process);
    const int file = open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    const ssize_t got = read(file, text, sizeof text);
    close(file);
    const std::string_view all{text, got > 0 ? static_cast<std::size_t>(got) : 0};
    const auto line = all.find("\nPss:");
    const auto digit = line == std::string_view::npos ? line : all.find_first_of("0123456789", line);
    std::int64_t kibibytes = 0;
    if (digit != std::string_view::npos)
        std::from_chars(text + digit, text + all.size(), kibibytes);
    return kibibytes * 1024;
}

} // namespace

std::int64_t MemorySampler::sample() {
    find_descendants(getpid(), processes_);
    std::int64_t bytes = 0;
    for (const pid_t process : processes_)
        bytes += proportional_bytes(process);
    if (bytes == 0)
        return 0;
    ++samples_;
    sum_bytes_ += bytes;
    peak_bytes_ = std::max(peak_bytes_, bytes);
    return bytes;
}

void MemorySampler::sample_mark() {
    const auto bytes = wanted_ ? sample() : 0;
    if (bytes > 0)
        marked_bytes_ = bytes;
}

} // namespace assay
