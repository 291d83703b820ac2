"""A probe that misbehaves on purpose, for the tests: the word `implementation` says how.

It does no work and measures nothing: it plays a good conversation of made-up round figures with one fault in it.
"""

import json
import os
import signal
import sys

TASK_NS = 1_000_000


def conversation(words):
    """A conversation without fault: all tasks start together and take one millisecond."""
    workers = int(words.get("workers", "1"))
    tasks, iterations, warmup = (int(words.get(key, value)) for key, value in DEFAULTS.items())
    tasks = tasks or workers
    hello = {"kind": "hello", "protocol": 1, "runtime": "faulty", "version": "1", "flags": ""}
    hello |= {key: words.get(key, value) for key, value in TEXTS.items()}
    hello |= {"workers": workers, "tasks": tasks, "iterations": iterations, "warmup": warmup}
    hello |= {key: int(words.get(key, value)) for key, value in KNOBS.items()}
    hello |= {"clock": "none", "clock_cost_ns": 0.0, "clock_step_ns": 1.0}
    stamps = {"submitted": [0] * tasks, "accepted": [0] * tasks, "started": [0] * tasks, "ended": [TASK_NS] * tasks}
    stamps |= {"worker": [os.getpid() + task for task in range(tasks)], "ops": [1] * tasks, "size": [0] * tasks}
    timed = {"kind": "iteration", "work_wall_ns": TASK_NS, "cpu_ns": TASK_NS * tasks, "units": tasks, "tasks": stamps}
    calls = [timed | {"index": index, "warm": index >= warmup} for index in range(warmup + iterations)]
    if hello["mark"]:
        calls.insert(-1, MARK)
    found = f"{tasks} tasks done once"
    return [hello, *calls, {"kind": "answer", "ok": True, "expected": found, "found": found}, BYE]


DEFAULTS = {"tasks": "0", "iterations": "1", "warmup": "0"}
TEXTS = {"workload": "", "model": "serial", "implementation": "none", "gate": "before_create", "stamps": "task"}
TEXTS |= {"pin": "none"}
KNOBS = {"steps": "1", "window_ms": "0", "hold": "0", "mark": "0"}
MARK = {"kind": "mark", "held": 0}
BYE = {"kind": "bye", "kernel_threads": 1}


def say(messages):
    for message in messages:
        print(json.dumps(message), flush=True)
        if message is MARK:
            sys.stdin.readline()


def none(messages):
    say(messages)


def crash(messages):
    say(messages[:1])
    os.kill(os.getpid(), signal.SIGSEGV)


def fail(messages):
    say(messages[:1])
    sys.exit("faulty: no memory left (it says)")


def hang(messages):
    say(messages[:1])
    signal.pause()


def stubborn(messages):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hang(messages)
    hang(messages)


def noise(messages):
    say(messages[:1])
    print("warming up ...", flush=True)
    say(messages[1:])


def half_line(messages):
    say(messages[:-1])
    print(json.dumps(messages[-1])[:10], end="", flush=True)


def wrong_answer(messages):
    messages[-2] |= {"ok": False, "found": "0 tasks done once"}
    say(messages)


def fewer_tasks(messages):
    for call in messages[1:-2]:
        call["tasks"] = {name: column[:-1] for name, column in call["tasks"].items()}
        call["units"] -= 1
    say(messages)


def fewer_iterations(messages):
    say(messages[:1] + messages[2:])


def one_after_another(messages):
    for call in messages[1:-2]:
        tasks = len(call["tasks"]["started"])
        started = [TASK_NS * task for task in range(tasks)]
        call["tasks"] = call["tasks"] | {"started": started, "ended": [instant + TASK_NS for instant in started]}
        call["work_wall_ns"] = TASK_NS * tasks
    say(messages)


def backwards(messages):
    for call in messages[1:-2]:
        call["tasks"] = call["tasks"] | {"started": call["tasks"]["ended"], "ended": call["tasks"]["started"]}
    say(messages)


def misheard(messages):
    messages[0]["workers"] += 1
    say(messages)


def misheard_hold(messages):
    messages[0]["hold"] = 1 - messages[0]["hold"]
    say(messages)


def mark_unasked(messages):
    say([*messages[:-3], MARK, *messages[-3:]])


def stays_at_mark(messages):
    say(messages[:1])
    print(json.dumps(MARK), flush=True)
    signal.pause()


def no_sizes(messages):
    for call in messages[1:-2]:
        call["tasks"] = {name: column for name, column in call["tasks"].items() if name != "size"}
    say(messages)


def samples_lost(messages):
    say([*messages[:-2], {"kind": "samples", "count": 3, "values": [5, 7]}, *messages[-2:]])


def newer(messages):
    messages[0]["protocol"] = 2
    say(messages)


def refuses(messages):
    say([{"kind": "refused", "reason": "there is nothing this probe would do"}])


def endless(messages):
    say(messages[:1])
    while True:
        say(messages[1:2])


def leave_a_child(seconds_alive):
    if os.fork() == 0:
        signal.alarm(seconds_alive)
        while seconds_alive:
            signal.pause()
        os._exit(0)


def orphans(messages):
    for _ in range(3):
        leave_a_child(600)
    say(messages)


def many_children(messages):
    for _ in range(300):
        leave_a_child(0)
    for _ in range(300):
        os.wait()
    say(messages)


def closed(messages):
    os.close(1)
    os._exit(0)


FAULTS = {
    fault.__name__: fault
    for fault in (
        none, crash, fail, hang, stubborn, noise, half_line, wrong_answer, fewer_tasks, fewer_iterations,
        one_after_another, backwards, misheard, misheard_hold, mark_unasked, stays_at_mark, no_sizes, samples_lost,
        newer, refuses, endless, orphans, many_children, closed,
    )
}  # fmt: skip


def main():
    words = dict(word.split("=", 1) for word in sys.argv[1:])
    FAULTS[words.get("implementation", "none")](conversation(words))


if __name__ == "__main__":
    main()
