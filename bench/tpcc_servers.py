"""What the tpcc-* measurements share: a server in a scratch folder, its SQL from outside, and clients watched by their CPU."""
import json
import os
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
TICKS = os.sysconf("SC_CLK_TCK")


class Unavailable(Exception):
    """Something that a measurement needs is not on this machine; the text names it."""


@dataclass(frozen=True)
class Server:
    """One running server of the lab."""
    engine: str
    version: str
    port: int
    url: str
    password_file: str

    def password(self) -> str:
        with open(self.password_file, encoding="utf-8") as file:
            return file.readline().rstrip("\n")

    def number(self, sql: str) -> int:
        """First cell of a query's answer."""
        if self.engine == "postgresql":
            command = ["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "sbtest", "-Atqc", sql, "sbtest"]
        else:
            command = ["mysql", "-h127.0.0.1", f"-P{self.port}", "-usbtest", "-Nse", sql, "sbtest"]
        environment = {**os.environ, "PGPASSWORD": self.password(), "MYSQL_PWD": self.password()}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return int(float(done.stdout.split()[0]))


class Lab:
    """Context manager: a scratch folder and one server in it, without fsync."""

    def __init__(self, engine: str, memory: str = "1GB"):
        self._engine = engine
        self._memory = memory
        self.folder = ""

    def __enter__(self) -> "Lab":
        self.folder = tempfile.mkdtemp(prefix="oltpsim-bench-")
        os.chmod(self.folder, 0o711)  # the server's account passes through
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(self._command("down", "--delete"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _command(self, verb: str, *arguments: str) -> list[str]:
        return [os.path.join(ROOT, "scripts", "lab"), verb, *arguments, "--dir", os.path.join(self.folder, "lab")]

    def start(self) -> Server:
        done = subprocess.run(self._command("up", self._engine, "1", "--no-fsync", "--memory", self._memory),
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Unavailable(f"server {self._engine}: {done.stderr.strip()}")
        status = subprocess.run(self._command("status", self._engine, "--json"), capture_output=True, text=True, check=True)
        facts = json.loads(status.stdout)[0]
        return Server(self._engine, facts["version"], facts["port"], facts["url"], facts["password_file"])


def oltpsim_program() -> str:
    program = os.environ.get("OLTPSIM_BINARY", os.path.join(ROOT, "build", "release", "oltpsim"))
    if not os.access(program, os.X_OK):
        raise Unavailable(f"oltpsim: no program at {program} (scripts/build, or set OLTPSIM_BINARY)")
    return program


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and of its children that have ended."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return sum(int(value) for value in fields[11:15]) / TICKS


def machine_cpu_seconds() -> float:
    """Time that all CPUs of the machine were not idle."""
    with open("/proc/stat", encoding="utf-8") as file:
        fields = [int(value) for value in file.readline().split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICKS


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
    return server.number(f"SELECT SUM(d_next_o_id) FROM {table}")


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


def sysbench_config(folder: str, server: Server) -> str:
    """The password travels in a file only we may read."""
    driver = "pgsql" if server.engine == "postgresql" else "mysql"
    path = os.path.join(folder, f"sysbench-{server.engine}.cfg")
    text = f"db-driver={driver}\n" + "".join(
        f"{driver}-{key}={value}\n" for key, value in
        (("host", "127.0.0.1"), ("port", server.port), ("user", "sbtest"), ("db", "sbtest"), ("password", server.password())))
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    return path


def sysbench_tpcc(folder: str, server: Server, scripts: str, warehouses: int, threads: int, *arguments: str) -> list[str]:
    """Errors: Unavailable without sysbench or its tpcc.lua."""
    if not shutil.which("sysbench"):
        raise Unavailable("sysbench: no such program here (scripts/install-deps test)")
    if not scripts or not os.path.exists(os.path.join(scripts, "tpcc.lua")):
        raise Unavailable("sysbench-tpcc: name the folder of its scripts with --sysbench-tpcc")
    level = "RC" if server.engine == "postgresql" else "RR"
    return ["sysbench", f"--config-file={sysbench_config(folder, server)}", "tpcc.lua", "--tables=1", f"--scale={warehouses}",
            f"--threads={threads}", f"--trx_level={level}", *arguments]
