// SPDX-License-Identifier: Apache-2.0
// The serve mode: request after request on standard input, an answer to each on standard output.
#pragma once

#include "load.hpp"
#include "session.hpp"

namespace assay {

// Returns the exit status: 0 when standard input ended, 2 after something that is no request,
// 130 after a signal.
int serve(const Session &session, LoadMeter &meter);

} // namespace assay
