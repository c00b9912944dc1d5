"""What the tpcc-* measurements share: SQL of a server from outside, and TPC-C-like clients watched by their CPU."""
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "lib"))
from clients import Sysbench  # noqa: E402
from lab import Server, Unavailable  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def number(server: Server, sql: str) -> int:
    """First cell of a query's answer."""
    if server.engine == "postgresql":
        command = ["psql", "-h", "127.0.0.1", "-p", str(server.port), "-U", "sbtest", "-Atqc", sql, "sbtest"]
    else:
        command = ["mysql", "-h127.0.0.1", f"-P{server.port}", "-usbtest", "-Nse", sql, "sbtest"]
    environment = {**os.environ, "PGPASSWORD": server.password(), "MYSQL_PWD": server.password()}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return int(float(done.stdout.split()[0]))


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and of its children that have ended."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return sum(int(value) for value in fields[11:15]) / TICKS


@dataclass
class Window:
    """One client's steady window."""
    seconds: float
    new_orders: int
    client_cpu_s: float

    # Every mix compared has 43 to 45 % New-Orders.
    @property
    def transactions(self) -> float:
        return self.new_orders * 2.3

    @property
    def tps(self) -> float:
        return self.transactions / self.seconds

    @property
    def cpu_us(self) -> float:
        return self.client_cpu_s * 1e6 / self.transactions


@dataclass
class Client:
    """A program that runs TPC-C-like transactions for some seconds."""
    name: str
    command: list[str]
    district: str                       # table whose d_next_o_id it raises
    cwd: str | None = None
    env: dict[str, str] = field(default_factory=dict)


def orders_placed(server: Server, table: str) -> int:
    return number(server, f"SELECT SUM(d_next_o_id) FROM {table}")


def watch(server: Server, client: Client, warm: float, window: float) -> Window:
    """Starts the client, waits until it has placed orders and `warm` seconds more, and measures. Errors: RuntimeError."""
    before = orders_placed(server, client.district)
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(client.command, cwd=client.cwd, env={**os.environ, **client.env}, stdout=log, stderr=log)
        try:
            give_up = time.monotonic() + 60
            while orders_placed(server, client.district) == before:
                if process.poll() is not None or time.monotonic() > give_up:
                    log.seek(0)
                    raise RuntimeError(f"{client.name} placed no order:\n{log.read()[-2000:]}")
                time.sleep(0.2)
            time.sleep(warm)
            first = (time.monotonic(), orders_placed(server, client.district), cpu_seconds(process.pid))
            time.sleep(window)
            last = (time.monotonic(), orders_placed(server, client.district), cpu_seconds(process.pid))
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    return Window(last[0] - first[0], last[1] - first[1], last[2] - first[2])


def sysbench_tpcc(folder: str, server: Server, scripts: str, warehouses: int, threads: int, *arguments: str) -> list[str]:
    """Errors: Unavailable without sysbench or its tpcc.lua."""
    sysbench = Sysbench(folder, server)
    if not scripts or not os.path.exists(os.path.join(scripts, "tpcc.lua")):
        raise Unavailable("sysbench-tpcc: name the folder of its scripts with --sysbench-tpcc")
    level = "RC" if server.engine == "postgresql" else "RR"
    return sysbench.command("tpcc.lua", "--tables=1", f"--scale={warehouses}", f"--threads={threads}", f"--trx_level={level}",
                            *arguments)
