// SPDX-License-Identifier: Apache-2.0
// The launcher's own standing: streams moved out of the way, signals turned into a file, orphans its own.
#pragma once

#include <signal.h>
#include <sys/types.h>

namespace assay {

struct Session {
    int control = -1;    // requests, in the serve mode; when its other end closes, all is over
    int answers = -1;    // the stream for answers
    int complaints = -1; // the stream for people
    int signals = -1;    // a signalfd
    sigset_t found_mask{};
    bool has_terminal = false;
    pid_t parent = 0;
};

enum class Interruption { none, lost_parent, signalled };

// Standard input, output and error become /dev/null, for the commands to inherit.
Session open_session(bool serve);

// Reads one signal; `signal` is set to its number.
Interruption read_signal(const Session &session, int &signal);

} // namespace assay
