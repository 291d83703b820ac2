// SPDX-License-Identifier: Apache-2.0
// What the launcher says: one line of JSON, then the bytes it kept.
#pragma once

#include <cstddef>
#include <string_view>

#include "bundle.hpp"
#include "load.hpp"

namespace assay {

bool write_all(int file, const char *bytes, std::size_t count);

// Who answers, and how finely it can see the load of this machine.
bool write_greeting(int file, const LoadMeter &meter);

bool write_answer(int file, const Bundle &bundle, const LoadMeter &meter);

// An answer to a request that could not be understood.
bool write_refusal(int file, std::string_view problem);

} // namespace assay
