"""What needs servers of its own, because it counts all they do or harms them: two products in one run, whose commit
counters must agree with ours; a server that hangs, dies, restarts; and a disk that fills up with results."""
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
FLAGS = ["--workload", "sysbench/oltp_read_write", "--tables", "1", "--table-size", "1000", "--clients", "4",
         "--identical-data", "on"]  # so that a server may stand in any place of the list


@unittest.skipUnless(LAB, "OLTPSIM_LAB names no scripts/lab")
class OwnServers(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.lab_folder = tempfile.mkdtemp(prefix="oltpsim-own-servers-")
        os.chmod(cls.lab_folder, 0o711)
        cls.addClassCleanup(shutil.rmtree, cls.lab_folder, ignore_errors=True)
        cls.addClassCleanup(cls.lab, "down", "--delete")
        for engine in ("postgresql", "mariadb"):
            cls.lab("up", engine, "2", "--no-fsync")
        cls.urls = cls.lab("status", "--urls").split()

    @classmethod
    def lab(cls, *words):
        done = subprocess.run([LAB, *words, "--dir", f"{cls.lab_folder}/lab"], capture_output=True, text=True, check=True,
                              timeout=200)
        return done.stdout

    def setUp(self):
        super().setUp()
        if "dead" in self.lab("status", "postgresql"):
            self.lab("start", "pg1")
        self.flags = [*FLAGS, *self.flags_of("pg1", "maria1")]
        prepared = self.call("prepare", *self.flags)
        self.assertEqual(prepared.status, 0, prepared.everything)

    def flags_of(self, *names):
        return [word for url in self.urls if any(f"name={name}&" in url for name in names) for word in ("--target", url)]

    def wait_for_sample(self, name):
        """Until the result directory holds a second of the sample of that target."""
        for _ in range(600):
            time.sleep(0.1)
            if any(row["phase"] == "sample" and row["target"] == name for row in self.intervals()):
                return
        self.fail("no second of the sample was written")

    def intervals(self):
        if not os.path.exists(self.path("res", "intervals.csv")):
            return []
        with open(self.path("res", "intervals.csv"), encoding="utf-8") as file:
            names = file.readline().strip().split(",")
            rows = [line.strip().split(",") for line in file]
        return [dict(zip(names, row)) for row in rows if len(row) == len(names)]

    def test_two_products_count_what_their_servers_count_in_one_common_sample(self):
        flags = [*FLAGS, *self.flags_of("pg1", "pg2", "maria1", "maria2")]
        self.assertEqual(self.call("prepare", *flags).status, 0)
        run = self.call("run", *flags, "--precondition", "2s", "--sample", "4s", "--out", "res")
        self.assert_measured(run)
        with open(self.path("res", "result.json"), encoding="utf-8") as file:
            rows = json.load(file)["steps"][0]["targets"]
        self.assertEqual(len(rows), 4)
        for row in rows:
            self.assertGreater(row["transactions"], 0)
            self.assertEqual(row["server_commits"], row["committed_all_phases"], row["name"])
        seconds = {}
        for row in self.intervals():
            if row["phase"] == "sample":
                seconds.setdefault(row["target"], []).append(row["second"])
        self.assertEqual(len(seconds), 4)
        self.assertEqual(len(set(map(tuple, seconds.values()))), 1, "one sample window for all")

    def test_commits_of_statements_without_a_transaction_are_unknown_and_not_a_wrong_number(self):
        flags = ["--workload", "sysbench/oltp_insert", *FLAGS[2:], *self.flags_of("pg1", "maria1")]
        run = self.call("run", *flags, "--precondition", "1s", "--sample", "2s", "--out", "res")
        self.assert_measured(run)
        with open(self.path("res", "result.json"), encoding="utf-8") as file:
            rows = json.load(file)["steps"][0]["targets"]
        for row in rows:
            self.assertGreater(row["committed_all_phases"], 0)
            self.assertIsNone(row["server_commits"], row["name"])

    def test_a_cleanup_that_ends_half_way_says_what_is_gone_with_status_5(self):
        flags = [*FLAGS[:2], "--tables", "3", *FLAGS[4:], *self.flags_of("pg2")]
        self.assertEqual(self.call("prepare", *flags).status, 0)
        self.sql("pg2", "CREATE VIEW watcher AS SELECT id FROM sbtest2")
        half = self.call("cleanup", *flags)
        self.assertEqual(half.status, 5, half.everything)
        self.assertIn("TABLE sbtest2 was not dropped", half.err)
        self.assertIn("Already dropped: TABLE sbtest1.", half.err)
        self.sql("pg2", "DROP VIEW watcher")
        again = self.call("cleanup", *flags)
        self.assertEqual(again.status, 0, again.everything)

    def sql(self, name, text):
        url = next(url for url in self.urls if f"name={name}&" in url and "socket" not in url)
        with open(url.split("password_file=")[1], encoding="utf-8") as file:
            password = file.read().strip()
        subprocess.run(["psql", "-qX", "-c", text, url.split("?")[0]], env={**os.environ, "PGPASSWORD": password},
                       check=True, capture_output=True, timeout=30)

    def run_and(self, act, sample):
        """Starts a run and does `act` in its sample. Status, stderr, seconds it took, rows by name."""
        run = self.start("run", *self.flags, "--precondition", "2s", "--sample", f"{sample}s", "--grace", "3s",
                         "--statement-timeout", "60s", "--out", "res")
        self.wait_for_sample("pg1")
        begin = time.monotonic()
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
        self.assertLess(took, 8 + 3 + 15)
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

        def restart():
            self.lab("stop", pg)
            time.sleep(2.5)  # at least one whole second without a commit
            self.lab("start", pg)

        _, err, _, rows = self.run_and(restart, sample=20)
        self.assertEqual(rows[pg]["state"], "ok", err)
        self.assertGreaterEqual(rows[pg]["reconnects"], 4)
        self.assertGreater(rows[pg]["outage_seconds"], 0)
        last = [row for row in self.intervals() if row["target"] == pg and row["phase"] == "sample"][-3:]
        self.assertGreater(sum(int(row["committed"]) for row in last), 0)


class FullDisk(ProgramTest):
    def test_results_that_find_no_room_end_the_run_at_once(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

        self.write("plan.jsonc", json.dumps({
            "workload": "sysbench/oltp_read_write", "clients": 4, "targets": ["simulated:?latency_ms=2&name=vm{1..24}"],
            "steps": [12, 24], "phases": {"sample": "40s", "grace": "2s"}}))
        begin = time.monotonic()
        finished = subprocess.run([BINARY, "run", "plan.jsonc", "--out", "res"], cwd=self.folder, preexec_fn=small_files,
                                  capture_output=True, text=True, timeout=120, check=False)
        took = time.monotonic() - begin
        self.assertEqual(finished.returncode, 1, finished.stderr)
        self.assertLess(took, 40, finished.stderr)
        told, _, after = finished.stderr.partition("results can no longer be written: ")
        self.assertIn("File too large", after)
        self.assertIn("res/", after)
        self.assertIn("12 VMs", told)
        self.assertNotIn("24 VMs", finished.stderr)  # the next step was not started
        with open(self.path("res", "intervals.csv"), encoding="utf-8") as file:
            self.assertTrue(file.read().endswith("\n"))


if __name__ == "__main__":
    unittest.main()
