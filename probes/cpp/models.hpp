// The table of models and implementations that this binary offers. OpenMP and oneTBB have one of their own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "coroutines.hpp"
#include "pool.hpp"
#include "threads.hpp"
#ifdef WITH_OPENMP
#include "openmp.hpp"
#endif
#ifdef WITH_TBB
#include "onetbb.hpp"
#endif

struct Offer {
    std::string_view model, implementation;
    bool makes_workers; // in each sweep, so that they can be held
    std::unique_ptr<Model> (*make)(Run &run);
};

template <class Kind> std::unique_ptr<Model> make(Run &run) { return std::make_unique<Kind>(run); }

// Of each model the default implementation comes first.
inline constexpr Offer OFFERS[] = {
    {"serial", "std", false, make<Serial>},
    {"thread", "std", true, make<FreshThreads<Thread>>},
    {"thread", "jthread", true, make<FreshThreads<JThread>>},
    {"thread", "async", true, make<FreshThreads<Async>>},
    {"pool", "std", false, make<Pool>},
    {"coroutine", "std", true, make<Coroutines>},
#ifdef WITH_OPENMP
    {"stealing", "openmp", false, make<OpenMp>},
#endif
#ifdef WITH_TBB
    {"stealing", "tbb", false, make<OneTbb>},
#endif
};

inline const Offer &find_offer(std::string_view model, std::string_view implementation) {
    bool known = false;
    for (const Offer &offer : OFFERS) {
        known = known || offer.model == model;
        if (offer.model == model && (implementation.empty() || offer.implementation == implementation))
            return offer;
    }
    std::string what = known ? "implementation" : "model";
    throw Refused(what + ": this probe does not know " + std::string(known ? implementation : model));
}
