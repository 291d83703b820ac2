// Lines of progress while tasks count: written one by one, and looked after so that they are known to have arrived.
// SPDX-License-Identifier: Apache-2.0
#ifndef PROGRESS_H
#define PROGRESS_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "probe.h"

enum destination { TO_STDERR, TO_FILE, TO_TERMINAL };

struct progress {
    int lines; // that each task writes
    int to;
    int written_to;        // file descriptor
    int drained_from;      // of a terminal: its other end
    atomic_llong drained;  // lines that came out there
    long long lines_taken; // of them, those of the iterations before
};

// What a terminal's window does: takes all that is written.
static void *drain(void *argument) {
    struct progress *progress = argument;
    char text[4096];
    for (ssize_t length; (length = read(progress->drained_from, text, sizeof text)) > 0;)
        for (ssize_t i = 0; i < length; i++)
            progress->drained += text[i] == '\n';
    return NULL;
}

static void open_terminal(struct progress *progress) {
    pthread_t window;
    progress->drained_from = posix_openpt(O_RDWR | O_NOCTTY);
    if (progress->drained_from < 0 || grantpt(progress->drained_from) != 0 || unlockpt(progress->drained_from) != 0)
        die("no pseudo-terminal", errno);
    progress->written_to = open(ptsname(progress->drained_from), O_RDWR | O_NOCTTY);
    if (progress->written_to < 0)
        die("cannot open the pseudo-terminal", errno);
    int error = pthread_create(&window, NULL, drain, progress);
    if (error != 0)
        die("cannot make the thread that drains the terminal", error);
}

static void open_progress(struct progress *progress) {
    if (progress->lines == 0)
        return;
    progress->written_to = STDERR_FILENO;
    if (progress->to == TO_FILE) {
        FILE *file = tmpfile();
        if (file == NULL)
            die("no temporary file", errno);
        progress->written_to = fileno(file);
    } else if (progress->to == TO_TERMINAL) {
        open_terminal(progress);
    }
}

// One line, at once, as a program does that writes to a terminal.
static bool write_progress(const struct progress *progress, int task, long long counted) {
    char line[64];
    int length = snprintf(line, sizeof line, "task %d: counted to %lld\n", task, counted);
    return write(progress->written_to, line, length) == length;
}

static long long lines_in_file(int file) {
    long long lines = 0;
    char text[4096];
    off_t at = 0;
    for (ssize_t length; (length = pread(file, text, sizeof text, at)) > 0; at += length)
        for (ssize_t i = 0; i < length; i++)
            lines += text[i] == '\n';
    if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0)
        die("cannot empty the temporary file", errno);
    return lines;
}

static long long lines_in_window(struct progress *progress, long long written) {
    enum { TRIES = 2000, PAUSE_US = 1000 };
    for (int i = 0; i < TRIES && progress->drained < progress->lines_taken + written; i++)
        usleep(PAUSE_US);
    long long lines = progress->drained - progress->lines_taken;
    progress->lines_taken = progress->drained;
    return lines;
}

// How many arrived since the last call; what goes to standard error nobody here can see, so what was written counts.
static long long lines_arrived(struct progress *progress, long long written) {
    if (progress->lines == 0 || progress->to == TO_STDERR)
        return written;
    return progress->to == TO_FILE ? lines_in_file(progress->written_to) : lines_in_window(progress, written);
}

#endif
