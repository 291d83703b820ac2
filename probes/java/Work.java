// What a workload in Java offers, as a class of its own named Workload. What its tasks share are its fields.
// The harness owns words, workers, clock and output.
// SPDX-License-Identifier: Apache-2.0

interface Work {
    /** Once, before the first iteration. */
    void prepare(Words words, Task[] tasks, int degree);

    /** In the caller, just before the opening of an iteration. */
    default void arm() {}

    /** In the caller, after the last task of an iteration. */
    default void disarm() {}

    /** The work; adds its units to the meter's ops. Where it waits, through the meter, it keeps its thread. */
    void operate(Task task, Meter meter) throws InterruptedException;

    /** In the caller, after each sweep but the last. */
    default void between(int step) {}

    /** In the caller, after each iteration, not timed; clears the answers for the next one. */
    Answer check();

    record Answer(String expected, String found) {
        boolean ok() {
            return expected.equals(found);
        }
    }
}
