"""Database servers of a measurement: started through scripts/lab in a temporary folder, gone at the end."""
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
NOT_TO_BE_HAD = 3  # exit status of scripts/lab for an engine that this machine does not have


class Unavailable(Exception):
    """Something that a measurement needs is not on this machine; the text names it."""


@dataclass(frozen=True)
class Server:
    """One running server. `prefix` is what sysbench calls its options after. `socket`: reached by that Unix socket, "": TCP."""
    engine: str
    version: str
    pid: int
    port: int
    url: str
    password_file: str
    socket: str = ""

    @property
    def prefix(self):
        return "pgsql" if self.engine == "postgresql" else "mysql"

    @property
    def label(self):
        name = {"postgresql": "PostgreSQL", "mariadb": "MariaDB"}.get(self.engine, self.engine)
        return f"{name}, Unix socket" if self.socket else name

    def password(self):
        with open(self.password_file, encoding="utf-8") as file:
            return file.readline().rstrip("\n")


class Lab:
    """Context manager: a scratch folder and the servers in it."""

    def __init__(self, max_connections=1200, memory="512MB"):
        self._options = ["--no-fsync", "--memory", memory, "--max-connections", str(max_connections)]
        self.folder = ""
        self._started = False

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="oltpsim-bench-")
        os.chmod(self.folder, 0o711)  # the servers' account passes through
        return self

    def __exit__(self, *_):
        if self._started:
            subprocess.run(self._command("down", "--delete"), stdout=subprocess.DEVNULL, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def _command(self, verb, *arguments):
        return [os.path.join(ROOT, "scripts", "lab"), verb, *arguments, "--dir", self.path("lab")]

    def start(self, engine, by_socket=False):
        """Errors: Unavailable when the machine does not have this engine."""
        self._started = True
        done = subprocess.run(self._command("up", engine, "1", *self._options),
                              capture_output=True, text=True, check=False)
        if done.returncode == NOT_TO_BE_HAD:
            raise Unavailable(f"server {engine}: {done.stderr.strip()}")
        if done.returncode != 0:
            raise RuntimeError(f"{engine} did not start:\n{done.stderr}")
        status = subprocess.run(self._command("status", engine, "--json"), capture_output=True,
                                text=True, check=True)
        facts = json.loads(status.stdout)[0]
        return Server(engine, facts["version"], facts["pid"], facts["port"], facts["socket_url" if by_socket else "url"],
                      facts["password_file"], facts["socket"] if by_socket else "")


def tree_of(pid):
    """`pid` and all its descendants."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def pin(server, cpus):
    """Every thread of every process of the server onto these CPUs; later ones inherit it."""
    for pid in tree_of(server.pid):
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        for thread in threads:
            try:
                os.sched_setaffinity(int(thread), cpus)
            except ProcessLookupError:
                pass
