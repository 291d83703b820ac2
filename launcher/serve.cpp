// SPDX-License-Identifier: Apache-2.0
#include "serve.hpp"

#include <poll.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "answer.hpp"
#include "bundle.hpp"
#include "request.hpp"

namespace assay {
namespace {

constexpr std::string_view opening = "request ";
constexpr std::size_t longest_header = 32;
constexpr std::size_t most_bytes = 16 * 1024 * 1024;
constexpr int not_a_conversation = 2;
constexpr int interrupted = 130;

// Takes "request <bytes>\n<that many bytes>" from the control stream.
class Inbox {
  public:
    explicit Inbox(const Session &session) : session_(session) {}

    // Returns false at the end; `status` then is what to end with.
    bool next(std::string &request, int &status) {
        std::size_t line_end;
        while ((line_end = held_.find('\n')) == std::string::npos) {
            if (held_.size() > longest_header)
                return refuse(status);
            if (!receive(status))
                return false;
        }
        std::size_t bytes = 0;
        if (!read_header(std::string_view(held_).substr(0, line_end), bytes))
            return refuse(status);
        while (held_.size() < line_end + 1 + bytes) {
            if (!receive(status))
                return false;
        }
        std::string rest(held_, line_end + 1 + bytes);
        held_.resize(line_end + 1 + bytes);
        held_.erase(0, line_end + 1);
        request = std::exchange(held_, std::move(rest)); // moved, so that a long request is not held twice
        return true;
    }

  private:
    static bool read_header(std::string_view line, std::size_t &bytes) {
        if (!line.starts_with(opening))
            return false;
        const auto end = line.data() + line.size();
        const auto result = std::from_chars(line.data() + opening.size(), end, bytes);
        return result.ec == std::errc{} && result.ptr == end && bytes <= most_bytes;
    }

    bool refuse(int &status) {
        write_refusal(session_.answers, "expected \"request <bytes>\" and a newline, found something else");
        status = not_a_conversation;
        return false;
    }

    bool receive(int &status) {
        pollfd files[] = {{session_.control, POLLIN, 0}, {session_.signals, POLLIN, 0}};
        while (poll(files, 2, -1) < 0) {
        }
        int signal = 0;
        if (files[1].revents != 0 && read_signal(session_, signal) != Interruption::none) {
            status = interrupted;
            return false;
        }
        if (files[0].revents == 0)
            return true;
        char bytes[8192];
        const ssize_t got = read(session_.control, bytes, sizeof bytes);
        if (got > 0)
            held_.append(bytes, static_cast<std::size_t>(got));
        return got > 0;
    }

    const Session &session_;
    std::string held_;
};

// Returns whether to go on.
bool answer_one(const Session &session, LoadMeter &meter, std::string &text, int &status) {
    Request request;
    if (const auto problem = read_fields(request, text); !problem.empty()) {
        return write_refusal(session.answers, "request: " + problem);
    }
    Bundle bundle(request);
    carry_out(session, meter, request, bundle);
    if (bundle.end == End::lost_parent)
        return false;
    if (bundle.end == End::signalled)
        status = interrupted;
    return write_answer(session.answers, bundle, meter) && bundle.end != End::signalled;
}

} // namespace

int serve(const Session &session, LoadMeter &meter) {
    int status = 0;
    if (session.control < 0 || !write_greeting(session.answers, meter))
        return not_a_conversation;
    Inbox inbox(session);
    for (std::string text; inbox.next(text, status); text = std::string()) {
        if (!answer_one(session, meter, text, status))
            break;
    }
    return status;
}

} // namespace assay
