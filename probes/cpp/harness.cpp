// The C++ probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.
// The conversation is described in docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0
#include <ctime>
#include <fstream>
#include <optional>
#include <set>

#include "say.hpp"

static std::int64_t cpu_ns() {
    timespec own;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    return own.tv_sec * std::int64_t{1'000'000'000} + own.tv_nsec;
}

// Kernel threads of this process.
static int threads_here() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (int threads = -1; word == "Threads:" && status >> threads)
            return threads;
    return -1;
}

// Waits until somebody says a line, or has nothing more to say.
static void await_line() {
    for (int said; (said = std::getchar()) != EOF && said != '\n';)
        continue;
}

class Conversation {
  public:
    Conversation(Words &words, Output &output) : output_(output), asked_(read_words(words, run_)) {
        if (sched_getaffinity(0, sizeof run_.allowed, &run_.allowed) != 0)
            throw std::system_error(errno, std::generic_category(), "cannot read the CPUs allowed");
        for (int index = 0; index < run_.count(); index++)
            run_.tasks[index].index = index;
        run_.slots.resize(run_.tasks.size());
        run_.work = offer(words, run_.tasks, run_.workers);
        run_.ended = [this](int held) { all_done(held); };
        words.refuse_unused();
    }

    void hold() {
        output_.say(hello(asked_, run_));
        std::optional<Answer> wrong;
        Answer right; // where none was wrong
        {
            std::unique_ptr<Model> model = asked_.offer.make(run_);
            for (int index = 0; index < asked_.warmup + asked_.iterations; index++) {
                iterate(*model, index);
                Answer answer = run_.work->check();
                if (!wrong && answer.expected != answer.found)
                    wrong = answer;
                right = answer;
            }
        }
        if (run_.samples.count() > 0)
            output_.say(samples(run_.samples));
        const Answer &told = wrong.value_or(right);
        output_.say(Message("answer").with("ok", !wrong).with("expected", told.expected).with("found", told.found));
        output_.say(Message("bye").with("kernel_threads", kernel_threads_).with("threads", threads_));
    }

  private:
    void iterate(Model &model, int index) {
        run_.warm = index >= asked_.warmup;
        last_ = index + 1 == asked_.warmup + asked_.iterations;
        std::int64_t cpu = cpu_ns();
        for (run_.step = 0; run_.step < run_.steps; run_.step++) {
            model.sweep();
            if (run_.step + 1 < run_.steps)
                run_.work->between(run_.step);
        }
        run_.work->disarm();
        tell(index, cpu_ns() - cpu);
    }

    // Called by the model after each sweep.
    void all_done(int held) {
        if (run_.step + 1 < run_.steps)
            return;
        closed_ = now_ns();
        if (!last_)
            return;
        threads_ = threads_here();
        if (!asked_.mark)
            return;
        output_.say(Message("mark").with("held", held));
        output_.flush();
        await_line();
    }

    void tell(int index, std::int64_t cpu) {
        std::set<std::int64_t> seen;
        std::int64_t last = 0, units = 0;
        for (const Slot &slot : run_.slots) {
            seen.insert(slot.worker);
            last = std::max(last, slot.ended);
            units += slot.ops;
        }
        seen.insert(gettid()); // the caller, also where it only handed over
        kernel_threads_ = std::max(kernel_threads_, static_cast<int>(seen.size()));
        Message message("iteration");
        message.with("index", index).with("warm", run_.warm);
        message.with("work_wall_ns", (run_.stamped ? last : closed_) - run_.opened).with("cpu_ns", cpu);
        message.with("units", units);
        if (asked_.each_task)
            message.with("tasks", by_task(run_));
        else if (run_.stamped)
            message.with("workers", by_worker(run_));
        output_.say(message);
    }

    Output &output_;
    Run run_;
    Asked asked_;
    bool last_ = false;
    std::int64_t closed_ = 0; // when the caller knew that all tasks were done
    int threads_ = -1, kernel_threads_ = 0;
};

int main(int argc, char **argv) {
    Output output;
    try {
#ifdef WITH_OPENMP
        wait_passively(argv);
#endif
        Words words(argc, argv);
        Conversation(words, output).hold();
    } catch (const Refused &refused) {
        output.say(Message("refused").with("reason", std::string(refused.what())));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "probe cpp: %s\n", error.what());
        return 70;
    }
    return output.flush() ? 0 : 74;
}
