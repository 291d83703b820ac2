// SPDX-License-Identifier: Apache-2.0
#include "bundle.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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

// A real-time tree that had every CPU could keep the launcher from ending it, and the user from everything. Keeps
// the first of the CPUs free of it; returns what is wrong where that cannot be.
std::string spare_a_cpu(Request &request) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return std::string("policy: cannot tell which CPUs are allowed: ") + std::strerror(errno);
    if (!request.pinned)
        request.cpus = allowed;
    request.pinned = true;
    cpu_set_t taken;
    CPU_AND(&taken, &allowed, &request.cpus);
    if (CPU_COUNT(&taken) < CPU_COUNT(&allowed))
        return "";
    if (CPU_COUNT(&allowed) < 2)
        return "policy: fifo needs one CPU that stays free of it, found only one allowed; allow more of them";
    int first = 0;
    while (!CPU_ISSET(first, &allowed))
        ++first;
    CPU_CLR(first, &request.cpus);
    return "";
}

// Returns what stands in the way, empty when nothing does.
std::string make_ready(Request &request, Program &program) {
    if (auto problem = contradiction(request); !problem.empty())
        return problem;
    if (request.policy == SCHED_FIFO) {
        if (auto problem = spare_a_cpu(request); !problem.empty())
            return problem;
    }
    return program.prepare(request);
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
    bundle.problem = make_ready(request, program);
    if (!bundle.problem.empty()) {
        bundle.end = End::not_started;
        return;
    }
    Counters counters(request.counters);
    const int input = open_input(request.input);
    Surroundings surroundings{
        .in = input, .cpus = request.pinned ? &request.cpus : nullptr, .nice = request.nice, .policy = request.policy};
    Conditions conditions{program,     surroundings, bundle.out,         bundle.error,        bundle.memory,
                          bundle.mark, counters,     request.timeout_ns, request.output_limit};
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
    if (input >= 0)
        close(input);
}

} // namespace assay
