"""The TPC-C-like workload through the program: contended runs in both modes, and the conditions afterwards."""
import csv
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from program import ProgramTest

ENGINES = {
    "postgresql": "OLTPSIM_TEST_POSTGRESQL_URLS",
    "mariadb": "OLTPSIM_TEST_MARIADB_URLS",
    "mysql": "OLTPSIM_TEST_MYSQL_URLS",
    "mysql-5.6": "OLTPSIM_TEST_MYSQL56_URLS",
}
KINDS = ["new_order", "payment", "order_status", "delivery", "stock_level"]
LAB = os.environ.get("OLTPSIM_LAB", "")


class TpccRuns(ProgramTest):
    def flags(self, target, *more):
        return ["--workload", "tpcc", "--warehouses", "1", "--pacing", "none", "--target", target, "--clients", "12", *more]

    def result_of(self, out):
        with open(self.path(out, "result.json"), encoding="utf-8") as file:
            return json.load(file)

    def run_and_check(self, target, out, *more):
        flags = self.flags(target, *more)
        run = self.call("run", *flags, "--precondition", "0s", "--sample", "6s", "--out", out)
        self.assert_measured(run, out)
        result = self.result_of(out)
        row = result["steps"][0]["targets"][0]
        by_kind = {one["name"]: one for one in row["by_transaction"]}
        for kind in KINDS:
            self.assertGreater(by_kind[kind]["transactions"], 0, kind)
            self.assertTrue(by_kind[kind]["within_limit"], kind)
        for counts in [row, *by_kind.values()]:
            self.assertEqual(
                counts["scheduled"],
                counts["transactions"] + counts["rolled_back_by_design"] + counts["errors"] + counts["skipped"] + counts["cut_off"])
        self.assertEqual(row["errors"], 0, row["errors_by_class"])
        new_orders = by_kind["new_order"]
        done = new_orders["transactions"] + new_orders["rolled_back_by_design"]
        self.assertAlmostEqual(row["rates"]["new_order_per_min"], done * 10, delta=1)
        self.assertIn("TPC-C-like", result["workload_facts"]["benchmark"])
        self.assertNotIn("tpmC", run.everything)
        self.assertIn("new_order_per_min", run.out)
        check = self.call("check", *flags)
        self.assertEqual(check.status, 0, check.everything)
        return row

    def assert_commits_agree(self, row):
        """On a server that nobody else uses, its own workers included, the counts are the same to the last one."""
        if row["server_commits"] is not None:
            self.assertEqual(row["server_commits"], row["committed_all_phases"], row["name"])

    def contend(self, target, modes):
        prepared = self.call("prepare", *self.flags(target), timeout=300)
        self.assertEqual(prepared.status, 0, prepared.everything)
        name = target.split("name=")[-1].split("&")[0]
        try:
            for mode in modes:
                with self.subTest(mode=mode):
                    self.assert_commits_agree(self.run_and_check(target, f"{mode}-{name}", "--mode", mode))
        finally:
            cleaned = self.call("cleanup", *self.flags(target))
            self.assertEqual(cleaned.status, 0, cleaned.everything)


class Sqlite(TpccRuns):
    TARGET = "sqlite:vm1.db"

    def test_run_keeps_every_condition(self):
        self.contend(self.TARGET, ["statements"])

    def test_procedures_are_refused_with_the_reason(self):
        outcome = self.call("run", *self.flags(self.TARGET, "--mode", "procedures"), "--sample", "1s")
        self.assertEqual(outcome.status, 2, outcome.everything)
        self.assertIn("use mode statements", outcome.err)

    def test_run_on_tables_of_somebody_else_is_refused_and_they_stay(self):
        other = sqlite3.connect(self.path("vm1.db"))
        other.execute("CREATE TABLE warehouse (of_somebody_else INTEGER)")
        other.close()
        outcome = self.call("prepare", *self.flags(self.TARGET))
        self.assertNotEqual(outcome.status, 0)
        self.assertIn("not made by oltpsim", outcome.everything)
        left = sqlite3.connect(self.path("vm1.db"))
        names = [row[0] for row in left.execute("SELECT name FROM sqlite_master")]
        left.close()
        self.assertEqual(names, ["warehouse"])

    def test_deferred_delivery_answers_at_once_and_is_done_in_the_background(self):
        prepared = self.call("prepare", *self.flags(self.TARGET))
        self.assertEqual(prepared.status, 0, prepared.everything)
        flags = self.flags(self.TARGET, "--delivery", "deferred")
        run = self.call("run", *flags, "--precondition", "1s", "--sample", "4s", "--out", "res")
        self.assert_measured(run)
        row = self.result_of("res")["steps"][0]["targets"][0]
        by_kind = {one["name"]: one for one in row["by_transaction"]}
        queued, work = by_kind["delivery"], by_kind["delivery_background"]
        self.assertGreater(queued["transactions"], 0)
        self.assertGreater(work["transactions"], 0)
        self.assertTrue(work["background"])
        self.assertEqual(work["p90_limit_ms"], 80000)
        self.assertLess(queued["latency_p50_ms"], work["latency_p50_ms"])
        self.assertEqual(row["transactions"], sum(one["transactions"] for one in row["by_transaction"] if not one.get("background")))
        self.assertEqual(self.call("check", *flags).status, 0)
        self.assert_every_delivery_is_on_file(row)

    def assert_every_delivery_is_on_file(self, row):
        with open(self.path("res", "background.csv"), encoding="utf-8", newline="") as file:
            records = list(csv.DictReader(file))
        done = sum(phase["transactions"] for phase in row["phases"].values())
        self.assertLessEqual(len(records), done)
        in_sample = [one for one in records if 1 <= float(one["queued_s"]) < 5]  # the load goes on behind it
        self.assertEqual(len(in_sample), {one["name"]: one for one in row["by_transaction"]}["delivery_background"]["transactions"])
        delivered = set()
        for one in records:
            self.assertEqual(one["transaction"], "delivery_background")
            self.assertLessEqual(float(one["queued_s"]), float(one["done_s"]))
            words = one["record"].split(" ")
            self.assertEqual(words[0], "w_id=1")
            self.assertEqual([word.split(":")[0] for word in words[2:]], [str(d) for d in range(1, 11)])
            orders = [word for word in words[2:] if not word.endswith(":skipped")]
            self.assertFalse(delivered.intersection(orders), "an order is delivered once")
            delivered.update(orders)
        database = sqlite3.connect(self.path("vm1.db"))
        for district, order in (one.split(":") for one in delivered):
            carrier, = database.execute("SELECT o_carrier_id FROM orders WHERE o_w_id = 1 AND o_d_id = ? AND o_id = ?",
                                        (district, order)).fetchone()
            self.assertIsNotNone(carrier)
        database.close()


class Simulated(TpccRuns):
    def test_nobody_waits_for_a_connection_while_one_is_free(self):
        """A client that queued a Delivery and went on at once leaves two pieces of work for the connections."""
        flags = ["--workload", "tpcc", "--warehouses", "1", "--pacing", "none", "--delivery", "deferred", "--clients", "4",
                 "--connections", "16", "--target", "simulated:?name=vm1&latency_ms=2"]
        run = self.call("run", *flags, "--precondition", "0s", "--sample", "4s", "--out", "res")
        self.assert_measured(run)
        row = self.result_of("res")["steps"][0]["targets"][0]
        self.assertLess(row["pool_wait"]["p99_ms"], 1)


@unittest.skipUnless(LAB, "OLTPSIM_LAB names no scripts/lab")
class Servers(TpccRuns):
    """Servers of this test's own, one of each kind that the given ones show can be had here."""

    @classmethod
    def setUpClass(cls):
        cls.lab_folder = tempfile.mkdtemp(prefix="oltpsim-tpcc-servers-")
        os.chmod(cls.lab_folder, 0o711)
        cls.addClassCleanup(shutil.rmtree, cls.lab_folder, ignore_errors=True)
        cls.addClassCleanup(cls.lab, "down", "--delete")

    @classmethod
    def lab(cls, *words):
        return subprocess.run([LAB, *words, "--dir", f"{cls.lab_folder}/lab"], capture_output=True, text=True, check=True,
                              timeout=300).stdout

    def test_contended_runs_in_both_modes_keep_every_condition(self):
        engines = [engine for engine, variable in ENGINES.items() if os.environ.get(variable)]
        if not engines:
            self.skipTest("none of " + ", ".join(ENGINES.values()) + " names a server")
        for engine in engines:
            # PostgreSQL counts the commits of its autovacuum workers as the database's own.
            own = ["--set", "autovacuum=off"] if engine == "postgresql" else []
            with self.subTest(engine=engine):
                self.lab("up", engine, "1", "--no-fsync", *own)
                self.contend(self.lab("status", engine, "--urls").split()[0], ["statements", "procedures"])
                self.lab("down", engine)

    def test_no_two_payments_lock_crosswise_on_postgresql(self):
        """Its UPDATEs are one WITH, whose parts run as the plan pulls them: without an order of their own, sessions with custom
        plans and sessions with generic ones waited for each other until the server broke the tie, a second each."""
        if not os.environ.get(ENGINES["postgresql"]):
            self.skipTest("OLTPSIM_TEST_POSTGRESQL_URLS names no server")
        self.lab("up", "postgresql", "1", "--no-fsync")
        self.addCleanup(self.lab, "down", "postgresql")
        flags = ["--workload", "tpcc", "--warehouses", "2", "--pacing", "none", "--clients", "40", "--target",
                 self.lab("status", "postgresql", "--urls").split()[0]]
        prepared = self.call("prepare", *flags, timeout=300)
        self.assertEqual(prepared.status, 0, prepared.everything)
        self.assert_measured(self.call("run", *flags, "--precondition", "0s", "--sample", "8s", "--out", "res"))
        self.assertEqual(self.result_of("res")["steps"][0]["targets"][0]["retries"], 0)


if __name__ == "__main__":
    unittest.main()
