"""Start, stop and look at one server of a lab, whatever its engine."""
import os
import shutil
import socket
import subprocess

import accounts
import process
from failures import LabError

START_SECONDS = 120
STOP_SECONDS = 60


def state(engine, store, instance):
    """running, paused, stopped, or dead (it should run and does not)."""
    if not process.is_alive(instance.pid, instance.start_ticks, engine.marker(store, instance)):
        return "dead" if instance.wanted else "stopped"
    return "paused" if process.read_stat(instance.pid).state in "Tt" else "running"


def is_up(engine, store, instance):
    return state(engine, store, instance) in ("running", "paused")


def port_is_free(port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_port(store, base):
    """The first port from base that no server of this lab has and nobody listens on."""
    taken = {instance.port for instance in store.instances.values()}
    for port in range(base, min(base + 2000, 65536)):
        if port not in taken and port_is_free(port):
            return port
    raise LabError(f"no free port in the 2000 from {base}; give another --port")


def start(engine, store, instance, port_base):
    """Starts and waits until it takes sessions; throws LabError with the end of its log."""
    data = engine.data(store, instance)
    strangers = process.users_of_folder(data)
    if strangers:
        raise LabError(f"{instance.name}: process {strangers[0]} works in {data} and was not "
                       "started by this lab; it is left alone")
    if not instance.initialized:
        engine.initialize(store, instance)
    for attempt in range(3):
        if attempt > 0 or not port_is_free(instance.port):
            instance.port = free_port(store, port_base)
        engine.before_start(store, instance)
        engine.configure(store, instance)
        instance.version = engine.version(instance.account)
        failure = _launch(engine, store, instance)
        if failure is None:
            break
        if port_is_free(instance.port) or attempt == 2:  # else somebody was faster: try the next
            raise LabError(failure)
    if not instance.initialized:
        engine.after_first_start(store, instance)
        instance.initialized = True
    store.save()


def _launch(engine, store, instance):
    """None, or what went wrong."""
    arguments, extra = engine.command(store, instance)
    log = engine.log(store, instance)
    with open(log, "ab") as output:
        accounts.give(log, instance.account, 0o640)
        log_start = output.tell()
        child = subprocess.Popen(arguments, cwd=engine.folder(store, instance), umask=0o077,
                                 stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                 start_new_session=True, close_fds=True,
                                 env=accounts.environment(instance.account, extra),
                                 **accounts.identity(instance.account))
    instance.pid = child.pid
    instance.start_ticks = process.read_stat(child.pid).start_ticks
    instance.wanted = True
    store.save()
    process.wait_until(lambda: child.poll() is not None
                       or engine.is_ready(store, instance, child.pid), START_SECONDS)
    if child.poll() is None and engine.is_ready(store, instance, child.pid):
        return None
    if child.poll() is None:
        problem = f"not ready after {START_SECONDS} s"
        process.kill_all(child.pid)
        child.wait()
    else:
        problem = f"ended with status {child.returncode} while starting"
    instance.pid = instance.start_ticks = 0
    instance.wanted = False
    store.save()
    return f"{instance.name}: the server {problem}; the end of {log}:\n{tail(log, log_start)}"


def tail(path, offset, lines=15):
    try:
        with open(path, "rb") as file:
            file.seek(max(offset, os.path.getsize(path) - 20000))
            text = file.read().decode(errors="replace")
    except OSError as error:
        return f"(not readable: {error.strerror})"
    return "\n".join("  " + line for line in text.splitlines()[-lines:])


def stop(engine, store, instance):
    """A clean shutdown if the server lets us, else kill -9. Returns how it went, or None if it was down."""
    how = None
    if is_up(engine, store, instance):
        pid = instance.pid
        process.resume(pid)
        how = "killed after it did not stop"
        for number in engine.stop_signals:
            process.send(pid, number)
            if process.wait_until(lambda: process.is_gone(pid), STOP_SECONDS):
                how = "stopped"
                break
        else:
            process.kill_all(pid)
    instance.pid = instance.start_ticks = 0
    instance.wanted = False
    store.save()
    return how


def kill(engine, store, instance):
    """kill -9 of everything it runs; it then counts as dead, not as stopped."""
    if not is_up(engine, store, instance):
        raise LabError(f"{instance.name} is not running")
    process.kill_all(instance.pid)
    return "killed"


def pause(engine, store, instance):
    if not is_up(engine, store, instance):
        raise LabError(f"{instance.name} is not running")
    process.pause(instance.pid)
    return "paused"


def resume(engine, store, instance):
    if not is_up(engine, store, instance):
        raise LabError(f"{instance.name} is not running")
    process.resume(instance.pid)
    return "running again"


def delete(engine, store, instance):
    """Removes a stopped server's folder."""
    strangers = process.users_of_folder(engine.data(store, instance))
    if strangers:
        raise LabError(f"{instance.name}: process {strangers[0]} still works in its data folder")
    shutil.rmtree(engine.folder(store, instance), ignore_errors=False)
    del store.instances[instance.name]
    store.save()
