// A model: every task once for each call, in its own way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run.hpp"

class Model {
  public:
    explicit Model(Run &run) : run_(run) {}
    Model(const Model &) = delete;
    Model &operator=(const Model &) = delete;
    virtual ~Model() = default;
    virtual void sweep() = 0;

  protected:
    Run &run_;
};
