"""The TPC-C-like workload through the program: contended runs in both modes, and the conditions afterwards."""
import json
import os
import sqlite3
import unittest

from program import ProgramTest

ENGINES = {
    "postgresql": "OLTPSIM_TEST_POSTGRESQL_URLS",
    "mariadb": "OLTPSIM_TEST_MARIADB_URLS",
    "mysql": "OLTPSIM_TEST_MYSQL_URLS",
    "mysql56": "OLTPSIM_TEST_MYSQL56_URLS",
}
KINDS = ["new_order", "payment", "order_status", "delivery", "stock_level"]


def first_url(variable):
    return os.environ.get(variable, "").split(" ")[0]


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
        """PostgreSQL counts its autovacuum workers, too."""
        if row["server_commits"] is not None:
            ours = row["committed_all_phases"]
            more = 3 + (ours * 0.03 if row["dialect"] == "postgresql" else 0)
            self.assertGreaterEqual(row["server_commits"], ours)
            self.assertLessEqual(row["server_commits"], ours + more)

    def contend(self, target, modes):
        prepared = self.call("prepare", *self.flags(target), timeout=300)
        self.assertEqual(prepared.status, 0, prepared.everything)
        self.addCleanup(lambda: self.call("cleanup", *self.flags(target)))
        name = target.split("name=")[-1].split("&")[0]
        for mode in modes:
            with self.subTest(mode=mode):
                self.assert_commits_agree(self.run_and_check(target, f"{mode}-{name}", "--mode", mode))


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


class Servers(TpccRuns):
    def test_contended_runs_in_both_modes_keep_every_condition(self):
        ran = False
        for engine, variable in ENGINES.items():
            if first_url(variable):
                ran = True
                with self.subTest(engine=engine):
                    self.contend(first_url(variable), ["statements", "procedures"])
        if not ran:
            self.skipTest("none of " + ", ".join(ENGINES.values()) + " names a server")


if __name__ == "__main__":
    unittest.main()
