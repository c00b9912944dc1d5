"""TPC-C-like clients on one server: sysbench-tpcc, HammerDB, and how any of them is watched from outside.

Neither peer is part of this repository: each is a folder that the caller names, else a named skip.
"""
import os
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

from clients import Sysbench
from lab import Server, Unavailable, tree_of
from slices import process_cpu_seconds

HERE = os.path.dirname(os.path.realpath(__file__))
HAMMERDB_BASE = "hammerdb"   # its tables have the names of ours, so they live in a database of their own
TICKS = os.sysconf("SC_CLK_TCK")
WAIT_KEPT = 5                # s; sysbench-tpcc's `prepare` waits 30 s for its tables to be there
TCL_LIBRARY = {"mariadb": "mysqltcl", "postgresql": "Pgtcl"}


def answer(server: Server, sql: str, database: str = "sbtest") -> str:
    """What a query or command prints."""
    if server.engine == "postgresql":
        command = ["psql", "-h", "127.0.0.1", "-p", str(server.port), "-U", "sbtest", "-v", "ON_ERROR_STOP=1", "-Atqc", sql, database]
    else:
        command = ["mysql", "-h127.0.0.1", f"-P{server.port}", "-usbtest", "-Nse", sql, database]
    environment = {**os.environ, "PGPASSWORD": server.password(), "MYSQL_PWD": server.password()}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{sql}: {done.stderr.strip()}")
    return done.stdout


def number(server: Server, sql: str, database: str = "sbtest") -> int:
    """First cell of a query's answer."""
    return int(float(answer(server, sql, database).split()[0]))


@dataclass(frozen=True)
class Window:
    """One client's steady window."""
    seconds: float
    new_orders: int
    client_cpu_s: float
    server_cpu_s: float

    # Every mix compared has ten New-Orders of 23 transactions.
    @property
    def transactions(self) -> float:
        return self.new_orders * 2.3

    @property
    def tps(self) -> float:
        return self.transactions / self.seconds

    @property
    def cpu_us(self) -> float:
        return self.client_cpu_s * 1e6 / self.transactions

    @property
    def server_cpu_us(self) -> float:
        return self.server_cpu_s * 1e6 / self.transactions


@dataclass(frozen=True)
class Client:
    """Programs, started together, that run TPC-C-like transactions until they are stopped."""
    name: str
    command: list[str]
    district: str                       # table whose d_next_o_id it raises
    processes: int = 1
    cwd: str | None = None
    env: dict[str, str] = field(default_factory=dict)
    database: str = "sbtest"


def orders_placed(server: Server, client: Client) -> int:
    return number(server, f"SELECT SUM(d_next_o_id) FROM {client.district}", client.database)


def server_cpu_seconds(server: Server) -> float:
    """User and system time of all its processes, those that have ended included."""
    seconds = 0.0
    for pid in tree_of(server.pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        seconds += sum(map(int, fields[11:15] if pid == server.pid else fields[11:13])) / TICKS
    return seconds


def mark(server: Server, client: Client, processes: list[subprocess.Popen]) -> tuple[float, int, float, float]:
    """When, new orders so far, CPU of the client's own processes so far, CPU of the server's."""
    return (time.monotonic(), orders_placed(server, client), sum(process_cpu_seconds(process.pid) for process in processes),
            server_cpu_seconds(server))


def watch(server: Server, client: Client, warm: float, window: float) -> Window:
    """Starts the client, waits until it has placed orders and `warm` seconds more, and measures. Errors: RuntimeError."""
    before = orders_placed(server, client)
    with tempfile.TemporaryFile("w+") as log:
        processes = [subprocess.Popen(client.command, cwd=client.cwd, env={**os.environ, **client.env}, stdout=log, stderr=log)
                     for _ in range(client.processes)]
        try:
            give_up = time.monotonic() + 60
            while orders_placed(server, client) == before:
                check_alive(client, processes, log, time.monotonic() > give_up)
                time.sleep(0.2)
            time.sleep(warm)
            check_alive(client, processes, log)
            first = mark(server, client, processes)
            time.sleep(window)
            check_alive(client, processes, log)
            last = mark(server, client, processes)
        finally:
            stop(processes)
    if last[1] <= first[1]:
        raise RuntimeError(f"{client.name} placed no order in the window")
    return Window(*(end - begin for begin, end in zip(first, last)))


def check_alive(client: Client, processes: list[subprocess.Popen], log, too_late: bool = False) -> None:
    if too_late or any(process.poll() is not None for process in processes):
        log.seek(0)
        raise RuntimeError(f"{client.name} {'placed no order' if too_late else 'ended'}:\n{log.read()[-2000:]}")


def stop(processes: list[subprocess.Popen]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class SysbenchTpcc:
    """Percona-Lab's scripts on one set of tables, without foreign keys: ours has none by default either."""
    name = "sysbench-tpcc"

    def __init__(self, folder: str, server: Server, scripts: str, warehouses: int):
        """Errors: Unavailable without sysbench or tpcc.lua."""
        if not os.path.exists(os.path.join(scripts, "tpcc.lua")):
            raise Unavailable("sysbench-tpcc: no tpcc.lua; name the folder with --sysbench-tpcc (github.com/Percona-Lab/sysbench-tpcc)")
        self.sysbench = Sysbench(folder, server)
        self.scripts = os.path.abspath(scripts)
        self.warehouses = warehouses
        self.level = "RC" if server.engine == "postgresql" else "RR"
        self.path = os.path.join(folder, "short-wait")
        os.makedirs(self.path, exist_ok=True)
        shim = os.path.join(self.path, "sleep")
        with open(os.open(shim, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o755), "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nexec /bin/sleep {WAIT_KEPT}\n")

    def version(self) -> str:
        return f"sysbench-tpcc on sysbench {self.sysbench.version()}"

    def command(self, threads: int, *arguments: str) -> list[str]:
        return self.sysbench.command("tpcc.lua", "--tables=1", f"--scale={self.warehouses}", f"--threads={threads}",
                                     f"--trx_level={self.level}", "--use_fk=0", *arguments)

    def environment(self) -> dict[str, str]:
        """`prepare` waits WAIT_KEPT seconds instead of 30."""
        return {"PATH": self.path + os.pathsep + os.environ.get("PATH", "")}

    def client(self, threads: int, seconds: int) -> Client:
        return Client(self.name, self.command(threads, f"--time={seconds}", "run"), "district1", cwd=self.scripts)


class HammerDb:
    """HammerDB's own scripts, defaults, stored procedures and loader, each virtual user a process of Tcl."""
    name = "HammerDB"

    def __init__(self, server: Server, folder: str, warehouses: int):
        """Errors: Unavailable naming what is missing."""
        if not os.path.exists(os.path.join(folder, "src", "generic", "gentpcc.tcl")):
            raise Unavailable("HammerDB: no src/generic/gentpcc.tcl; name the folder with --hammerdb (github.com/TPC-Council/HammerDB, v4.9)")
        for library in ("Thread", TCL_LIBRARY[server.engine]):
            try:
                done = subprocess.run(["tclsh"], input=f"package require {library}", capture_output=True, text=True, check=False)
            except FileNotFoundError:
                raise Unavailable("HammerDB: no tclsh here (package tcl8.6)") from None
            if done.stderr or done.returncode != 0:
                raise Unavailable(f"HammerDB: Tcl has no {library} here (packages tcl-thread, mysqltcl, libpgtcl)")
        self.folder = os.path.abspath(folder)
        self.server = server
        self.warehouses = warehouses

    def environment(self) -> dict[str, str]:
        return {"HAMMERDB_PASSWORD": self.server.password()}

    def command(self, verb: str, workers: int) -> list[str]:
        return ["tclsh", os.path.join(HERE, "hammerdb.tcl"), verb, self.server.engine, str(self.server.port), "sbtest",
                HAMMERDB_BASE, str(self.warehouses), str(workers)]

    def build(self, workers: int) -> list[str]:
        """Pgtcl of Debian fails in threads: there one loader does it all."""
        return self.command("build", 1 if self.server.engine == "postgresql" else workers)

    def client(self, users: int) -> Client:
        return Client(self.name, self.command("run", users), "district", users, self.folder, self.environment(), HAMMERDB_BASE)


def peers_of(tell, folder: str, server: Server, options, warehouses: int) -> list:
    """The peers that can be had here; the others are told of by name through `tell`."""
    found = []
    for make in (lambda: SysbenchTpcc(folder, server, options.sysbench_tpcc, warehouses),
                 lambda: HammerDb(server, options.hammerdb, warehouses)):
        try:
            found.append(make())
        except Unavailable as missing:
            tell(f"{server.engine}: {missing}")
    return found


def declare_peers(parser) -> None:
    parser.add_argument("--engines", nargs="+", choices=list(TCL_LIBRARY), default=list(TCL_LIBRARY), help="default: both")
    parser.add_argument("--sysbench-tpcc", default=os.environ.get("SYSBENCH_TPCC", ""), metavar="DIR",
                        help="folder with its tpcc.lua (default: $SYSBENCH_TPCC)")
    parser.add_argument("--hammerdb", default=os.environ.get("HAMMERDB", ""), metavar="DIR",
                        help="folder of HammerDB 4.9 with its src/, modules/ and config/ (default: $HAMMERDB)")
