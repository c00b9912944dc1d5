"""Faults while a run is under way, on servers of this test's own: one that hangs, one that dies, one that restarts; and a
disk that fills up with results."""
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from program import BINARY, ProgramTest

LAB = os.environ.get("OLTPSIM_LAB", "")
FLAGS = ["--workload", "sysbench/oltp_read_write", "--tables", "1", "--table-size", "1000", "--clients", "4"]


@unittest.skipUnless(LAB, "OLTPSIM_LAB names no scripts/lab")
class ServerFaults(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.lab_folder = tempfile.mkdtemp(prefix="oltpsim-faults-")
        os.chmod(cls.lab_folder, 0o711)
        cls.addClassCleanup(shutil.rmtree, cls.lab_folder, ignore_errors=True)
        cls.addClassCleanup(cls.lab, "down", "--delete")
        for engine in ("postgresql", "mariadb"):
            cls.lab("up", engine, "1", "--no-fsync")
        cls.urls = cls.lab("status", "--urls").split()

    @classmethod
    def lab(cls, *words):
        done = subprocess.run([LAB, *words, "--dir", f"{cls.lab_folder}/lab"], capture_output=True, text=True, check=True,
                              timeout=200)
        return done.stdout

    def setUp(self):
        super().setUp()
        self.lab("up", "postgresql", "1")
        self.flags = list(FLAGS)
        for url in self.urls:
            self.flags += ["--target", url]
        prepared = self.call("prepare", *self.flags)
        self.assertEqual(prepared.status, 0, prepared.everything)

    def run_and(self, act, sample):
        """Starts a run and does `act` in the second second of its sample. Status, stderr, seconds it took, rows by name."""
        begin = time.monotonic()
        run = self.start("run", *self.flags, "--precondition", "2s", "--sample", f"{sample}s", "--grace", "3s",
                         "--statement-timeout", "60s", "--out", "res")
        time.sleep(4)
        act()
        _, err = run.communicate(timeout=120)
        took = time.monotonic() - begin
        with open(self.path("res", "result.json"), encoding="utf-8") as file:
            rows = json.load(file)["steps"][0]["targets"]
        return run.returncode, err, took, {row["name"]: row for row in rows}

    def test_a_server_that_hangs_does_not_hold_up_the_end(self):
        pg, maria = "pg1", "maria1"
        self.addCleanup(self.lab, "resume", pg)
        status, err, took, rows = self.run_and(lambda: self.lab("pause", pg), sample=8)
        self.assertEqual(status, 5, err)
        self.assertLess(took, 2 + 8 + 3 + 15)
        self.assertEqual(rows[pg]["state"], "failed")
        self.assertIn("stopped answering", rows[pg]["failure"])
        self.assertIn(pg, err)
        self.assertGreater(rows[maria]["tps"], 0)

    def test_a_server_that_dies_fails_alone(self):
        pg, maria = "pg1", "maria1"
        status, err, _, rows = self.run_and(lambda: self.lab("kill", pg), sample=8)
        self.assertEqual(status, 5, err)
        self.assertEqual(rows[pg]["state"], "failed")
        self.assertTrue(rows[pg]["failure"])
        self.assertGreater(rows[maria]["tps"], 0)
        self.assertEqual(rows[maria]["state"], "ok")

    def test_clients_come_back_after_a_restart(self):
        pg = "pg1"
        _, err, _, rows = self.run_and(lambda: self.lab("restart", pg), sample=20)
        self.assertEqual(rows[pg]["state"], "ok", err)
        self.assertGreaterEqual(rows[pg]["reconnects"], 4)
        self.assertGreater(rows[pg]["outage_seconds"], 0)
        with open(self.path("res", "intervals.csv"), encoding="utf-8") as file:
            names = file.readline().strip().split(",")
            last = [row for row in (dict(zip(names, line.strip().split(","))) for line in file)
                    if row["target"] == pg and row["phase"] == "sample"][-3:]
        self.assertGreater(sum(int(row["committed"]) for row in last), 0)


class FullDisk(ProgramTest):
    def test_results_that_find_no_room_are_said_and_the_status_tells(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

        finished = subprocess.run(
            [BINARY, "run", "--workload", "sysbench/oltp_read_write", "--clients", "4", "--target",
             "simulated:?latency_ms=2&name=vm{1..24}", "--sample", "6s", "--out", "res"],
            cwd=self.folder, preexec_fn=small_files, capture_output=True, text=True, timeout=60, check=False)
        self.assertNotEqual(finished.returncode, 0)
        self.assertIn("File too large", finished.stderr)
        self.assertIn("res/", finished.stderr)


if __name__ == "__main__":
    unittest.main()
