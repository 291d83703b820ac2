// Each task sends its number around through all tasks, and hands on what it receives until its own is back.
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
	tasks, received := len(shared.places), 0
	own, next := &shared.places[task.Index], &shared.places[(task.Index+1)%tasks]
	var number [numberBytes]byte
	binary.LittleEndian.PutUint64(number[:], uint64(task.Index))
	meter.Sleep(napNs)
	for hop := 0; hop < tasks; hop++ {
		if _, err := next.writer.Write(number[:]); err != nil {
			fail("cannot write into a pipe", err)
		}
		received += meter.Receive(own.reader, number[:])
	}
	if received == tasks*numberBytes && binary.LittleEndian.Uint64(number[:]) == uint64(task.Index) {
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
