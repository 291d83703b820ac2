// SPDX-License-Identifier: Apache-2.0
// One request carried out: the same command again and again with next to nothing in between.
#pragma once

#include <string>
#include <vector>

#include "capture.hpp"
#include "load.hpp"
#include "mark.hpp"
#include "memory.hpp"
#include "request.hpp"
#include "run.hpp"
#include "session.hpp"

namespace assay {

struct Bundle {
    explicit Bundle(const Request &request)
        : out(request.keep_stdout), error(request.keep_stderr), memory(request.sample_memory), mark(request.mark) {
        if (request.mark)
            out.tell(mark);
    }

    Capture out;
    Capture error;
    MemorySampler memory;
    Mark mark;
    std::vector<Run> runs;
    Load load;
    std::string problem; // in words; empty = every run was carried out
    End end = End::by_itself;
};

// Stops early when a run could not be started or had to be ended.
void carry_out(const Session &session, LoadMeter &meter, Request &request, Bundle &bundle);

} // namespace assay
