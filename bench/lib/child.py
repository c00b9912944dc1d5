"""A process that does not outlive the script, and what it has used when it ends."""
import contextlib
import os
import subprocess
import time


@contextlib.contextmanager
def started(command, **options):
    """The running process; killed when the block is left before its end."""
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def ended(process):
    """Waits for the end; resource usage of the process with its children. Sets its returncode."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage


def timed(command, **options):
    """Wall clock, and CPU with that of its children, of a command that must succeed. Errors: RuntimeError with what it said."""
    begun = time.monotonic()
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options) as process:
        said = process.stdout.read()
        usage = ended(process)
    if process.returncode != 0:
        raise RuntimeError(f"{os.path.basename(command[0])} ended with status {process.returncode}:\n{said[-2000:]}")
    return time.monotonic() - begun, usage.ru_utime + usage.ru_stime
