// Counts the numbers up to `total` that 3 or 5 divide; each task takes an equal part. Put your own work here.

package main

import "fmt"

type Shared struct {
	total int64
	found []int64 // by task
}

func Prepare(words *Words, tasks []Task, degree int) *Shared {
	return &Shared{total: words.Integer("total", 1000000, 1), found: make([]int64, len(tasks))}
}

func (work *Shared) Operate(task *Task, meter *Meter) {
	tasks := int64(len(work.found))
	first, last := work.total*int64(task.Index)/tasks, work.total*int64(task.Index+1)/tasks
	found := int64(0)
	for n := first + 1; n <= last; n++ {
		if n%3 == 0 || n%5 == 0 {
			found++
		}
	}
	work.found[task.Index] = found
	meter.Ops += last - first // units of work done
}

func (work *Shared) Check() (expected, found string) {
	sum := int64(0)
	for i := range work.found {
		sum += work.found[i]
		work.found[i] = 0 // for the next iteration
	}
	right := work.total/3 + work.total/5 - work.total/15
	return fmt.Sprintf("%d numbers", right), fmt.Sprintf("%d numbers", sum)
}
