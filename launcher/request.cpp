// SPDX-License-Identifier: Apache-2.0
#include "request.hpp"

#include <charconv>
#include <cstring>

namespace assay {
namespace {

constexpr std::uint64_t most_repeats = 100'000;

bool read_number(std::string_view text, std::uint64_t &number) {
    const auto end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc{} && result.ptr == end;
}

std::string expected(std::string_view what, std::string_view found) {
    return "expected " + std::string(what) + ", found \"" + std::string(found) + "\"";
}

template <std::uint64_t Request::*member> std::string set_number(Request &request, char *value, std::size_t length) {
    return read_number({value, length}, request.*member) ? "" : expected("a whole number", {value, length});
}

template <bool Request::*member> std::string set_switch(Request &request, char *value, std::size_t length) {
    const std::string_view text{value, length};
    request.*member = text == "1" || text.empty();
    return request.*member || text == "0" ? "" : expected("0 or 1", text);
}

std::string set_repeat(Request &request, char *value, std::size_t length) {
    if (read_number({value, length}, request.repeat) && request.repeat >= 1 && request.repeat <= most_repeats)
        return "";
    return expected("a whole number from 1 to " + std::to_string(most_repeats), {value, length});
}

std::string add_argument(Request &request, char *value, std::size_t) {
    request.arguments.push_back(value);
    return "";
}

std::string add_environment(Request &request, char *value, std::size_t length) {
    if (std::string_view{value, length}.find('=') == std::string_view::npos)
        return expected("NAME=value", value);
    request.environment.push_back(value);
    request.inherit = false;
    return "";
}

std::string set_cwd(Request &request, char *value, std::size_t) {
    request.cwd = value;
    return "";
}

std::string set_input(Request &request, char *value, std::size_t length) {
    request.input = {value, length};
    return "";
}

std::string set_cpus(Request &request, char *value, std::size_t length) {
    CPU_ZERO(&request.cpus);
    std::string_view rest{value, length};
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        std::uint64_t cpu = 0;
        if (!read_number(rest.substr(0, comma), cpu) || cpu >= CPU_SETSIZE)
            return expected("CPU numbers such as 0,2", value);
        CPU_SET(static_cast<int>(cpu), &request.cpus);
        rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
    request.pinned = CPU_COUNT(&request.cpus) > 0;
    return "";
}

std::string set_nice(Request &request, char *value, std::size_t length) {
    const auto result = std::from_chars(value, value + length, request.nice);
    if (result.ec == std::errc{} && result.ptr == value + length && request.nice >= -20 && request.nice <= 19)
        return "";
    return expected("a whole number from -20 to 19", {value, length});
}

struct Policy {
    std::string_view name;
    int number;
};

constexpr Policy policies[] = {
    {"", -1}, {"other", SCHED_OTHER}, {"batch", SCHED_BATCH}, {"idle", SCHED_IDLE}, {"fifo", SCHED_FIFO}};

std::string set_policy(Request &request, char *value, std::size_t length) {
    for (const Policy &policy : policies) {
        if (policy.name != std::string_view{value, length})
            continue;
        request.policy = policy.number;
        return "";
    }
    return expected("other, batch, idle or fifo", {value, length});
}

std::string set_inherit(Request &request, char *value, std::size_t length) {
    return set_switch<&Request::inherit>(request, value, length);
}

constexpr Field fields[] = {
    {"argument", "one word of the command; the first is the program", add_argument},
    {"repeat", "how often, one right after the other (1)", set_repeat},
    {"timeout_ns", "longest time of one run; 0 = none", set_number<&Request::timeout_ns>},
    {"cwd", "working folder of the command", set_cwd},
    {"environment", "NAME=value; the first one replaces the launcher's own environment", add_environment},
    {"inherit", "0: only the environment given, even if none is", set_inherit},
    {"padding", "bytes in an extra variable ASSAY_PADDING", set_number<&Request::padding>},
    {"cpus", "CPUs the command may use, such as 0,2", set_cpus},
    {"nice", "how far it steps back for others, -20 to 19; 0 = as the launcher", set_nice},
    {"policy", "of the scheduler: other, batch, idle, or fifo, which leaves one CPU to everybody else", set_policy},
    {"stdin", "text on standard input; without it, /dev/null", set_input},
    {"keep_stdout", "bytes of standard output to keep of the last run; 0 = /dev/null",
     set_number<&Request::keep_stdout>},
    {"keep_stderr", "the same for standard error", set_number<&Request::keep_stderr>},
    {"output_limit", "a run that prints more bytes than this is ended; 0 = none", set_number<&Request::output_limit>},
    {"sample_memory", "1: memory of the tree, sampled; only for runs that are not timed",
     set_switch<&Request::sample_memory>},
    {"counters", "1: CPU migrations, cycles and the like by perf events, where there are any",
     set_switch<&Request::counters>},
    {"mark", "1: when a probe says that it stands at its mark, take its memory and write it a newline",
     set_switch<&Request::mark>},
};

} // namespace

std::span<const Field> request_fields() { return fields; }

std::string set_field(Request &request, std::string_view name, char *value, std::size_t length) {
    const bool may_hold_nul = name == "stdin";
    if (!may_hold_nul && std::memchr(value, '\0', length) != nullptr)
        return std::string(name) + ": holds a NUL byte";
    for (const Field &field : fields) {
        if (field.name != name)
            continue;
        const std::string problem = field.set(request, value, length);
        return problem.empty() ? "" : std::string(name) + ": " + problem;
    }
    return "unknown key \"" + std::string(name) + "\"";
}

std::string contradiction(const Request &request) {
    if (request.mark && request.keep_stdout == 0)
        return "mark: expected keep_stdout as well, so that the mark is seen, found none";
    if (request.mark && !request.input.empty())
        return "mark: expected standard input for itself, found a text for it";
    return "";
}

std::string read_fields(Request &request, std::span<char> text) {
    const std::string_view all{text.data(), text.size()};
    std::size_t at = 0;
    while (at < all.size()) {
        const auto line_end = all.find('\n', at);
        const auto space = all.find(' ', at);
        if (line_end == std::string_view::npos || space > line_end)
            return "expected \"<key> <length>\" and a newline";
        const auto key = all.substr(at, space - at);
        std::uint64_t length = 0;
        if (!read_number(all.substr(space + 1, line_end - space - 1), length))
            return std::string(key) + ": expected a length";
        const auto value = line_end + 1;
        if (length >= all.size() - value)
            return std::string(key) + ": longer than the request";
        text[value + length] = '\0';
        if (auto problem = set_field(request, key, text.data() + value, length); !problem.empty())
            return problem;
        at = value + length + 1;
    }
    return "";
}

} // namespace assay
