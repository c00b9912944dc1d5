"""The clients that are compared: oltpsim, sysbench and pgbench, each run for one slice on the same tables."""
import csv
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass

import slices
from lab import ROOT, Unavailable

SETTLE_SECONDS = 1  # a client's last report line may be missing, so it runs this much longer


@dataclass(frozen=True)
class Load:
    """What a slice does: how many clients, which script, on which CPUs, for how long."""
    script: str
    clients: int
    cpus: frozenset = None  # None: any
    warm: int = 2
    window: int = 3
    tables: int = 4
    rows: int = 100_000  # per table


def oltpsim_program():
    """OLTPSIM_BINARY, or the release build. Errors: Unavailable."""
    program = os.environ.get("OLTPSIM_BINARY", os.path.join(ROOT, "build", "release", "oltpsim"))
    if not os.access(program, os.X_OK):
        raise Unavailable(f"oltpsim: no program at {program} (scripts/build, or set OLTPSIM_BINARY)")
    return program


def find_program(name, *places):
    """Errors: Unavailable naming the package's program."""
    for place in places:
        if os.access(place, os.X_OK):
            return place
    found = shutil.which(name)
    if not found:
        raise Unavailable(f"{name}: no such program here (scripts/install-deps test)")
    return found


class Oltpsim:
    """Our own client."""
    name = "oltpsim"
    _REPORT = re.compile(r": (precondition|sample) .* left  TPS ")

    def __init__(self, folder, extra=()):
        self.program = oltpsim_program()
        self.folder = folder
        self.extra = list(extra)

    def prepare(self, server, tables, rows, connections=4):
        done = subprocess.run(
            [self.program, "prepare", "--workload", "sysbench/oltp_read_write", "--target", server.url, "--tables",
             str(tables), "--table-size", str(rows), "--load-connections", str(connections), "--quiet"],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"oltpsim prepare failed:\n{done.stderr}")

    def run(self, target_url, load, extra=()):
        """One slice on a target, real or simulated."""
        out = tempfile.mkdtemp(prefix="run-", dir=self.folder)
        command = [self.program, "run", "--workload", f"sysbench/{load.script}", "--target", target_url,
                   "--clients", str(load.clients), "--tables", str(load.tables), "--table-size", str(load.rows),
                   "--precondition", f"{load.warm}s", "--sample", f"{load.window}s", "--out", out,
                   *self.extra, *extra]
        try:
            marks = slices.watch(command, self._REPORT.search, load.warm + load.window, cpus=load.cpus)
            return self._slice(out, marks, load)
        finally:
            shutil.rmtree(out, ignore_errors=True)

    @staticmethod
    def _slice(out, marks, load):
        with open(os.path.join(out, "intervals.csv"), encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file)
                    if load.warm <= int(row["second"]) < load.warm + load.window]
        committed = sum(int(row["committed"]) for row in rows)
        p99 = slices.median_or_none(float(row["p99_ms"]) if row["p99_ms"] else None for row in rows
                                    if row["phase"] == "sample")
        with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
            average = json.load(file)["steps"][0]["aggregate"]["latency_avg_ms"]
        return slices.slice_between(marks[load.warm - 1], marks[-1], committed, p99, average)


class Sysbench:
    """sysbench with its own scripts; the password travels in a file only we may read."""
    name = "sysbench"
    _REPORT = re.compile(r"^\[ \d+s \] thds:")
    _FIGURES = re.compile(r"tps: ([\d.]+) .*lat \(ms,99%\): ([\d.]+)")

    def __init__(self, folder, server):
        self.program = find_program("sysbench")
        self.config = os.path.join(folder, f"sysbench-{server.engine}.cfg")
        driver = "pgsql" if server.engine == "postgresql" else "mysql"
        # libpq takes a host that is a path for the folder of the socket.
        place = [("socket", server.socket)] if server.socket and driver == "mysql" else [("host", server.socket or "127.0.0.1")]
        text = f"db-driver={driver}\n" + "".join(
            f"{driver}-{key}={value}\n" for key, value in
            (*place, ("port", server.port), ("user", "sbtest"), ("db", "sbtest"), ("password", server.password())))
        with open(os.open(self.config, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)

    def command(self, script, *arguments):
        return [self.program, f"--config-file={self.config}", script, *arguments]

    def version(self):
        done = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True)
        return done.stdout.split()[1]

    def run(self, load):
        seconds = load.warm + load.window
        marks = slices.watch(
            self.command(load.script, f"--tables={load.tables}", f"--table-size={load.rows}", f"--threads={load.clients}",
                         f"--time={seconds + SETTLE_SECONDS}", "--report-interval=1", "--percentile=99", "run"),
            self._REPORT.search, seconds, cpus=load.cpus)
        window = marks[load.warm:]
        figures = [tuple(map(float, self._FIGURES.search(mark.line).groups())) for mark in window]
        first, last = marks[load.warm - 1], marks[-1]
        # Its rates are over the time since its last line, which ours measures too.
        edges = [first, *window]
        committed = sum(rate * (b.at - a.at) for (rate, _), a, b in zip(figures, edges, edges[1:]))
        return slices.slice_between(first, last, committed, slices.median_or_none(p99 for _, p99 in figures))


class Pgbench:
    """pgbench -M prepared with scripts that say what sysbench's say, on the first table only: it cannot choose one."""
    name = "pgbench"
    _REPORT = re.compile(r"^progress: [\d.]+ s, ")
    _TPS = re.compile(r"progress: [\d.]+ s, ([\d.]+) tps")

    def __init__(self, folder, server, rows):
        # /usr/bin/pgbench is a wrapper in Perl, whose start would count.
        places = sorted((os.path.join("/usr/lib/postgresql", version, "bin", "pgbench")
                         for version in _listed("/usr/lib/postgresql")), reverse=True)
        self.program = find_program("pgbench", *places)
        self.folder = folder
        self.server = server
        self.pgpass = os.path.join(folder, "pgpass")
        with open(os.open(self.pgpass, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(f"127.0.0.1:{server.port}:*:sbtest:{server.password()}\n")
        for script in ("oltp_point_select", "oltp_read_write"):
            with open(self._script(script), "w", encoding="utf-8") as file:
                file.write(pgbench_script(script, rows))

    def _script(self, script):
        return os.path.join(self.folder, f"{script}.sql")

    def version(self):
        done = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True)
        return done.stdout.split()[2]

    def run(self, load):
        seconds = load.warm + load.window
        out = tempfile.mkdtemp(prefix="pgbench-", dir=self.folder)
        # A point select is so short that writing a log line for each would be part of its cost.
        share = "0.05" if load.script == "oltp_point_select" else "1"
        threads = min(load.clients, len(load.cpus) if load.cpus else os.cpu_count() or 1)
        command = [self.program, "-h", "127.0.0.1", "-p", str(self.server.port), "-U", "sbtest", "-M", "prepared",
                   "-n", "-c", str(load.clients), "-j", str(threads), "-T", str(seconds + SETTLE_SECONDS), "-P", "1",
                   "-l", f"--sampling-rate={share}", "--log-prefix=log", "--max-tries=10",
                   "-D", "c=" + "0123456789-" * 10, "-D", "pad=" + "0123456789-" * 5,
                   "-f", self._script(load.script), "sbtest"]
        try:
            begun = time.time() - time.monotonic()
            marks = slices.watch(command, self._REPORT.search, seconds, cpus=load.cpus, cwd=out,
                                 env={"PGPASSFILE": self.pgpass})
            first, last = marks[load.warm - 1], marks[-1]
            latencies = logged_latencies(out, begun + first.at, begun + last.at)
        finally:
            shutil.rmtree(out, ignore_errors=True)
        edges = marks[load.warm - 1:]
        committed = sum(float(self._TPS.search(b.line).group(1)) * (b.at - a.at) for a, b in zip(edges, edges[1:]))
        p99 = latencies[int(len(latencies) * 0.99)] if latencies else None
        return slices.slice_between(first, last, committed, p99)


def _listed(folder):
    return os.listdir(folder) if os.path.isdir(folder) else []


def logged_latencies(folder, begin, end):
    """Latencies in ms, sorted, of pgbench's per-transaction log lines (client, number, µs, script, s, µs) in a time window."""
    found = []
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            for line in file:
                words = line.split()
                if len(words) >= 6 and words[2].isdigit() and begin <= int(words[4]) + int(words[5]) * 1e-6 < end:
                    found.append(int(words[2]) / 1000)
    return sorted(found)


def pgbench_script(script, rows):
    """sysbench 1.0's statements of oltp_common.lua for its first table."""
    name = "sbtest1"
    draw = f"\\set id random(1, {rows})\n"
    point = draw + f"SELECT c FROM {name} WHERE id=:id;\n"
    if script == "oltp_point_select":
        return point
    between = draw + "\\set last :id + 99\n"
    text = "BEGIN;\n" + point * 10
    for columns, order in (("c", ""), ("SUM(k)", ""), ("c", " ORDER BY c"), ("DISTINCT c", " ORDER BY c")):
        text += between + f"SELECT {columns} FROM {name} WHERE id BETWEEN :id AND :last{order};\n"
    text += draw + f"UPDATE {name} SET k=k+1 WHERE id=:id;\n"
    text += draw + f"UPDATE {name} SET c=:c WHERE id=:id;\n"
    text += draw + f"\\set k random(1, {rows})\nDELETE FROM {name} WHERE id=:id;\n"
    return text + f"INSERT INTO {name} (id, k, c, pad) VALUES (:id, :k, :c, :pad);\nCOMMIT;\n"
