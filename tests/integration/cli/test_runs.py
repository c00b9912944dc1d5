"""Whole runs through the program: SQLite files and simulated targets, exit statuses, result directories, resuming."""
import json
import os
import signal
import sqlite3
import time
import unittest

from program import ProgramTest

WORKLOAD = ["--workload", "sysbench/oltp_read_write", "--tables", "2", "--table-size", "500"]


class Sqlite(ProgramTest):
    def targets(self, count=2):
        return ["--target", f"sqlite:vm{{1..{count}}}.db"]

    def test_prepare_check_run_report_cleanup(self):
        flags = [*WORKLOAD, *self.targets(), "--clients", "2"]
        prepared = self.call("prepare", *flags, "--json")
        self.assertEqual(prepared.status, 0, prepared.err)
        self.assertEqual([t["rows"] for t in prepared.json()["targets"]], [1000, 1000])
        again = self.call("prepare", *flags, "--json")
        self.assertEqual([t["outcome"] for t in again.json()["targets"]], ["already_loaded"] * 2)
        checked = self.call("check", *flags)
        self.assertEqual(checked.status, 0, checked.everything)

        run = self.call("run", *flags, "--precondition", "1s", "--sample", "2s", "--out", "res", "--storage", "array=test bench")
        self.assert_measured(run)
        for name in ("result.json", "plan.json", "intervals.csv", "latency.hlog", "events.jsonl"):
            self.assertTrue(os.path.exists(self.path("res", name)), name)
        with open(self.path("res", "result.json"), encoding="utf-8") as file:
            result = json.load(file)
        step = result["steps"][0]
        self.assertEqual([t["name"] for t in step["targets"]], ["vm1", "vm2"])
        self.assertTrue(all(t["tps"] > 0 for t in step["targets"]))
        self.assertAlmostEqual(step["aggregate"]["tps"], sum(t["tps"] for t in step["targets"]), places=3)
        self.assertEqual(result["storage"]["array"], "test bench")
        self.assertIn("vm1", run.out)
        self.assertIn("TPS", run.err)          # the live line of each second
        self.assertGreaterEqual(run.err.count("TPS"), 3)

        shown = self.call("report", "res", "--format", "json")
        self.assertEqual(shown.json()["steps"][0]["vm_count"], 2)
        self.assertEqual(self.call("report", "res").status, 0)
        self.assertEqual(self.call("results", "list", "--results", ".").status, 0)
        self.assertIn("res", self.call("results", "list", "--results", ".").out)
        self.assertEqual(self.call("results", "show", "res").status, 0)
        self.assertEqual(self.call("check", *flags).status, 0)

        other = sqlite3.connect(self.path("vm1.db"))
        other.execute("CREATE TABLE of_somebody_else (id INTEGER)")
        other.close()
        self.assertEqual(self.call("cleanup", *flags).status, 0)
        left = sqlite3.connect(self.path("vm1.db"))
        self.assertEqual([row[0] for row in left.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'")], ["of_somebody_else"])
        left.close()

    def test_a_run_without_data_is_refused_before_it_starts(self):
        outcome = self.call("run", *WORKLOAD, *self.targets(), "--sample", "1s", "--out", "res")
        self.assertEqual(outcome.status, 2, outcome.everything)
        self.assertIn("prepare", outcome.err)
        self.assertFalse(os.path.exists(self.path("res")))

    def test_a_damaged_database_fails_the_check_with_status_4(self):
        flags = [*WORKLOAD, *self.targets(1)]
        flags[-1] = "sqlite:vm1.db"
        self.assertEqual(self.call("prepare", *flags).status, 0)
        damage = sqlite3.connect(self.path("vm1.db"))
        damage.execute("DELETE FROM sbtest2 WHERE id = 7")
        damage.commit()
        damage.close()
        outcome = self.call("check", *flags)
        self.assertEqual(outcome.status, 4, outcome.everything)
        self.assertIn("FAILED", outcome.out)
        self.assertIn("sbtest2", outcome.out)

    def test_a_result_directory_that_cannot_be_written_stops_before_the_start(self):
        flags = [*WORKLOAD, "--target", "sqlite:vm1.db"]
        self.assertEqual(self.call("prepare", *flags).status, 0)
        self.write("file", "in the way")
        for out in ("file", "file/res", "/proc/res"):
            outcome = self.call("run", *flags, "--sample", "1s", "--out", out)
            self.assertEqual(outcome.status, 2, outcome.everything)
            self.assertIn(out.split("/")[-1], outcome.err)

    def test_demo_needs_no_server_and_may_run_again(self):
        for number in range(2):
            outcome = self.call("demo", "--dir", "demo", "--seconds", "2", "--out", f"demo{number}", timeout=100)
            self.assert_measured(outcome, f"demo{number}")
            for vm in ("vm1", "vm2", "vm3", "vm4"):
                self.assertIn(vm, outcome.out)
        self.assertIn("demo1", outcome.out)


class Simulated(ProgramTest):
    def run_simulated(self, *targets, more=(), sample="2s"):
        flags = []
        for target in targets:
            flags += ["--target", target]
        return self.call("run", "--workload", "sysbench/oltp_point_select", *flags, "--sample", sample, "--clients", "4",
                         "--out", "res", "--json", *more)

    def test_two_percent_of_slow_calls_are_the_p99(self):
        outcome = self.run_simulated("simulated:?latency_ms=2&slow_share=0.02&slow_latency_ms=50")
        self.assert_measured(outcome)
        target = outcome.json()["steps"][0]["targets"][0]
        self.assertGreater(target["latency_p99_ms"], 45)
        self.assertLess(target["latency_p50_ms"], 10)

    def test_all_targets_refusing_sign_in_is_status_3_and_one_is_enough(self):
        bad = "simulated:?fail_connect=auth_failed&name=bad"
        outcome = self.run_simulated(bad)
        self.assertEqual(outcome.status, 3, outcome.everything)
        self.assertIn("auth_failed", outcome.err)
        outcome = self.run_simulated("simulated:?name=good", bad)
        self.assertEqual(outcome.status, 3, outcome.everything)
        self.assertIn("target bad", outcome.err)
        self.assertFalse(os.path.exists(self.path("res")))

    def test_keep_going_leaves_the_failed_target_out_with_status_5(self):
        outcome = self.run_simulated("simulated:?name=good&latency_ms=2", "simulated:?fail_connect=auth_failed&name=bad", more=["--keep-going"])
        self.assertEqual(outcome.status, 5, outcome.everything)
        good, bad = outcome.json()["steps"][0]["targets"]
        self.assertEqual((good["state"], bad["state"]), ("ok", "failed"))
        self.assertGreater(good["tps"], 0)
        self.assertIsNone(bad["tps"])

    def test_a_sample_in_which_all_fails_is_status_4_with_nulls_and_reasons(self):
        outcome = self.run_simulated("simulated:?errors=always:other&latency_ms=5")
        self.assertIn(outcome.status, (4, 5), outcome.everything)
        result = outcome.json()
        self.assertFalse(result["valid"])
        self.assertTrue(result["invalid_reasons"])
        self.assertIsNone(result["steps"][0]["targets"][0]["latency_p99_ms"])
        self.assertNotIn("NaN", outcome.out)
        text = self.call("report", "res").out
        self.assertIn("n/a", text)

    def test_ctrl_c_keeps_what_there_is_and_the_run_resumes(self):
        self.write("plan.jsonc", json.dumps({
            "workload": "sysbench/oltp_point_select", "clients": 2, "targets": ["simulated:?name=vm{1..2}&latency_ms=2"],
            "steps": [1, 2], "phases": {"precondition": "1s", "sample": "3s"}}))
        process = self.start("run", "plan.jsonc", "--out", "res")
        deadline = time.monotonic() + 60
        finished = 0
        while finished < 1 and time.monotonic() < deadline:
            time.sleep(0.1)
            try:
                with open(self.path("res", "result.json"), encoding="utf-8") as file:
                    finished = len(json.load(file)["steps"])
            except FileNotFoundError:
                pass
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + err)
        self.assertIn("--resume", err)
        resumed = self.call("run", "--resume", "res", "--json")
        self.assert_measured(resumed)
        steps = resumed.json()["steps"]
        self.assertEqual([(s["name"], s["state"]) for s in steps], [("1 VM", "finished"), ("2 VMs", "finished")])
        for changed in (["plan.jsonc", "--seed", "99"], ["--clients", "99"], ["--connections", "1"], ["--out", "elsewhere"]):
            other = self.call("run", *changed, "--resume", "res")
            self.assertEqual(other.status, 2, other.everything)
        self.assertIn("--out", other.err)
        self.assertFalse(os.path.exists(self.path("elsewhere")))

    def test_a_long_way_to_all_sessions_shows_how_far_it_is(self):
        outcome = self.run_simulated("simulated:?latency_ms=2", sample="1s",
                                     more=["--connections", "40", "--connects-per-second", "10"])
        lines = [line for line in outcome.err.splitlines() if "sessions open" in line]
        self.assertGreaterEqual(len(lines), 2, outcome.everything)
        self.assertLess(len(lines), 20, outcome.everything)
        self.assertRegex(lines[0], r": \d+ of 40 sessions open")

    def test_quiet_is_quiet_and_json_is_json(self):
        outcome = self.run_simulated("simulated:?latency_ms=2", more=["--quiet"], sample="1s")
        self.assert_measured(outcome)
        self.assertEqual(outcome.err, "")
        self.assertEqual(outcome.json()["steps"][0]["vm_count"], 1)


class RealServers(ProgramTest):
    def test_more_connections_than_the_server_allows_are_refused_before_the_start(self):
        names = ("OLTPSIM_TEST_POSTGRESQL_URLS", "OLTPSIM_TEST_MARIADB_URLS", "OLTPSIM_TEST_MYSQL_URLS")
        urls = [os.environ[name].split()[0] for name in names if os.environ.get(name)]
        if not urls:
            self.skipTest("no test servers: " + ", ".join(names))
        for url in urls:
            flags = [*WORKLOAD, "--target", url]
            self.assertEqual(self.call("prepare", *flags).status, 0)
            self.addCleanup(self.call, "cleanup", *flags)
            outcome = self.call("run", *flags, "--clients", "90000", "--sample", "1s")
            self.assertEqual(outcome.status, 2, outcome.everything)
            self.assertIn("max_connections", outcome.err)
            self.assertIn("90,000", outcome.err)


if __name__ == "__main__":
    unittest.main()
