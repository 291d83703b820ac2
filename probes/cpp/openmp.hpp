// OpenMP tasks: the caller hands them over, the team it belongs to takes them from each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <cstring>
#include <omp.h>

#include "model.hpp"

// A team that has nothing to do shall sleep, not spin: it would take a CPU from what is timed next. The library reads
// that before main begins, so the probe starts itself once more where nobody has said so.
inline void wait_passively(char **argv) {
    const char *policy = std::getenv("OMP_WAIT_POLICY");
    if (policy != nullptr && std::strcmp(policy, "passive") == 0)
        return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    execv("/proc/self/exe", argv);
    throw std::system_error(errno, std::generic_category(), "cannot start the probe once more");
}

class OpenMp final : public Model {
  public:
    // The team is made by the first parallel region and kept for all others of that size.
    explicit OpenMp(Run &run) : Model(run) {
        int found = 0;
        omp_set_dynamic(0);
#pragma omp parallel num_threads(run.workers) reduction(+ : found)
        {
            run.pin_worker(omp_get_thread_num());
            found++;
        }
        if (found != run.workers)
            throw std::runtime_error("expected a team of " + std::to_string(run.workers) + ", found " +
                                     std::to_string(found));
    }

    void sweep() override {
        if (run_.first_step())
            run_.open();
#pragma omp parallel num_threads(run_.workers)
#pragma omp master
        for (int index = 0; index < run_.count(); index++) {
            run_.submitted(index);
#pragma omp task firstprivate(index)
            run_.do_task(index);
            run_.accepted(index);
        }
        run_.ended(run_.workers - 1); // all of the team but the caller
    }
};
