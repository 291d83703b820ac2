// Times that tasks took themselves, all of them together: as they are, and in a log-linear histogram.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "probe.hpp"

class Samples final : public Collector {
  public:
    static constexpr std::size_t MOST_TOLD = 100000; // beyond it the histogram is told

    void take(std::span<const std::int64_t> samples) override {
        std::lock_guard guard(lock_);
        for (std::int64_t sample : samples) {
            if (sample < 0)
                throw std::out_of_range("a sample below zero");
            if (values_.size() < MOST_TOLD)
                values_.push_back(sample);
            counts_[cell_of(static_cast<std::uint64_t>(sample))]++;
        }
        count_ += static_cast<std::int64_t>(samples.size());
    }

    std::int64_t count() const { return count_; }
    const std::vector<std::int64_t> &values() const { return values_; }
    const auto &counts() const { return counts_; }

    // The lowest value that belongs into a cell.
    static std::int64_t begins(std::size_t cell) {
        if (cell < FINE)
            return static_cast<std::int64_t>(cell);
        std::size_t coarse = cell - FINE;
        return static_cast<std::int64_t>(PER_POWER + coarse % PER_POWER) << (coarse / PER_POWER + 1);
    }

  private:
    static constexpr std::size_t DIGITS = 5, FINE = 1 << DIGITS; // values below FINE have a cell each
    static constexpr std::size_t PER_POWER = FINE / 2;           // cells for each power of two beyond

    static std::size_t cell_of(std::uint64_t sample) {
        if (sample < FINE)
            return sample;
        std::size_t beyond = std::bit_width(sample) - DIGITS; // digits but the leading ones; at least 1
        return FINE + (beyond - 1) * PER_POWER + (sample >> beyond) - PER_POWER;
    }

    std::mutex lock_;
    std::int64_t count_ = 0;
    std::vector<std::int64_t> values_;
    std::array<std::int64_t, FINE + (63 - DIGITS) * PER_POWER> counts_{};
};
