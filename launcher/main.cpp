// SPDX-License-Identifier: Apache-2.0
// assay-launch: starts, limits, watches and bills one process tree at a time.
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "answer.hpp"
#include "bundle.hpp"
#include "load.hpp"
#include "request.hpp"
#include "serve.hpp"
#include "session.hpp"
#include "tree.hpp"

namespace {

constexpr int mistake = 2;
constexpr int not_started = 3;
constexpr int interrupted = 130;

int print_help() {
    std::puts("usage: assay-launch [--key=value ...] -- program [argument ...]\n"
              "       assay-launch --serve | --version | --help\n\n"
              "Runs a program, ends its whole process tree with it, and prints one JSON object about it.\n"
              "With --serve it takes request after request on standard input; docs/launcher.md tells how.\n\n"
              "keys:");
    for (const auto &field : assay::request_fields()) {
        if (field.name == "argument")
            continue;
        std::printf("  %-14.*s %.*s\n", static_cast<int>(field.name.size()), field.name.data(),
                    static_cast<int>(field.meaning.size()), field.meaning.data());
    }
    std::puts("\nexit status: 0 it ran, however it ended; 2 wrong usage; 3 it could not be started; 130 interrupted");
    return 0;
}

int complain(std::string_view problem) {
    std::fprintf(stderr, "assay-launch: %.*s; see assay-launch --help\n", static_cast<int>(problem.size()),
                 problem.data());
    return mistake;
}

// Reads --key=value words up to "--", then the command.
std::string read_words(assay::Request &request, int count, char **words) {
    int at = 1;
    for (; at < count && std::strcmp(words[at], "--") != 0; ++at) {
        char *const word = words[at];
        if (std::strncmp(word, "--", 2) != 0)
            return "expected --key=value or --, found \"" + std::string(word) + "\"";
        char *const equals = std::strchr(word, '=');
        char *const value = equals != nullptr ? equals + 1 : word + std::strlen(word);
        const std::string_view name(word + 2,
                                    static_cast<std::size_t>((equals != nullptr ? equals : value) - word - 2));
        if (auto problem = assay::set_field(request, name, value, std::strlen(value)); !problem.empty())
            return problem;
    }
    for (++at; at < count; ++at)
        request.arguments.push_back(words[at]);
    return request.arguments.empty() ? "expected a command after --" : "";
}

int run_one(assay::Request &request) {
    const auto session = assay::open_session(false);
    assay::LoadMeter meter;
    assay::Bundle bundle(request);
    assay::carry_out(session, meter, request, bundle);
    assay::write_answer(session.answers, bundle, meter);
    if (bundle.end == assay::End::signalled || bundle.end == assay::End::lost_parent)
        return interrupted;
    return bundle.end == assay::End::not_started ? not_started : 0;
}

int serve_all() {
    const auto session = assay::open_session(true);
    assay::LoadMeter meter;
    return assay::serve(session, meter);
}

} // namespace

int main(int count, char **words) {
    const std::string_view first = count > 1 ? words[1] : "";
    if (first == "--version")
        return std::puts("assay-launch " ASSAY_VERSION) < 0;
    if (first == "--help")
        return print_help();
    if (!assay::can_find_descendants())
        return complain("expected /proc/thread-self/children (CONFIG_PROC_CHILDREN), found none");
    if (first == "--serve")
        return count == 2 ? serve_all() : complain("--serve takes no further words");
    assay::Request request;
    if (const auto problem = read_words(request, count, words); !problem.empty())
        return complain(problem);
    return run_one(request);
}
