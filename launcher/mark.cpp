// SPDX-License-Identifier: Apache-2.0
#include "mark.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "answer.hpp"

namespace assay {
namespace {

void close_and_forget(int &file) {
    if (file >= 0)
        close(file);
    file = -1;
}

std::string_view without_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text;
}

// Whether a line of JSON has "kind": "mark", with or without blanks in between.
bool is_mark(std::string_view line) {
    constexpr std::string_view key = "\"kind\"";
    const auto place = line.find(key);
    if (place == std::string_view::npos)
        return false;
    const auto colon = without_blanks(line.substr(place + key.size()));
    return colon.starts_with(':') && without_blanks(colon.substr(1)).starts_with("\"mark\"");
}

} // namespace

bool Mark::begin() {
    if (!wanted_)
        return true;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    read_ = ends[0];
    write_ = ends[1];
    waiting_ = false;
    length_ = 0;
    return true;
}

void Mark::close_child_end() { close_and_forget(read_); }

void Mark::look(const char *bytes, std::size_t count) {
    while (write_ >= 0 && count > 0) {
        const auto *const end = static_cast<const char *>(std::memchr(bytes, '\n', count));
        const auto part = end != nullptr ? static_cast<std::size_t>(end - bytes) : count;
        if (length_ < longest_line)
            std::memcpy(line_ + length_, bytes, std::min(part, longest_line - length_));
        length_ += part;
        if (end == nullptr)
            return;
        waiting_ = waiting_ || (length_ <= longest_line && is_mark({line_, length_}));
        length_ = 0;
        bytes += part + 1;
        count -= part + 1;
    }
}

void Mark::let_go() {
    write_all(write_, "\n", 1);
    finish();
}

void Mark::finish() {
    close_and_forget(read_);
    close_and_forget(write_);
    waiting_ = false;
}

} // namespace assay
