// SPDX-License-Identifier: Apache-2.0
// What else the machine did while a command ran: steal, foreign CPU time, throttling.
//
//   foreign = busy time of the machine - the tree's own - the launcher's own
//
// Busy time comes from the finest source this machine has. All files are opened once and read at the
// two ends of a request, never between its runs.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

struct Load {
    std::int64_t window_ns = 0;
    std::int64_t steal_ns = -1; // -1 = unknown, here and below
    std::int64_t busy_ns = -1;
    std::int64_t foreign_ns = -1;
    std::int64_t own_ns = 0;
    std::int64_t throttled_ns = -1;
};

class LoadMeter {
  public:
    LoadMeter();

    void begin();
    Load end(std::int64_t tree_ns);

    const char *busy_source() const { return busy_source_; }
    std::int64_t busy_step_ns() const { return busy_step_ns_; }
    std::int64_t steal_step_ns() const { return steal_step_ns_; }
    double quota_cpus() const { return quota_cpus_; } // of the nearest group that has one; -1 = none
    int cpus() const { return cpus_; }

  private:
    struct Reading {
        std::int64_t at_ns, steal_ns, busy_ns, own_ns, throttled_ns;
    };

    void choose_busy_source();
    void find_quota();
    bool use_quota_of_v1(const std::string &group);
    bool use_quota_of_v2(const std::string &group);
    Reading read() const;

    const char *busy_source_ = "/proc/stat";
    int stat_ = -1;
    int busy_ = -1;
    int throttle_ = -1;
    bool throttle_in_us_ = false;
    std::int64_t steal_step_ns_ = 0;
    std::int64_t busy_step_ns_ = 0;
    double quota_cpus_ = -1;
    int cpus_ = 1;
    Reading first_{};
};

} // namespace assay
