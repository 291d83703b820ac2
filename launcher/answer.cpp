// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

namespace assay {
namespace {

constexpr int protocol = 1;

// JSON in small pieces, without ever holding the whole.
class Json {
  public:
    explicit Json(int file) : file_(file) {}

    Json &raw(std::string_view text) {
        if (text.size() > sizeof buffer_ - used_)
            flush();
        std::memcpy(buffer_ + used_, text.data(), text.size());
        used_ += text.size();
        return *this;
    }

    Json &number(std::int64_t value) {
        char text[24];
        const auto end = std::to_chars(text, text + sizeof text, value).ptr;
        return raw({text, static_cast<std::size_t>(end - text)});
    }

    Json &text(std::string_view value) {
        raw("\"");
        for (const char letter : value)
            character(letter);
        return raw("\"");
    }

    Json &key(std::string_view name) { return text(name).raw(":"); }

    bool finish() {
        raw("\n");
        flush();
        return good_;
    }

  private:
    void character(char letter) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\')
            raw("\\");
        raw(code < 0x20 || code > 0x7e ? "?" : std::string_view(&letter, 1));
    }

    void flush() {
        good_ = good_ && write_all(file_, buffer_, used_);
        used_ = 0;
    }

    int file_;
    std::size_t used_ = 0;
    bool good_ = true;
    char buffer_[4096];
};

struct Column {
    std::string_view name;
    std::int64_t (*value)(const Run &);
    bool yes_or_no = false;
};

constexpr Column columns[] = {
    {"started_ns", [](const Run &run) { return run.started_ns; }},
    {"wall_ns", [](const Run &run) { return run.wall_ns; }},
    {"exec_ns", [](const Run &run) { return run.exec_ns; }},
    {"user_ns", [](const Run &run) { return run.bill.user_ns; }},
    {"system_ns", [](const Run &run) { return run.bill.system_ns; }},
    {"max_rss_bytes", [](const Run &run) { return run.bill.max_rss_bytes; }},
    {"voluntary_switches", [](const Run &run) { return run.bill.voluntary_switches; }},
    {"involuntary_switches", [](const Run &run) { return run.bill.involuntary_switches; }},
    {"minor_faults", [](const Run &run) { return run.bill.minor_faults; }},
    {"major_faults", [](const Run &run) { return run.bill.major_faults; }},
    {"migrations", [](const Run &run) { return run.counts[migrations]; }},
    {"cycles", [](const Run &run) { return run.counts[cycles]; }},
    {"instructions", [](const Run &run) { return run.counts[instructions]; }},
    {"cache_misses", [](const Run &run) { return run.counts[cache_misses]; }},
    {"branch_misses", [](const Run &run) { return run.counts[branch_misses]; }},
    {"exit_code", [](const Run &run) { return std::int64_t{run.exit_code}; }},
    {"signal", [](const Run &run) { return std::int64_t{run.signal}; }},
    {"timed_out", [](const Run &run) { return std::int64_t{run.timed_out}; }, true},
    {"orphans", [](const Run &run) { return std::int64_t{run.orphans}; }},
    {"stdout_bytes", [](const Run &run) { return static_cast<std::int64_t>(run.stdout_bytes); }},
    {"stderr_bytes", [](const Run &run) { return static_cast<std::int64_t>(run.stderr_bytes); }},
};

void write_value(Json &json, const Column &column, const Run &run) {
    const auto value = column.value(run);
    column.yes_or_no ? json.raw(value != 0 ? "true" : "false") : json.number(value);
}

void write_runs(Json &json, const std::vector<Run> &runs) {
    json.key("runs").raw("{");
    for (const Column &column : columns) {
        if (&column != columns)
            json.raw(",");
        json.key(column.name).raw("[");
        for (const Run &run : runs) {
            if (&run != runs.data())
                json.raw(",");
            write_value(json, column, run);
        }
        json.raw("]");
    }
    json.raw("}");
}

void write_load(Json &json, const Load &load, const LoadMeter &meter) {
    json.raw(",").key("load").raw("{").key("window_ns").number(load.window_ns);
    json.raw(",").key("cpus").number(meter.cpus());
    json.raw(",").key("steal_ns").number(load.steal_ns);
    json.raw(",").key("foreign_ns").number(load.foreign_ns);
    json.raw(",").key("resolution_ns").number(std::max(meter.steal_step_ns(), meter.busy_step_ns()));
    json.raw(",").key("throttled_ns").number(load.throttled_ns);
    json.raw(",").key("busy_ns").number(load.busy_ns);
    json.raw(",").key("own_ns").number(load.own_ns).raw("}");
}

// Fewer samples than this say nothing about a peak.
constexpr int fewest_samples = 3;

void write_memory(Json &json, const Bundle &bundle) {
    if (!bundle.memory.wanted() || bundle.runs.empty())
        return;
    std::int64_t largest = 0;
    for (const Run &run : bundle.runs)
        largest = std::max(largest, run.bill.max_rss_bytes);
    const bool sampled = bundle.memory.samples() >= fewest_samples;
    json.raw(",").key("memory").raw("{").key("method").text(sampled ? "sampled PSS" : "largest process");
    json.raw(",").key("peak_bytes").number(sampled ? bundle.memory.peak_bytes() : largest);
    json.raw(",").key("mean_bytes").number(sampled ? bundle.memory.mean_bytes() : largest);
    json.raw(",").key("samples").number(bundle.memory.samples());
    json.raw(",").key("marked_bytes").number(bundle.memory.marked_bytes()).raw("}");
}

} // namespace

bool write_all(int file, const char *bytes, std::size_t count) {
    while (count > 0) {
        const ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
    return true;
}

bool write_greeting(int file, const LoadMeter &meter) {
    char quota[32];
    std::snprintf(quota, sizeof quota, "%g", meter.quota_cpus());
    Json json(file);
    json.raw("{").key("launcher").text(ASSAY_VERSION).raw(",").key("protocol").number(protocol);
    json.raw(",").key("cpus").number(meter.cpus()).raw(",").key("quota_cpus").raw(quota);
    json.raw(",").key("busy_source").text(meter.busy_source());
    json.raw(",").key("busy_step_ns").number(meter.busy_step_ns());
    json.raw(",").key("steal_step_ns").number(meter.steal_step_ns()).raw("}");
    return json.finish();
}

bool write_answer(int file, const Bundle &bundle, const LoadMeter &meter) {
    Json json(file);
    json.raw("{");
    write_runs(json, bundle.runs);
    write_load(json, bundle.load, meter);
    write_memory(json, bundle);
    json.raw(",").key("error").text(bundle.problem);
    json.raw(",").key("stdout_kept").number(static_cast<std::int64_t>(bundle.out.kept()));
    json.raw(",").key("stderr_kept").number(static_cast<std::int64_t>(bundle.error.kept())).raw("}");
    return json.finish() && bundle.out.copy_to(file) && bundle.error.copy_to(file);
}

bool write_refusal(int file, std::string_view problem) {
    Json json(file);
    json.raw("{").key("error").text(problem).raw(",").key("stdout_kept").number(0);
    json.raw(",").key("stderr_kept").number(0).raw("}");
    return json.finish();
}

} // namespace assay
