// The Go probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.
// The conversation is described in docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
)

const outputBuffer = 1 << 20 // written at the end, so that nobody wakes to read between iterations

func fail(what string, err error) {
	fmt.Fprintf(os.Stderr, "probe go: %s: %v\n", what, err)
	os.Exit(70)
}

// probe is one conversation.
type probe struct {
	said    hello
	model   model
	run     *run
	output  *bufio.Writer
	samples Samples
	answer  answer
	threads int // kernel threads of this process, when the last tasks were done
	most    int // kernel threads that took part in one iteration
}

func (probe *probe) say(message any) {
	line, err := json.Marshal(message)
	if err != nil {
		fail("cannot put a message into words", err)
	}
	probe.output.Write(append(line, '\n')) // a failure is told by the last Flush
}

// iterate does one iteration and says it.
func (probe *probe) iterate(index int) {
	run, warm := probe.run, index >= int(probe.said.Warmup)
	last := index+1 == int(probe.said.Warmup+probe.said.Iterations)
	before := cpuNs()
	var closed, spent int64 // when the caller knew that all was done
	for run.step = 0; run.step < run.steps; run.step++ {
		probe.model.sweep(run, func(held int) {
			if run.step+1 < run.steps {
				return
			}
			closed, spent = now(), cpuNs()-before
			if last {
				probe.rest(held)
			}
		})
		if shared, needs := any(run.shared).(sweeper); needs && run.step+1 < run.steps {
			shared.Between(run.step)
		}
	}
	if shared, needs := any(run.shared).(armed); needs {
		shared.Disarm()
	}
	probe.tell(iteration{Kind: "iteration", Index: index, Warm: warm, WorkWallNs: closed - run.opened, CPUNs: spent})
}

// tell completes what is said of an iteration.
func (probe *probe) tell(message iteration) {
	run, workers := probe.run, byWorker(probe.run)
	for index := range run.slots {
		slot := &run.slots[index]
		message.Units += slot.ops
		if message.Warm {
			probe.samples.take(&slot.samples)
		}
		slot.samples = Samples{}
	}
	if run.stamped {
		message.WorkWallNs = workers.last()
		message.Workers = workers
	}
	if probe.said.Stamps == "task" && len(run.tasks) <= mostTasksStamped {
		message.Tasks, message.Workers = byTask(run), nil
	}
	if threads := kernelThreads(workers.Worker); threads > probe.most {
		probe.most = threads
	}
	probe.say(message)
}

// kernelThreads that took part: the workers, and the caller where it is none of them.
func kernelThreads(workers []int64) int {
	caller := gettid()
	for _, worker := range workers {
		if worker == caller {
			return len(workers)
		}
	}
	return len(workers) + 1
}

// rest is what is done once, in the last iteration, while nobody works.
func (probe *probe) rest(held int) {
	probe.threads = threadCount()
	if probe.said.Mark == 0 {
		return
	}
	probe.say(mark{"mark", held})
	if err := probe.output.Flush(); err != nil {
		fail("cannot write", err)
	}
	bufio.NewReader(os.Stdin).ReadString('\n') // its end is as good as a line
}

func (probe *probe) check() {
	if probe.answer.OK {
		probe.answer.Expected, probe.answer.Found = probe.run.shared.Check()
		probe.answer.OK = probe.answer.Expected == probe.answer.Found
	}
}

func collections() uint32 {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return memory.NumGC
}

func main() {
	words := splitWords(os.Args[1:])
	said, offer := readWords(words)
	refuseImpossible(&said, &offer)
	probe := probe{said: said, model: offer.model, answer: answer{Kind: "answer", OK: true}}
	probe.run = newRun(words, &said)
	probe.output = bufio.NewWriterSize(os.Stdout, outputBuffer)
	probe.say(said)
	before := collections()
	probe.model.start(probe.run)
	for index := 0; index < int(said.Warmup+said.Iterations); index++ {
		probe.iterate(index)
		probe.check()
	}
	if probe.samples.count > 0 {
		probe.say(told(&probe.samples))
	}
	probe.say(probe.answer)
	probe.say(bye{"bye", probe.most, probe.threads, collections() - before})
	if err := probe.output.Flush(); err != nil {
		fail("cannot write", err)
	}
}
