/* The least that starting a program can cost: vfork, execve, wait, again and again.
 *
 *   bare_loop <times> <program> [argument ...]      prints one wall time in nanoseconds a line
 *
 * Standard input and output of the program are what this program was given. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **words) {
    if (count < 3)
        return fputs("usage: bare_loop <times> <program> [argument ...]\n", stderr), 2;
    const int times = atoi(words[1]);
    long long *wall_ns = calloc(times, sizeof *wall_ns);
    for (int i = 0; i < times; ++i) {
        int status;
        struct rusage usage;
        const long long started_ns = now_ns();
        const pid_t child = vfork();
        if (child == 0) {
            execve(words[2], words + 2, environ);
            _exit(127);
        }
        if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
            return 1;
        wall_ns[i] = now_ns() - started_ns;
    }
    for (int i = 0; i < times; ++i)
        printf("%lld\n", wall_ns[i]);
    return 0;
}
