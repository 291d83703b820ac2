// Receives from what is closed.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const net = require("node:net");

const prepare = () => ({});
const operate = (shared, task, meter) => meter.receive(new net.Socket().destroy(), Buffer.alloc(1));
const check = () => ({ expected: "", found: "" });

module.exports = { prepare, operate, check };
