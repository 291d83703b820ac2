// SPDX-License-Identifier: Apache-2.0
// Memory of a whole tree, sampled while it runs. Only for runs that are not timed: each sample
// stops the processes it reads for a moment.
#pragma once

#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace assay {

class MemorySampler {
  public:
    explicit MemorySampler(bool wanted) : wanted_(wanted) {}

    bool wanted() const { return wanted_; }
    // Adds up the proportional set sizes of everything below the launcher; returns the sum.
    std::int64_t sample();
    // The same at a moment that counts for itself.
    void sample_mark();

    int samples() const { return samples_; }
    std::int64_t peak_bytes() const { return peak_bytes_; }
    std::int64_t marked_bytes() const { return marked_bytes_; } // -1 = there was no mark
    std::int64_t mean_bytes() const { return samples_ > 0 ? sum_bytes_ / samples_ : 0; }

  private:
    bool wanted_;
    int samples_ = 0;
    std::int64_t peak_bytes_ = 0;
    std::int64_t sum_bytes_ = 0;
    std::int64_t marked_bytes_ = -1;
    std::vector<pid_t> processes_;
};

} // namespace assay
