// How often the garbage collector ran. Looked at only at the end: what it takes to ask is loaded then.
// SPDX-License-Identifier: Apache-2.0

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

final class Collector {
    private Collector() {}

    /** All collections of this process; -1 in a runtime that has no java.management. */
    static long collections() {
        try {
            long collections = 0;
            for (GarbageCollectorMXBean one : ManagementFactory.getGarbageCollectorMXBeans())
                collections += one.getCollectionCount();
            return collections;
        } catch (LinkageError notThere) {
            return -1;
        }
    }
}
