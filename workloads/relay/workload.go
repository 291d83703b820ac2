// Each task writes its number into the next one's pipe, and receives its neighbour's from its own.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/binary"
	"fmt"
	"os"
)

const (
	napNs       = 200_000
	numberBytes = 8
)

// place is what belongs to one task.
type place struct {
	reader, writer *os.File
	right          int
}

// Shared places, and how often the tasks are done.
type Shared struct {
	places []place
	sweeps int
}

func Prepare(words *Words, tasks []Task, degree int) *Shared {
	shared := &Shared{make([]place, len(tasks)), int(words.Integer("steps", 1, 1))}
	for index := range shared.places {
		reader, writer, err := os.Pipe()
		if err != nil {
			fail("cannot make a pipe", err)
		}
		shared.places[index] = place{reader: reader, writer: writer}
	}
	return shared
}

func (shared *Shared) Operate(task *Task, meter *Meter) {
	tasks := len(shared.places)
	own, next := &shared.places[task.Index], &shared.places[(task.Index+1)%tasks]
	var number, received [numberBytes]byte
	binary.LittleEndian.PutUint64(number[:], uint64(task.Index))
	meter.Sleep(napNs)
	if _, err := next.writer.Write(number[:]); err != nil {
		fail("cannot write into a pipe", err)
	}
	count := meter.Receive(own.reader, received[:])
	expected := (task.Index + tasks - 1) % tasks
	if count == numberBytes && binary.LittleEndian.Uint64(received[:]) == uint64(expected) {
		own.right++
	}
	meter.Ops++
}

func (shared *Shared) Check() (expected, found string) {
	right := 0
	for index := range shared.places {
		right += shared.places[index].right
		shared.places[index].right = 0
	}
	return fmt.Sprintf("%d numbers", len(shared.places)*shared.sweeps), fmt.Sprintf("%d numbers", right)
}
