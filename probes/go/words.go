// The key=value words a probe is started with. What it cannot use it refuses: it says so and ends.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Words remembers which of them somebody asked for.
type Words struct {
	order  []string
	values map[string]string
	used   map[string]bool
}

// Refuse says why the probe cannot do what was asked, and ends. Only while preparing.
func Refuse(format string, arguments ...any) {
	line, _ := json.Marshal(map[string]string{"kind": "refused", "reason": fmt.Sprintf(format, arguments...)})
	fmt.Printf("%s\n", line)
	os.Exit(0)
}

func splitWords(arguments []string) *Words {
	words := &Words{values: map[string]string{}, used: map[string]bool{}}
	for _, argument := range arguments {
		name, value, found := strings.Cut(argument, "=")
		if !found {
			Refuse("expected key=value words, found %s", argument)
		}
		words.order = append(words.order, name)
		words.values[name] = value
	}
	return words
}

// Text is the word as it stands.
func (words *Words) Text(name, otherwise string) string {
	words.used[name] = true
	if value, found := words.values[name]; found {
		return value
	}
	return otherwise
}

// Integer is the word as a whole number that is not below least.
func (words *Words) Integer(name string, otherwise, least int64) int64 {
	text := words.Text(name, strconv.FormatInt(otherwise, 10))
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		Refuse("%s: expected a whole number, found %s", name, text)
	}
	if value < least {
		Refuse("%s: expected %d or more, found %d", name, least, value)
	}
	return value
}

// OneOf is the word where it is one of the choices; the first of them where it is not given.
func (words *Words) OneOf(name string, choices ...string) string {
	value := words.Text(name, choices[0])
	for _, choice := range choices {
		if value == choice {
			return value
		}
	}
	Refuse("%s: this probe does not know %s", name, value)
	return ""
}

// yes is 1 where the word says so, else 0.
func (words *Words) yes(name string) int64 {
	if words.OneOf(name, "0", "1") == "1" {
		return 1
	}
	return 0
}

func (words *Words) refuseUnused() {
	for _, name := range words.order {
		if !words.used[name] {
			Refuse("unknown word %s", name)
		}
	}
}
