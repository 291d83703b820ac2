// Reads the words a probe is started with, and refuses those it cannot use.
// SPDX-License-Identifier: Apache-2.0
#include "words.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_REASON = 4096 };

void say_text(const char *text) {
    putchar('"');
    for (const unsigned char *one = (const unsigned char *)text; *one != '\0'; one++) {
        if (*one < ' ') {
            printf("\\u%04x", *one);
            continue;
        }
        if (*one == '"' || *one == '\\')
            putchar('\\');
        putchar(*one);
    }
    putchar('"');
}

void refuse(const char *format, ...) {
    char reason[LONGEST_REASON];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    printf("{\"kind\":\"refused\",\"reason\":");
    say_text(reason);
    printf("}\n");
    exit(0);
}

const char *word(struct parameters *parameters, const char *name, const char *otherwise) {
    for (int i = 0; i < parameters->count; i++) {
        if (strcmp(parameters->words[i].name, name) != 0)
            continue;
        parameters->words[i].used = true;
        return parameters->words[i].value;
    }
    return otherwise;
}

int64_t parameter(struct parameters *parameters, const char *name, int64_t otherwise) {
    const char *text = word(parameters, name, NULL);
    if (text == NULL)
        return otherwise;
    char *end;
    errno = 0;
    int64_t value = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0')
        refuse("%s: expected a whole number, found %s", name, text);
    return value;
}

int bounded(struct parameters *parameters, const char *name, int otherwise, int least) {
    int64_t value = parameter(parameters, name, otherwise);
    if (value < least || value > INT_MAX)
        refuse("%s: expected %d or more, found %lld", name, least, (long long)value);
    return (int)value;
}

int choice(struct parameters *parameters, const char *name, const char *const choices[]) {
    const char *value = word(parameters, name, choices[0]);
    for (int i = 0; choices[i] != NULL; i++)
        if (strcmp(value, choices[i]) == 0)
            return i;
    refuse("%s: this probe does not know %s", name, value);
}

void split_words(struct parameters *parameters, int argc, char **argv) {
    if (argc - 1 > MOST_WORDS)
        refuse("expected at most %d words, found %d", MOST_WORDS, argc - 1);
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (equals == NULL)
            refuse("expected key=value words, found %s", argv[i]);
        *equals = '\0';
        parameters->words[parameters->count++] = (struct word){argv[i], equals + 1, false};
    }
}

void refuse_unused(struct parameters *parameters) {
    for (int i = 0; i < parameters->count; i++)
        if (!parameters->words[i].used)
            refuse("unknown word %s", parameters->words[i].name);
}
