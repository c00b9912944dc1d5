"""A process that does not outlive the script, and what it has used when it ends."""
import contextlib
import os
import subprocess


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
