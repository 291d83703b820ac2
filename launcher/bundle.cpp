// SPDX-License-Identifier: Apache-2.0
#include "bundle.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "answer.hpp"

namespace assay {
namespace {

// A file rather than a pipe: nobody has to feed it, and it can be read again in the next run.
int open_input(std::string_view text) {
    if (text.empty())
        return -1;
    const int file = memfd_create("assay-input", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return -1;
    write_all(file, text.data(), text.size());
    fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK);
    return file;
}

// A process starts with the peak memory of the one that started it, so the launcher forgets its own.
void forget_peak_memory() {
    const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    write_all(file, "5", 1);
    close(file);
}

std::int64_t cpu_ns(const std::vector<Run> &runs) {
    std::int64_t sum = 0;
    for (const Run &run : runs)
        sum += run.bill.user_ns + run.bill.system_ns;
    return sum;
}

} // namespace

void carry_out(const Session &session, LoadMeter &meter, Request &request, Bundle &bundle) {
    Program program;
    bundle.problem = program.prepare(request);
    if (!bundle.problem.empty()) {
        bundle.end = End::not_started;
        return;
    }
    Counters counters(request.counters);
    Surroundings surroundings{.in = open_input(request.input), .cpus = request.pinned ? &request.cpus : nullptr};
    Conditions conditions{program,       surroundings, bundle.out,         bundle.error,
                          bundle.memory, counters,     request.timeout_ns, request.output_limit};
    bundle.runs.reserve(request.repeat);
    forget_peak_memory();
    meter.begin();
    while (bundle.runs.size() < request.repeat && bundle.end == End::by_itself && bundle.problem.empty()) {
        Run run;
        bundle.end = run_once(session, conditions, run, bundle.problem);
        if (bundle.end != End::not_started)
            bundle.runs.push_back(run);
    }
    bundle.load = meter.end(cpu_ns(bundle.runs));
    if (surroundings.in >= 0)
        close(surroundings.in);
}

} // namespace assay
