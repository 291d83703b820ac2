// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>

namespace assay {
namespace {

constexpr int parent_died = SIGUSR2;
constexpr int first_own_file = 10;

int move_away(int file) { return fcntl(file, F_DUPFD_CLOEXEC, first_own_file); }

void give_commands_nothing() {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        dup2(nothing, file);
    if (nothing > STDERR_FILENO)
        close(nothing);
}

bool terminal_is_there() {
    const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal >= 0)
        close(terminal);
    return terminal >= 0;
}

int take_signals(sigset_t &found_mask) {
    sigset_t watched;
    sigemptyset(&watched);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, parent_died})
        sigaddset(&watched, signal);
    sigset_t blocked = watched;
    sigaddset(&blocked, SIGPIPE); // a client that has gone is seen as EPIPE
    sigprocmask(SIG_BLOCK, &blocked, &found_mask);
    std::signal(SIGCHLD, SIG_DFL); // were it ignored, nothing could be reaped
    return signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Long requests and many runs go back to the kernel when they are over: what the launcher holds becomes
// the peak memory of every process it starts.
void stay_small() {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 64 * 1024);
#endif
}

} // namespace

Session open_session(bool serve) {
    stay_small();
    Session session;
    session.parent = getppid();
    session.has_terminal = terminal_is_there();
    if (serve)
        session.control = move_away(STDIN_FILENO);
    session.answers = move_away(STDOUT_FILENO);
    session.complaints = move_away(STDERR_FILENO);
    give_commands_nothing();
    session.signals = take_signals(session.found_mask);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, parent_died);
    return session;
}

Interruption read_signal(const Session &session, int &signal) {
    signalfd_siginfo info{};
    if (read(session.signals, &info, sizeof info) != sizeof info)
        return Interruption::none;
    signal = static_cast<int>(info.ssi_signo);
    if (signal != parent_died)
        return Interruption::signalled;
    // It also comes when only the thread that started the launcher ended.
    return getppid() == session.parent ? Interruption::none : Interruption::lost_parent;
}

} // namespace assay
