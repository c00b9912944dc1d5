"""Our client against another one, cell by cell: rounds outermost, both clients side by side in each round."""
import os
from dataclasses import dataclass

import clients
import slices
import tables
from lab import pin

OURS = "oltpsim"


@dataclass(frozen=True)
class Cell:
    """One row of a table. `extra` are arguments of our client only; `bound` is for the CPU ratio, None: no claim."""
    script: str
    clients: int
    apart: bool
    note: str = ""
    extra: tuple = ()
    bound: float = None


@dataclass
class Places:
    """Which CPUs servers and clients get when they are kept apart: one each; None where the machine has but one."""
    everywhere: frozenset
    server: frozenset = None
    client: frozenset = None

    @staticmethod
    def here():
        cpus = sorted(os.sched_getaffinity(0))
        if len(cpus) < 2:
            return Places(frozenset(cpus))
        return Places(frozenset(cpus), frozenset(cpus[:1]), frozenset(cpus[1:2]))


class Comparison:
    """Measures cells on one server. `rounds[cell]` is a list of (ours, theirs), either None when it failed."""

    def __init__(self, script, server, ours, peer, *, warm, window, table_count, rows):
        self.script = script
        self.server = server
        self.ours = ours
        self.peer = peer
        self.times = {"warm": warm, "window": window, "tables": table_count, "rows": rows}
        self.places = Places.here()
        self.rounds = {}

    def usable(self, cells):
        """Without those that need two CPUs where there is one."""
        if self.places.client:
            return cells
        if any(cell.apart for cell in cells):
            self.script.skip("server and client on CPUs of their own: this machine has one CPU")
        return [cell for cell in cells if not cell.apart]

    def round(self, cells, number):
        """Measures every cell once. Variants of one cell that differ in our arguments only share the peer's slice."""
        shared = {}
        for cell in cells:
            pin(self.server, self.places.server if cell.apart else self.places.everywhere)
            load = clients.Load(cell.script, cell.clients, self.places.client if cell.apart else None, **self.times)
            runs = [(OURS, lambda: self.ours.run(self.server.url, load, cell.extra))]
            if load not in shared:
                runs.append((self.peer.name, lambda: self.peer.run(load)))
            found = {}
            for name, run in runs if number % 2 == 0 else reversed(runs):
                found[name] = self._try(name, run, cell)
            theirs = shared.setdefault(load, found.get(self.peer.name))
            self.rounds.setdefault(cell, []).append((found[OURS], theirs))

    def _try(self, name, run, cell):
        try:
            return run()
        except slices.SliceFailed as failure:
            self.script.failed(f"{name}, {cell.script}, {cell.clients} clients: {failure}")
            return None

    def rows(self, cells):
        for cell in cells:
            ours = [pair[0] for pair in self.rounds[cell]]
            theirs = [pair[1] for pair in self.rounds[cell]]
            cpu = slices.ratios(ours, theirs, lambda one: one.cpu_us)
            tps = slices.ratios(ours, theirs, lambda one: one.tps)
            p99 = slices.ratios(ours, theirs, lambda one: one.p99_ms)
            yield [
                self.server.label, cell.script.removeprefix("oltp_"), cell.clients, cell.note or "off",
                tables.spread(cpu), tables.verdict(cpu, cell.bound) if cell.bound else "",
                tables.spread(tps), tables.verdict(tps, 1.0, at_most=False) if cell.apart and not cell.note else "",
                tables.spread(p99), tables.verdict(p99, 1.1) if cell.apart and not cell.note else "",
                f"{tables.median_of([one.cpu_us for one in ours if one])} / "
                f"{tables.median_of([one.cpu_us for one in theirs if one])}",
                f"{tables.median_of([one.tps for one in ours if one])} / "
                f"{tables.median_of([one.tps for one in theirs if one])}",
            ]


HEADINGS = ["server", "transaction", "clients", "pipeline", "client CPU ratio", "bound", "TPS ratio", "bound",
            "p99 ratio", "bound", "CPU µs per transaction", "TPS"]


def measure(script, comparisons, cells_of):
    """All rounds over all servers; one table per placement."""
    cells = {one: one.usable(cells_of(one.server)) for one in comparisons}
    for number in range(script.options.rounds):
        script.tell(f"round {number + 1} of {script.options.rounds}")
        for one in comparisons:
            one.round(cells[one], number)
    for apart, title in ((True, "Server and client on a CPU of their own"), (False, "Server and client share all CPUs")):
        rows = [row for one in comparisons for row in one.rows([cell for cell in cells[one] if cell.apart == apart])]
        if rows:
            script.add(f"### {title}\n\n" + tables.markdown(HEADINGS, rows))
