// Every call that a workload may use or offer, each of them counted.
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
	rest        = "etc"
)

// Shared counts, for each task, how often it was done, woke early and received what is wrong; and the calls in the caller.
type Shared struct {
	done, early, garbled     []int64
	sweeps                   int64
	between, armed, disarmed int64
}

func Prepare(words *Words, tasks []Task, degree int) *Shared {
	for index := range tasks {
		tasks[index].Role, tasks[index].Size = index%2, int64(index+1)
	}
	return &Shared{
		done:    make([]int64, len(tasks)),
		early:   make([]int64, len(tasks)),
		garbled: make([]int64, len(tasks)),
		sweeps:  words.Integer("steps", 1, 1),
	}
}

func (shared *Shared) Operate(task *Task, meter *Meter) {
	for {
		if task.Role == 1 {
			shared.nap(task, meter)
			shared.post(task, meter)
		}
		meter.Ops += task.Size
		if meter.Stop() {
			break
		}
	}
	shared.done[task.Index]++
}

func (shared *Shared) nap(task *Task, meter *Meter) {
	start := meter.Now()
	meter.Sleep(napNs)
	elapsed := meter.Now() - start
	if elapsed < napNs {
		shared.early[task.Index]++
	}
	meter.Sample(elapsed)
}

// post sends the task's number and a little more through a pipe that then ends.
func (shared *Shared) post(task *Task, meter *Meter) {
	reader, writer, err := os.Pipe()
	if err != nil {
		fail("cannot make a pipe", err)
	}
	var first, second [numberBytes]byte
	binary.LittleEndian.PutUint64(first[:], uint64(task.Index))
	if _, err = writer.Write(append(first[:], rest...)); err != nil {
		fail("cannot write into a pipe", err)
	}
	writer.Close()
	first = [numberBytes]byte{}
	whole, end := meter.Receive(reader, first[:]), meter.Receive(reader, second[:])
	reader.Close()
	number := binary.LittleEndian.Uint64(first[:])
	if whole != numberBytes || end != len(rest) || number != uint64(task.Index) {
		shared.garbled[task.Index]++
	}
}

func (shared *Shared) Between(step int) {
	if int64(step) == shared.between { // counted in their order
		shared.between++
	}
}

func (shared *Shared) Arm()    { shared.armed++ }
func (shared *Shared) Disarm() { shared.disarmed++ }

func (shared *Shared) Check() (expected, found string) {
	right, most, armed := 0, int64(0), shared.armed
	for index, times := range shared.done {
		if times == shared.sweeps && shared.early[index]+shared.garbled[index] == 0 {
			right++
		}
		if times > most {
			most = times
		}
		shared.done[index], shared.early[index], shared.garbled[index] = 0, 0, 0
	}
	if shared.disarmed != armed {
		armed = -1
	}
	const form = "%d tasks, %d sweeps, %d between, armed %d times"
	expected = fmt.Sprintf(form, len(shared.done), shared.sweeps, shared.sweeps-1, 1)
	found = fmt.Sprintf(form, right, most, shared.between, armed)
	shared.between, shared.armed, shared.disarmed = 0, 0, 0
	return expected, found
}
