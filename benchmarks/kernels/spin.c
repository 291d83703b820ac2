// A loop with a known amount of work: `spin UNITS` runs UNITS dependent multiply-adds and prints nothing.
// A planted effect of +2 % is the same binary with 2 % more units; it never sleeps.
#include <stdint.h>
#include <stdlib.h>

int main(int count, char **words) {
    if (count != 2) {
        return 2;
    }
    uint64_t units = strtoull(words[1], NULL, 10);
    uint64_t state = 88172645463325252u;
    for (uint64_t unit = 0; unit < units; unit++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(state));  // keeps every unit
    }
    return state == 0;  // never: keeps the result used
}
