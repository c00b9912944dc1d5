"""Short runs of a client, watched from outside: CPU of the process between two of its own one-second report lines.

A slice is warm-up, then a steady window. CPU is user + system time of all threads, by the process' CPU clock,
so connecting, preparing and writing the result are outside the window for every client alike.
"""
import os
import statistics
import subprocess
import time
from dataclasses import dataclass

import child


@dataclass(frozen=True)
class Slice:
    """One steady window. `p99_ms` may be None: the client does not tell."""
    tps: float
    cpu_us: float   # client CPU per committed transaction
    cores: float    # client CPU per second of wall clock
    p99_ms: float
    avg_ms: float = None


class SliceFailed(Exception):
    """The client ended before the window did; carries the end of what it said."""


def process_cpu_seconds(pid):
    """CPU used so far by all threads of a process: its CPU clock, see clock_getcpuclockid(3)."""
    return time.clock_gettime_ns((~pid << 3) | 2) / 1e9


@dataclass(frozen=True)
class Mark:
    """What was true when a report line came."""
    line: str
    at: float
    cpu: float


def watch(command, is_report, marks_wanted, *, cpus=None, env=None, cwd=None, patience=60):
    """Runs `command` until it has written `marks_wanted` report lines; returns a Mark for each.

    Output of both streams is read line by line. The client is left to end by itself."""
    def place():
        if cpus:
            os.sched_setaffinity(0, cpus)

    marks, said = [], []
    with child.started(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, stdin=subprocess.DEVNULL,
                       env={**os.environ, **(env or {})}, cwd=cwd, preexec_fn=place, bufsize=1) as process:
        for line in process.stdout:
            if is_report(line) and len(marks) < marks_wanted:
                marks.append(Mark(line, time.monotonic(), process_cpu_seconds(process.pid)))
            else:
                said = (said + [line.rstrip()])[-15:]
        process.wait(timeout=patience)
    if len(marks) < marks_wanted:
        raise SliceFailed(f"{os.path.basename(command[0])} ended with status {process.returncode} after "
                          f"{len(marks)} of {marks_wanted} report lines:\n" + "\n".join(said))
    return marks


def slice_between(first, last, committed, p99_ms, avg_ms=None):
    """The Slice between two marks. Errors: SliceFailed when nothing was committed."""
    if committed <= 0:
        raise SliceFailed("nothing was committed in the window")
    wall, cpu = last.at - first.at, last.cpu - first.cpu
    return Slice(committed / wall, cpu / committed * 1e6, cpu / wall, p99_ms, avg_ms)


def median_or_none(values):
    present = [value for value in values if value is not None]
    return statistics.median(present) if present else None


def ratios(ours, theirs, figure):
    """Ratios ours / theirs of the same round, where both exist."""
    return [figure(a) / figure(b) for a, b in zip(ours, theirs)
            if a is not None and b is not None and figure(a) is not None and figure(b)]
