// The key=value words a probe is started with. What it cannot use it refuses: it says so and ends.
// SPDX-License-Identifier: Apache-2.0
#ifndef WORDS_H
#define WORDS_H

#include "probe.h"

enum { MOST_WORDS = 64 };

struct parameters {
    int count;
    struct word {
        const char *name, *value;
        bool used; // somebody asked for it
    } words[MOST_WORDS];
};

// As a text of JSON, in quotes.
void say_text(const char *text);

void split_words(struct parameters *parameters, int argc, char **argv);
void refuse_unused(struct parameters *parameters);

const char *word(struct parameters *parameters, const char *name, const char *otherwise);
int bounded(struct parameters *parameters, const char *name, int otherwise, int least);

#endif
