// One task; `prepare` may set role and size.
// SPDX-License-Identifier: Apache-2.0

final class Task {
    final int index; // from 0
    int role; // 0 unless the workload has several
    long size; // in the workload's own unit

    Task(int index) {
        this.index = index;
    }
}
