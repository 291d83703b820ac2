// oneTBB: the caller runs tasks of a group in an arena, and takes its share of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <latch>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/version.h>

#include "model.hpp"

class OneTbb final : public Model {
  public:
    // Workers are made when there is something to do: here for the first time, as many tasks as workers, each of
    // which waits for the others.
    explicit OneTbb(Run &run)
        : Model(run), limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(run.workers)),
          arena_(run.workers) {
        std::latch all_here(run.workers);
        std::atomic<int> arrived = 0;
        in_a_group([&](tbb::task_group &group) {
            for (int worker = 0; worker < run.workers; worker++)
                group.run([&] {
                    run.pin_worker(arrived++);
                    all_here.arrive_and_wait();
                });
        });
    }

    void sweep() override {
        if (run_.first_step())
            run_.open();
        in_a_group([this](tbb::task_group &group) {
            for (int index = 0; index < run_.count(); index++) {
                run_.submitted(index);
                group.run([this, index] { run_.do_task(index); });
                run_.accepted(index);
            }
        });
        run_.ended(run_.workers - 1); // all of them but the caller
    }

  private:
    template <class HandOver> void in_a_group(HandOver hand_over) {
        arena_.execute([&] {
            tbb::task_group group;
            hand_over(group);
            group.wait();
        });
    }

    tbb::global_control limit_;
    tbb::task_arena arena_;
};
