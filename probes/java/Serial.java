// In the caller, one task after the other.
// SPDX-License-Identifier: Apache-2.0

final class Serial extends Model {
    Serial(Run run) {
        super(run);
        run.pin(0);
    }

    @Override
    void sweep() {
        run.open();
        for (int index = 0; index < run.tasks.length; index++) {
            run.doTask(index);
            run.nothingBefore(index);
        }
    }

    @Override
    int waiting() {
        return 0;
    }
}
