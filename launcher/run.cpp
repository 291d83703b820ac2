// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <limits>

#include "clock.hpp"

namespace assay {
namespace {

constexpr std::int64_t grace_ns = 500'000'000;        // between SIGTERM and SIGKILL
constexpr std::int64_t sampling_pause_ns = 3'000'000; // between the end of a memory sample and the next
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

class Watch {
  public:
    Watch(const Session &session, Conditions &conditions, const Child &child)
        : session_(session), conditions_(conditions),
          deadline_ns_(conditions.timeout_ns > 0 ? child.started_ns + static_cast<std::int64_t>(conditions.timeout_ns)
                                                 : never),
          files_{{child.pidfd, POLLIN, 0},
                 {session.signals, POLLIN, 0},
                 {session.control, 0, 0}, // only whether the other end is still there
                 {conditions.out.read_end(), POLLIN, 0},
                 {conditions.error.read_end(), POLLIN, 0}},
          count_(conditions.out.wanted() || conditions.error.wanted() ? 5 : 3) {}

    // Returns when the main process has ended, or must be ended.
    End wait(int &signal) {
        for (;;) {
            sleep_until(conditions_.memory.wanted() ? sample_memory() : deadline_ns_);
            drain();
            if (conditions_.mark.waiting())
                take_mark();
            if (files_[ended].revents != 0)
                return End::by_itself;
            if (files_[control].revents != 0)
                return End::lost_parent;
            if (files_[signals].revents != 0) {
                const auto interruption = read_signal(session_, signal);
                if (interruption == Interruption::lost_parent)
                    return End::lost_parent;
                if (interruption == Interruption::signalled)
                    return End::signalled;
            }
            if (over_limit())
                return End::printed_too_much;
            if (deadline_ns_ != never && now_ns() >= deadline_ns_)
                return End::timed_out;
        }
    }

    // Waits for the main process to heed a SIGTERM.
    void grant_grace() {
        files_[signals].fd = files_[control].fd = -1;
        for (const auto end_ns = now_ns() + grace_ns; now_ns() < end_ns;) {
            sleep_until(end_ns);
            drain();
            if (files_[ended].revents != 0)
                return;
        }
    }

  private:
    enum { ended, signals, control, out, error, all };

    void sleep_until(std::int64_t end_ns) {
        timespec pause{};
        if (end_ns != never)
            pause = to_timespec(std::max<std::int64_t>(0, end_ns - now_ns()));
        if (ppoll(files_, count_, end_ns == never ? nullptr : &pause, nullptr) <= 0) {
            for (auto &file : files_)
                file.revents = 0;
        }
    }

    std::int64_t sample_memory() {
        conditions_.memory.sample();
        return std::min(deadline_ns_, now_ns() + sampling_pause_ns);
    }

    void take_mark() {
        conditions_.memory.sample_mark();
        conditions_.mark.let_go();
    }

    void drain() {
        if (count_ < all)
            return;
        if (files_[out].revents != 0)
            conditions_.out.drain();
        if (files_[error].revents != 0)
            conditions_.error.drain();
        files_[out].fd = conditions_.out.read_end();
        files_[error].fd = conditions_.error.read_end();
    }

    bool over_limit() const {
        return conditions_.output_limit > 0 &&
               conditions_.out.total() + conditions_.error.total() > conditions_.output_limit;
    }

    const Session &session_;
    Conditions &conditions_;
    std::int64_t deadline_ns_;
    pollfd files_[all];
    nfds_t count_;
};

// The main process has ended: take it first, so that its end is not dated after anybody else's.
void reap_main(Main &main, Bill &bill) {
    rusage usage{};
    if (wait4(main.pid, &main.status, __WALL, &usage) != main.pid)
        return;
    main.ended_ns = now_ns();
    bill.add(usage);
}

int end_orphans(Main &main, Bill &bill, bool &stuck) {
    bool none_left = false;
    reap_ended(main, bill, none_left); // billed, but it had ended by itself
    return none_left ? 0 : kill_tree(main, bill, stuck);
}

void describe_end(const Main &main, Run &run) {
    run.wall_ns = main.ended_ns - run.started_ns;
    run.exit_code = WIFEXITED(main.status) ? WEXITSTATUS(main.status) : -1;
    run.signal = WIFSIGNALED(main.status) ? WTERMSIG(main.status) : 0;
}

std::string explain(End end, bool stuck, int signal, std::uint64_t output_limit) {
    if (stuck)
        return "some processes of the tree did not die in 5 s";
    if (end == End::printed_too_much)
        return "printed more than " + std::to_string(output_limit) + " bytes";
    if (end == End::signalled)
        return "interrupted by signal " + std::to_string(signal);
    if (end == End::lost_parent)
        return "the client has gone";
    return "";
}

bool start(Conditions &conditions, const Session &session, Child &child, std::string &problem) {
    if (!conditions.out.begin() || !conditions.error.begin() || !conditions.mark.begin()) {
        problem = std::string("pipe: ") + std::strerror(errno);
        return false;
    }
    Surroundings &surroundings = conditions.surroundings;
    surroundings.out = conditions.out.write_end();
    surroundings.error = conditions.error.write_end();
    surroundings.signal_mask = &session.found_mask;
    surroundings.new_session = session.has_terminal;
    if (conditions.mark.child_end() >= 0)
        surroundings.in = conditions.mark.child_end();
    else if (surroundings.in >= 0)
        lseek(surroundings.in, 0, SEEK_SET);
    conditions.counters.begin();
    child = spawn(conditions.program, surroundings);
    conditions.out.close_write_end();
    conditions.error.close_write_end();
    conditions.mark.close_child_end();
    if (child.error == 0)
        return true;
    problem = child.refused != nullptr ? explain_refusal(child) : explain_exec_failure(child.error);
    return false;
}

End finish(Watch &watch, End end, Main &main, Run &run, bool &stuck) {
    if (end == End::by_itself) {
        reap_main(main, run.bill);
        run.orphans = end_orphans(main, run.bill, stuck);
        return end;
    }
    if (end != End::lost_parent) {
        signal_tree(main, SIGTERM);
        watch.grant_grace();
    }
    run.timed_out = end == End::timed_out;
    run.orphans = kill_tree(main, run.bill, stuck);
    return end;
}

} // namespace

End run_once(const Session &session, Conditions &conditions, Run &run, std::string &problem) {
    Child child;
    if (!start(conditions, session, child, problem))
        return End::not_started;
    run.started_ns = child.started_ns;
    Main main{.pid = child.pid};
    Watch watch(session, conditions, child);
    int signal = 0;
    bool stuck = false;
    const End end = finish(watch, watch.wait(signal), main, run, stuck);
    close(child.pidfd);
    conditions.out.finish();
    conditions.error.finish();
    conditions.mark.finish();
    describe_end(main, run);
    run.exec_ns = main.ended_ns - child.exec_ns;
    run.counts = conditions.counters.end();
    run.stdout_bytes = conditions.out.total();
    run.stderr_bytes = conditions.error.total();
    problem = explain(end, stuck, signal, conditions.output_limit);
    return end;
}

} // namespace assay
