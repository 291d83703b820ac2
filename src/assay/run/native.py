"""Asks the small C++ program (launcher/) to run commands: the launcher that really measures.

One launcher process serves many requests; between them it sleeps. The conversation is described in
docs/launcher.md. A launcher that dies is an answer with an error in it, not an exception: the next
request starts a fresh one.
"""

import contextlib
import os
import subprocess
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from assay.errors import ToolchainMissing
from assay.run.request import LOST, Load, Memory, Report, Request, Run
from assay.store.records import Count, Whole

PROTOCOL = 1
MOST_KEPT = 1 << 30
"""Bytes of kept output; nobody asks for more."""
PATIENCE_SECONDS = 8.0
"""How long a launcher may take to end its process tree once it has been told to stop."""


class Greeting(Struct, frozen=True):
    """What the launcher says about itself and this machine when it starts."""

    launcher: str  # version
    protocol: int
    cpus: int  # CPUs online
    quota_cpus: float  # CPUs allowed by a cgroup quota; -1 = no quota
    busy_source: str  # where busy time of the machine is read
    busy_step_ns: int
    steal_step_ns: int


class _Columns(Struct, frozen=True):
    """All runs of an answer, a column a field of `Run`."""

    started_ns: tuple[Whole, ...]
    wall_ns: tuple[Count, ...]
    exec_ns: tuple[Whole, ...]
    user_ns: tuple[Whole, ...]
    system_ns: tuple[Whole, ...]
    max_rss_bytes: tuple[Whole, ...]
    voluntary_switches: tuple[Whole, ...]
    involuntary_switches: tuple[Whole, ...]
    minor_faults: tuple[Whole, ...]
    major_faults: tuple[Whole, ...]
    migrations: tuple[Whole, ...]
    cycles: tuple[Whole, ...]
    instructions: tuple[Whole, ...]
    cache_misses: tuple[Whole, ...]
    branch_misses: tuple[Whole, ...]
    exit_code: tuple[Whole, ...]
    signal: tuple[Whole, ...]
    timed_out: tuple[bool, ...]
    orphans: tuple[Whole, ...]
    stdout_bytes: tuple[Whole, ...]
    stderr_bytes: tuple[Whole, ...]


class _Answer(Struct, frozen=True):
    """The line of JSON; the kept bytes follow it."""

    error: str
    stdout_kept: int
    stderr_kept: int
    runs: _Columns | None = None
    load: Load | None = None
    memory: Memory | None = None


_NO_LOAD = Load(window_ns=0, cpus=0, steal_ns=-1, foreign_ns=-1, resolution_ns=0, throttled_ns=-1)
_DECODE_ANSWER = msgspec.json.Decoder(_Answer).decode
_DECODE_GREETING = msgspec.json.Decoder(Greeting).decode


class NativeLauncher:
    """Runs requests in the program at `path`, one at a time; started with the first of them."""

    simulated = False

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        self._process: subprocess.Popen[bytes] | None = None
        self._greeting: Greeting | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> "NativeLauncher":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def greeting(self) -> Greeting:
        """What the launcher says about this machine; starts it if need be."""
        with self._lock:
            self._running()
            assert self._greeting is not None
            return self._greeting

    def run(self, request: Request) -> Report:
        """Carry out one request; what went wrong is said in the report's `error`."""
        with self._lock:
            process = self._running()
            try:
                return self._converse(process, encode(request))
            except (OSError, EOFError, msgspec.MsgspecError, UnicodeDecodeError) as problem:
                return Report(runs=(), load=_NO_LOAD, error=self._lost(problem))
            except BaseException:  # Ctrl-C among them: nothing of the tree may stay behind
                self._stop()
                raise

    def pass_over(self, request: Request) -> None:
        """What was measured stays measured."""

    def close(self) -> None:
        """End the launcher, and with it whatever it is running."""
        self._stop()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._stop()
        self._process = _start(self._path)
        try:
            self._greeting = _greet(self._path, self._process)
        except BaseException:
            self._stop()
            raise
        return self._process

    def _converse(self, process: subprocess.Popen[bytes], message: bytes) -> Report:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(message)
        process.stdin.flush()
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError("it ended in the middle of an answer" if line else "it ended without an answer")
        answer = _DECODE_ANSWER(line)
        stdout = _read_exactly(process.stdout, answer.stdout_kept)
        stderr = _read_exactly(process.stdout, answer.stderr_kept)
        runs = tuple(_rows(answer.runs)) if answer.runs is not None else ()
        return Report(runs, answer.load or _NO_LOAD, stdout, stderr, answer.memory, answer.error)

    def _lost(self, problem: Exception) -> str:
        status = self._stop()
        how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
        return f"{LOST} ({problem}; {how})"

    def _stop(self) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                _close_quietly(stream)
        try:
            return process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def encode(request: Request) -> bytes:
    """One request in the launcher's words; see docs/launcher.md."""
    body = b"".join(b"%b %d\n%b\n" % (key, len(value), value) for key, value in _fields(request))
    return b"request %d\n%b" % (len(body), body)


def _fields(request: Request) -> Iterator[tuple[bytes, bytes]]:
    for word in request.argv:
        yield b"argument", os.fsencode(word)
    yield b"inherit", b"0"
    for name, value in _environment(request):
        yield b"environment", b"%b=%b" % (name, value)
    yield b"cwd", os.fsencode(request.cwd or Path.cwd())
    yield b"stdin", request.stdin.encode()
    yield b"cpus", ",".join(map(str, request.cpus)).encode()
    yield b"sample_memory", b"%d" % request.sample_memory
    yield b"counters", b"%d" % request.counters
    yield from _rarely_asked(request)
    for key in ("repeat", "timeout_ns", "padding", "keep_stdout", "keep_stderr", "output_limit"):
        yield key.encode(), b"%d" % getattr(request, key)


def _rarely_asked(request: Request) -> Iterator[tuple[bytes, bytes]]:
    if request.mark:
        yield b"mark", b"1"
    if request.nice:
        yield b"nice", b"%d" % request.nice
    if request.policy:
        yield b"policy", request.policy.encode()


def _environment(request: Request) -> Iterable[tuple[bytes, bytes]]:
    if request.environment is None:
        return os.environb.items()
    return ((os.fsencode(name), os.fsencode(value)) for name, value in request.environment.items())


def _rows(columns: _Columns) -> Iterator[Run]:
    in_order = [getattr(columns, name) for name in Run.__struct_fields__]
    if len({len(column) for column in in_order}) > 1:
        raise EOFError("it answered with columns of different lengths")
    return map(Run, *in_order)


def _start(path: Path) -> subprocess.Popen[bytes]:
    try:
        # A session of its own: Ctrl-C reaches Assay only, and no measured command has a terminal.
        return subprocess.Popen(
            [path, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
    except OSError as problem:
        raise ToolchainMissing(
            f"launcher: expected the program assay-launch at {path}, found none that starts"
            f" ({problem.strerror}); run `make setup`"
        ) from problem


def _greet(path: Path, process: subprocess.Popen[bytes]) -> Greeting:
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        greeting = _DECODE_GREETING(line)
    except msgspec.DecodeError:
        greeting = None
    if greeting is not None and greeting.protocol == PROTOCOL:
        return greeting
    found = f"protocol {greeting.protocol}" if greeting else f"{line[:80]!r}"
    raise ToolchainMissing(
        f"launcher {path}: expected a greeting with protocol {PROTOCOL}, found {found}; build it anew with `make setup`"
    )


def _read_exactly(stream: IO[bytes], count: int) -> bytes:
    if not 0 <= count <= MOST_KEPT:
        raise EOFError(f"it announced {count} bytes of kept output")
    data = stream.read(count) if count else b""
    if len(data) < count:
        raise EOFError("it ended in the middle of kept output")
    return data


def _close_quietly(stream: IO[bytes]) -> None:
    with contextlib.suppress(OSError):  # what was not sent yet is of no interest any more
        stream.close()
