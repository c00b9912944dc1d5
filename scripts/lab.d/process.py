"""Processes as /proc shows them: is this one still ours, who are its children, stop it.

A process identifier may be used again by a stranger, so nothing is signalled before its start
time and its command line have been compared with what the lab wrote down when it started it.
"""
import os
import signal
import time
from dataclasses import dataclass

from failures import LabError


@dataclass(frozen=True)
class Stat:
    parent: int
    state: str  # R, S, D, T, Z, … as in proc(5)
    start_ticks: int


def read_stat(pid):
    """None when there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return Stat(parent=int(fields[1]), state=fields[0], start_ticks=int(fields[19]))


def command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().decode(errors="replace").split("\0")
    except OSError:
        return []


def is_alive(pid, start_ticks, marker):
    """Is it the process we started? `marker` is an argument only our server has."""
    if not pid:
        return False
    stat = read_stat(pid)
    return (stat is not None and stat.state not in "ZX" and stat.start_ticks == start_ticks
            and marker in command_line(pid))


def all_pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def descendants(pid):
    """All live processes below pid, nearest first."""
    children = {}
    for other in all_pids():
        stat = read_stat(other)
        if stat is not None and stat.state not in "ZX":
            children.setdefault(stat.parent, []).append(other)
    found = []
    queue = [pid]
    while queue:
        below = children.get(queue.pop(0), [])
        found += below
        queue += below
    return found


def users_of_folder(path):
    """Live processes that work in the folder (servers change into their data folder)."""
    found = []
    for pid in all_pids():
        try:
            if os.readlink(f"/proc/{pid}/cwd") == path and read_stat(pid).state not in "ZX":
                found.append(pid)
        except (OSError, AttributeError):
            continue
    return found


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass
    except PermissionError as error:
        raise LabError(f"process {pid} belongs to another account; use that one, or root") from error


def pause(pid):
    """Stops the server and all its processes; new ones cannot appear once the first is stopped."""
    send(pid, signal.SIGSTOP)
    wait_until(lambda: (read_stat(pid) or Stat(0, "T", 0)).state in "TtZX", 2)
    for child in descendants(pid):
        send(child, signal.SIGSTOP)


def resume(pid):
    for child in reversed(descendants(pid)):
        send(child, signal.SIGCONT)
    send(pid, signal.SIGCONT)


def kill_all(pid):
    """kill -9 for the server and all its processes, as a crash of the machine would."""
    pause(pid)
    doomed = [pid] + descendants(pid)
    for one in doomed:
        send(one, signal.SIGKILL)
    wait_until(lambda: all(is_gone(one) for one in doomed), 10)


def is_gone(pid):
    stat = read_stat(pid)
    return stat is None or stat.state in "ZX"


def wait_until(condition, seconds):
    """True when the condition came true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
