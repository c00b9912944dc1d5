"""Campaigns through the program: kill -9 and resume, hooks, checks after steps, cool-down, repeats, dry runs, Ctrl-C."""
import csv
import json
import os
import signal
import subprocess
import time
import unittest

from program import BINARY, ProgramTest

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
PHASE = os.environ.get("OLTPSIM_TEST_PHASE", "4s")  # of the campaign on servers; the form is 20s


def urls(variable):
    return (os.environ.get(variable) or "").split()


class Campaign(ProgramTest):
    """Helpers: plans, results, and waiting for something to have happened."""

    def plan(self, **more):
        plan = {"workload": "sysbench/oltp_point_select", "clients": 2,
                "targets": ["simulated:?name=vm{1..2}&latency_ms=2"], "phases": {"precondition": "1s", "sample": "2s"}}
        plan.update(more)
        return self.write("plan.jsonc", json.dumps(plan))

    def result(self, directory="res"):
        with open(self.path(directory, "result.json"), encoding="utf-8") as file:
            return json.load(file)

    def assert_fits_schema(self, directory="res"):
        try:
            import jsonschema
        except ImportError:
            return  # tests/integration/results has the named skip
        with open(os.path.join(ROOT, "schemas/json/result.schema.json"), encoding="utf-8") as file:
            jsonschema.validate(self.result(directory), json.load(file))

    def states(self, directory="res"):
        return [(step["name"], step["state"]) for step in self.result(directory)["steps"]]

    def read(self, *parts):
        with open(self.path(*parts), encoding="utf-8") as file:
            return file.read()

    def wait_for(self, happened, process, seconds=120):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if process.poll() is not None:
                self.fail("ended early: " + str(process.communicate()))
            try:
                if happened():
                    return
            except (OSError, ValueError):
                pass
            time.sleep(0.05)
        process.kill()
        self.fail("did not happen: " + str(process.communicate()))

    def rows(self, directory="res"):
        with open(self.path(directory, "intervals.csv"), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def assert_no_second_twice(self, directory="res"):
        """Each step, second, phase and target has one row at most, and every second of a sample has one."""
        rows = self.rows(directory)
        keys = [(row["step"], row["second"], row["phase"], row["target"]) for row in rows]
        self.assertEqual(len(keys), len(set(keys)))
        for step in self.result(directory)["steps"]:
            for target in step["targets"]:
                sample = [row for row in rows if row["step"] == step["name"] and row["phase"] == "sample" and
                          row["target"] == target["name"]]
                self.assertGreaterEqual(len(sample), int(step["sample"]["seconds"]))
                self.assertEqual(sum(int(row["committed"]) for row in sample), target["transactions"])


class KilledAndResumed(Campaign):
    def test_four_steps_on_four_servers_killed_in_the_third(self):
        postgres, mariadb = urls("OLTPSIM_TEST_POSTGRESQL_URLS"), urls("OLTPSIM_TEST_MARIADB_URLS")
        if len(postgres) < 2 or len(mariadb) < 2:
            self.skipTest("needs two PostgreSQL and two MariaDB servers: OLTPSIM_TEST_POSTGRESQL_URLS, OLTPSIM_TEST_MARIADB_URLS")
        targets = [{"url": url, "name": name} for url, name in
                   zip([postgres[0], mariadb[0], postgres[1], mariadb[1]], ["pg1", "maria1", "pg2", "maria2"])]
        plan = self.plan(workload={"profile": "sysbench/oltp_read_write", "tables": 2, "table_size": 2000}, clients=2,
                         targets=targets, steps=[1, 2, 3, 4], phases={"precondition": PHASE, "sample": PHASE},
                         hooks={"before_step": "echo {step_number} >> order", "after_step": "echo after {targets} >> order"})
        self.addCleanup(self.call, "cleanup", plan)
        self.assertEqual(self.call("prepare", plan).status, 0)
        process = self.start("run", plan, "--out", "res")
        self.wait_for(lambda: any(r["step"] == "3 VMs" and r["phase"] == "sample" for r in self.rows()), process, 400)
        process.kill()  # -9
        process.communicate()
        self.assertEqual(self.states(), [("1 VM", "finished"), ("2 VMs", "finished")])
        before = self.result()["steps"]
        resumed = self.call("run", "--resume", "res", timeout=400)
        self.assertIn(resumed.status, (0, 4), resumed.everything)
        self.assertEqual(self.states(), [(name, "finished") for name in ("1 VM", "2 VMs", "3 VMs", "4 VMs")])
        self.assertEqual(self.result()["steps"][:2], before)     # neither lost nor run again
        self.assert_no_second_twice()
        self.assertEqual(self.read("order").splitlines(),
                         ["1", "after pg1", "2", "after pg1 maria1", "3", "3", "after pg1 maria1 pg2", "4",
                          "after pg1 maria1 pg2 maria2"])
        again = self.call("run", "--resume", "res", timeout=100)  # nothing is left to do
        self.assertIn(again.status, (0, 4), again.everything)
        self.assertEqual([step["started_at"] for step in self.result()["steps"][:2]], [step["started_at"] for step in before])
        self.assertEqual(len(os.listdir(self.path("res", "hooks"))), 8)

    def test_what_was_owed_after_a_finished_step_is_made_up_for(self):
        plan = self.plan(steps=[1, 2], hooks={"after_step": "echo {step} >> order; test -e go || sleep 100"})
        process = self.start("run", plan, "--out", "res")
        self.wait_for(lambda: "1 VM" in self.read("order"), process)
        process.kill()
        process.communicate()
        self.assertEqual(self.states(), [("1 VM", "finished")])
        self.assertFalse(self.result()["valid"])
        self.assertIn("1 of 2 steps are finished", self.call("report", "res").out)
        started = self.result()["steps"][0]["started_at"]
        self.write("go", "")
        resumed = self.call("run", "--resume", "res")
        self.assert_measured(resumed)
        self.assertEqual(self.read("order").splitlines(), ["1 VM", "1 VM", "2 VMs"])
        self.assertEqual(self.result()["steps"][0]["started_at"], started)
        self.assertEqual([len(step["hooks"]) for step in self.result()["steps"]], [1, 1])

    def test_a_directory_has_one_writer(self):
        plan = self.plan(phases={"sample": "20s"})
        process = self.start("run", plan, "--out", "res")
        self.wait_for(lambda: len(self.rows()) > 0, process)
        other = self.call("run", "--resume", "res")
        self.assertEqual(other.status, 2, other.everything)
        self.assertIn("another oltpsim is writing res", other.err)
        process.kill()
        process.communicate()

    def test_resume_takes_no_other_directory(self):
        for flag in ("--out", "--results"):
            outcome = self.call("run", "--resume", "res", flag, "elsewhere")
            self.assertEqual(outcome.status, 2)
            self.assertIn(f"{flag} has no place beside it", outcome.err)
        outcome = self.call("sweep", "--resume", "res", "--results", "x")
        self.assertEqual(outcome.status, 2)


class Interrupted(Campaign):
    def test_one_ctrl_c_ends_with_a_whole_second_and_two_at_once(self):
        plan = self.plan(phases={"precondition": "1s", "sample": "60s"})
        process = self.start("run", plan, "--out", "one")
        self.wait_for(lambda: sum(r["phase"] == "sample" for r in self.rows("one")) >= 4, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, out + err)
        step = self.result("one")["steps"][0]
        self.assertEqual(step["state"], "interrupted")
        self.assertEqual(step["sample"]["seconds"], int(step["sample"]["seconds"]))
        self.assertGreater(step["targets"][0]["tps"], 0)
        self.assertFalse(self.result("one")["valid"])

        slow = self.plan(targets=["simulated:?name=vm1&latency_ms=20000"], phases={"sample": "60s", "grace": "60s"})
        process = self.start("run", slow, "--out", "two")
        self.wait_for(lambda: len(self.rows("two")) >= 1, process)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        self.assertLess(time.monotonic() - begun, 10)
        self.assertEqual(process.returncode, 130)

    def test_ctrl_c_in_a_hook_says_what_it_waits_for(self):
        process = self.start("run", self.plan(hooks={"before_step": "echo begun > here; sleep 2"}), "--out", "res")
        self.wait_for(lambda: self.read("here") == "begun\n", process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, out + err)
        self.assertIn("waiting for hook before_step to end, once more ends it", err)


class Hooks(Campaign):
    def test_hooks_know_their_step_and_keep_their_output(self):
        plan = self.plan(
            name="a b; touch gone", steps=[{"targets": 2, "name": "$(touch gone) 'x'"}],
            targets=[{"url": "simulated:?latency_ms=2", "name": "vm 1"}, {"url": "simulated:?latency_ms=2", "name": "$(touch gone)"}],
            hooks={"before_step": "printf '<%s>' {targets}; echo {step}; pwd",
                   "before_precondition": "env | grep ^OLTPSIM_ | sort",
                   "after_step": "test -e {result_dir}/result.json && echo stored"})
        outcome = self.call("run", plan, "--out", "res", env={"OLTPSIM_SECRET": "x"})
        self.assert_measured(outcome)
        self.assertFalse(os.path.exists(self.path("gone")))
        logs = {hook["hook"]: self.read("res", hook["output"]) for hook in self.result()["steps"][0]["hooks"]}
        self.assertIn("<vm 1><$(touch gone)>$(touch gone) 'x'\n", logs["before_step"])
        self.assertIn(os.path.realpath(self.folder), logs["before_step"])
        self.assertIn("OLTPSIM_STEP=$(touch gone) 'x'", logs["before_precondition"])
        self.assertIn("OLTPSIM_VM_COUNT=2", logs["before_precondition"])
        self.assertIn("stored", logs["after_step"])
        self.assertTrue(all(hook["ok"] for hook in self.result()["steps"][0]["hooks"]))
        self.assert_fits_schema()

    def test_passwords_do_not_reach_hooks(self):
        plan = self.plan(targets=[{"url": "simulated:?name=vm1&latency_ms=2", "password_env": "VM_PW"}],
                         hooks={"before_step": "env"})
        outcome = self.call("run", plan, "--out", "res", env={"VM_PW": "hunter2secret"})
        self.assert_measured(outcome)
        for file in self.files_under("res"):
            with open(file, "rb") as content:
                self.assertNotIn(b"hunter2secret", content.read(), file)

    def test_a_failing_hook_stops_skips_or_is_passed_over(self):
        for policy, status, states in (
                ("stop", 4, [("1 VM", "failed")]),
                ("skip_step", 4, [("1 VM", "failed"), ("2 VMs", "finished")]),
                ("continue", 0, [("1 VM", "finished"), ("2 VMs", "finished")])):
            plan = self.plan(steps=[1, 2], hooks={"before_step": 'test "$OLTPSIM_STEP_NUMBER" = 2 || exit 7', "on_failure": policy})
            outcome = self.call("run", plan, "--out", policy)
            self.assertIn(outcome.status, {status, 4}, outcome.everything)
            self.assertEqual(self.states(policy), states)
            self.assertIn("hook before_step failed: exit status 7", outcome.err)
            if policy == "continue":
                self.assertTrue(any("exit status 7" in note for note in self.result(policy)["steps"][0]["notes"]))
            else:
                self.assertFalse(self.result(policy)["valid"])
                self.assertIn("hook before_step failed: exit status 7", self.result(policy)["steps"][0]["invalid_reasons"][0])
                self.assertEqual(self.call("report", policy).status, 0)
        self.assertIn("run --resume stop", self.call("run", "--resume", "stop").err)

    def test_a_stopped_run_goes_on_once_the_hook_works(self):
        plan = self.plan(steps=[1, 2], hooks={"before_step": "test -e go"})
        self.assertEqual(self.call("run", plan, "--out", "res").status, 4)
        self.write("go", "")
        self.assert_measured(self.call("run", "--resume", "res"))
        self.assertEqual(self.states(), [("1 VM", "finished"), ("2 VMs", "finished")])

    def test_a_server_that_a_hook_may_start_is_no_reason_to_refuse(self):
        target = "postgresql://nobody@127.0.0.1:1/none?name=vm1"
        refused = self.call("run", self.plan(targets=[target]), "--out", "refused")
        self.assertEqual(refused.status, 3, refused.everything)
        self.assertIn("nothing was started", refused.err)
        self.assertFalse(os.path.exists(self.path("refused")))
        outcome = self.call("run", self.plan(targets=[target], hooks={"before_step": "echo {step} > ran"}), "--out", "res", timeout=120)
        self.assertIn("it is looked at again after the before_step hook", outcome.err)
        self.assertEqual(self.read("ran"), "1 VM\n")
        self.assertNotIn("nothing was started", outcome.err)
        self.assertNotEqual(outcome.status, 0)  # the hook started nothing: the step's own look decides
        step = self.result()["steps"][0]
        self.assertEqual((step["targets"][0]["state"], [hook["ok"] for hook in step["hooks"]]), ("failed", [True]))

    def test_a_hook_that_hangs_is_ended_at_its_time_out(self):
        plan = self.plan(hooks={"before_precondition": {"command": "echo begun; sleep 100", "timeout": "500ms", "on_failure": "continue"}})
        outcome = self.call("run", plan, "--out", "res", timeout=60)
        self.assert_measured(outcome)
        hook = self.result()["steps"][0]["hooks"][0]
        self.assertIn("took longer than 500 ms", hook["failure"])
        self.assertIn("begun", self.read("res", hook["output"]))

    def test_databases_that_a_hook_puts_back_are_looked_at_again(self):
        flags = ["--workload", "sysbench/oltp_read_write", "--tables", "1", "--table-size", "200", "--target", "sqlite:vm1.db"]
        self.assertEqual(self.call("prepare", *flags).status, 0)
        plan = self.plan(workload={"profile": "sysbench/oltp_read_write", "tables": 1, "table_size": 200}, targets=["sqlite:vm1.db"],
                         repeat=2, hooks={"before_step": 'test {repetition} = 1 || rm -f vm1.db'})
        outcome = self.call("run", plan, "--out", "res")
        self.assertIn(outcome.status, (4, 5), outcome.everything)
        first, second = self.result()["steps"]
        self.assertEqual((first["name"], second["name"]), ("1 VM run 1", "1 VM run 2"))
        self.assertEqual((first["targets"][0]["state"], second["targets"][0]["state"]), ("ok", "failed"))
        self.assertIn("prepare", second["targets"][0]["failure"])


class Checks(Campaign):
    def test_a_check_that_fails_after_a_step_is_named_and_is_status_4(self):
        flags = ["--workload", "sysbench/oltp_read_write", "--tables", "2", "--table-size", "200", "--target", "sqlite:vm{1..2}.db"]
        self.assertEqual(self.call("prepare", *flags).status, 0)
        workload = {"profile": "sysbench/oltp_read_write", "tables": 2, "table_size": 200}
        good = self.plan(workload=workload, targets=["sqlite:vm{1..2}.db"], check_after_step=True)
        self.assert_measured(self.call("run", good, "--out", "good"), "good")
        checks = self.result("good")["steps"][0]["checks"]
        self.assertEqual([(check["target"], check["failed"]) for check in checks], [("vm1", []), ("vm2", [])])
        self.assertTrue(all(check["checks"] > 0 for check in checks))
        self.assert_fits_schema("good")
        bad = self.plan(workload=workload, targets=["sqlite:vm{1..2}.db"], check_after_step=True, hooks={
            "before_precondition": """python3 -c 'import sqlite3; c = sqlite3.connect("vm2.db"); c.execute("DELETE FROM sbtest2 WHERE id > 150"); c.commit()'"""})
        outcome = self.call("run", bad, "--out", "bad")
        self.assertEqual(outcome.status, 4, outcome.everything)
        reasons = self.result("bad")["steps"][0]["invalid_reasons"]
        self.assertTrue(any(reason.startswith("vm2: check failed after the step") and "sbtest2" in reason for reason in reasons), reasons)


class Order(Campaign):
    def test_two_storages_take_turns_with_a_pause_between(self):
        plan = self.plan(storages={"A": {"array": "first"}, "B": {"array": "second"}}, repeat=2,
                         targets=[{"url": "simulated:?name=a1&latency_ms=2", "storage": "A"},
                                  {"url": "simulated:?name=b1&latency_ms=2", "storage": "B"}],
                         phases={"sample": "1s", "cool_down": "1s"})
        begun = time.monotonic()
        outcome = self.call("run", plan, "--out", "res")
        self.assert_measured(outcome)
        self.assertGreater(time.monotonic() - begun, 4 * 1 + 3 * 1)
        steps = self.result()["steps"]
        self.assertEqual([(step["storage"], step["repetition"]) for step in steps], [("A", 1), ("B", 1), ("A", 2), ("B", 2)])
        self.assertEqual([step["targets"][0]["name"] for step in steps], ["a1", "b1", "a1", "b1"])
        self.assertIn("cool-down", outcome.err)
        listed = self.call("results", "list", "--results", ".", "--array", "SECOND")
        self.assertIn("res", listed.out)
        self.assertIn("first / second", listed.out)

    def test_steps_with_their_own_clients(self):
        outcome = self.call("run", self.plan(), "--clients", "1,3", "--out", "res", "--sample", "1s")
        self.assert_measured(outcome)
        self.assertEqual([(step["name"], step["targets"][0]["clients"]) for step in self.result()["steps"]],
                         [("2 VMs x 1 client", 1), ("2 VMs x 3 clients", 3)])

    def test_a_dry_run_prints_clocks_and_touches_nothing(self):
        plan = self.plan(steps=[1, 2], phases={"precondition": "2h", "sample": "1h", "cool_down": "10m"},
                         hooks={"before_step": "touch gone"}, targets=["mysql://u@nowhere{1,2}.invalid/db"])
        outcome = self.call("run", plan, "--dry-run", "--out", "res")
        self.assertEqual(outcome.status, 0, outcome.everything)
        self.assertRegex(outcome.out, r"precondition +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +2 h")
        self.assertIn("total 6 h 10 min", outcome.out)
        self.assertFalse(os.path.exists(self.path("res")) or os.path.exists(self.path("gone")))
        entries = self.call("run", plan, "--dry-run", "--json").json()["entries"]
        self.assertEqual(sum(entry["length_s"] for entry in entries if entry["phase"] == "sample"), 7200)

    def test_a_precondition_until_steady_ends_between_floor_and_ceiling(self):
        plan = self.plan(targets=["simulated:?name=vm1&latency_ms=5"], phases={
            "precondition": {"at_least": "2s", "until_steady": True, "at_most": "60s", "round": "1s"}, "sample": "2s"})
        outcome = self.call("run", plan, "--out", "res")
        self.assert_measured(outcome)
        precondition = self.result()["steps"][0]["precondition"]
        self.assertTrue(precondition["until_steady"])
        self.assertEqual(precondition["round_s"], 1)
        self.assertEqual(precondition["at_most_s"], 60)
        self.assertGreaterEqual(precondition["seconds"], 5)
        if precondition["ended_by_steadiness"]:
            self.assertLess(precondition["seconds"], 60)
            self.assertTrue(precondition["steady"])
        rounds = self.result()["steps"][0]["targets"][0]["precondition_rounds"]
        self.assertGreaterEqual(len(rounds), 5)
        self.assertEqual(self.result()["steps"][0]["sample"]["seconds"], 2)
        # Transactions under way at its end have a row in the second after.
        self.assertIn(sum(r["phase"] == "sample" and int(r["committed"]) > 0 for r in self.rows()), (2, 3))


class Packed(Campaign):
    def test_a_moved_or_packed_result_still_opens(self):
        self.assert_measured(self.call("run", self.plan(name="to be packed"), "--out", "res"))
        os.mkdir(self.path("far"))
        os.rename(self.path("res"), self.path("far", "moved"))
        self.assertEqual(self.call("report", "far/moved").status, 0)
        subprocess.run(["tar", "czf", "moved.tar.gz", "moved"], cwd=self.path("far"), check=True)
        subprocess.run(["python3", "-m", "zipfile", "-c", "moved.zip", "moved"], cwd=self.path("far"), check=True)
        for name in ("moved.tar.gz", "moved.zip"):
            self.assertIn("vm1", self.call("report", f"far/{name}").out)
            self.assertIn("vm1", self.call("results", "show", f"far/{name}").out)
            html = self.call("report", f"far/{name}", "--format", "html", "--out", "page.html")
            self.assertEqual(html.status, 0, html.everything)
        for name in ("far/moved/result.json", "far/moved/intervals.csv", "far/moved.zip"):
            before = os.stat(self.path(name)).st_mtime_ns
            refused = self.call("report", "far/moved", "--format", "csv", "--out", name)
            self.assertEqual(refused.status, 2)
            self.assertIn("belongs to a result", refused.err)
            self.assertEqual(os.stat(self.path(name)).st_mtime_ns, before)
        entries = self.call("results", "list", "--results", "far", "--name", "packed", "--json").json()
        self.assertEqual(len(entries), 3)
        self.assertEqual(self.call("results", "list", "--results", "far", "--since", "2099-01-01", "--json").json(), [])
        wrong = self.call("results", "list", "--since", "last week")
        self.assertEqual(wrong.status, 2)
        self.assertIn("--since must be a UTC date", wrong.err)


class Sweep(Campaign):
    FLAGS = ["--percent", "30,60,150", "--settle", "1s", "--rate-sample", "2s", "--p99-limit", "200ms"]

    def test_a_load_curve_with_its_knee_and_the_highest_rate_within_a_limit(self):
        plan = self.plan(targets=["simulated:?name=vm{1..2}&latency_ms=5&distribution=exponential"])
        outcome = self.call("sweep", plan, *self.FLAGS, "--out", "res")
        self.assertIn(outcome.status, (0, 4), outcome.everything)
        result = self.result()
        sweep = result["sweep"]
        self.assertEqual([step["name"] for step in result["steps"]], ["closed loop", "30 %", "60 %", "150 %"])
        self.assertEqual([step["arrival"] for step in result["steps"]], ["closed", "poisson", "poisson", "poisson"])
        self.assertEqual([point["step"] for point in sweep["points"]], ["30 %", "60 %", "150 %"])
        self.assertAlmostEqual(sweep["max_tps"], result["steps"][0]["aggregate"]["tps"], places=3)
        self.assertAlmostEqual(sweep["points"][0]["offered_tps"], 0.3 * sweep["max_tps"], places=2)
        self.assert_fits_schema()
        self.assertTrue(sweep["points"][2]["saturated"])
        self.assertLess(sweep["points"][2]["tps"], sweep["points"][2]["offered_tps"] * 0.95)
        self.assertEqual(sweep["points"][2]["tps"], result["steps"][3]["aggregate"]["tps"])
        self.assertNotIn("without a commit", outcome.out)
        self.assertIn(sweep["knee"], ("30 %", "60 %"))
        self.assertIn("Knee", outcome.out)
        self.assertIn("Highest rate with p99 within 200 ms", outcome.out)
        self.assertIn("saturated", outcome.out)
        self.assertNotIn("nan", outcome.out.lower().replace("nanosecond", ""))
        shown = self.call("report", "res")
        self.assertEqual(shown.status, 0)
        self.assertIn("Load curve: poisson arrivals", shown.out)
        self.assertIn('"kind":"curve"', self.read("res", "report.html"))

    def test_a_killed_sweep_goes_on_with_the_rates_it_found(self):
        plan = self.plan()
        process = self.start("sweep", plan, *self.FLAGS, "--out", "res")
        self.wait_for(lambda: len(self.result()["steps"]) == 2, process)
        process.kill()
        process.communicate()
        before = self.result()["steps"]
        wrong = self.call("run", "--resume", "res")
        self.assertEqual(wrong.status, 2)
        self.assertIn("oltpsim sweep --resume res", wrong.err)
        resumed = self.call("sweep", "--resume", "res")
        self.assertIn(resumed.status, (0, 4), resumed.everything)
        self.assertEqual(self.result()["steps"][:2], before)
        self.assertEqual([point["step"] for point in self.result()["sweep"]["points"]], ["30 %", "60 %", "150 %"])
        self.assertAlmostEqual(self.result()["sweep"]["points"][2]["offered_tps"], 1.5 * before[0]["aggregate"]["tps"], places=2)
        self.assert_no_second_twice()

    def test_a_sweep_has_one_step_and_no_rate_of_its_own(self):
        outcome = self.call("sweep", self.plan(steps=[1, 2]))
        self.assertEqual(outcome.status, 2)
        self.assertIn("--steps", outcome.err)
        outcome = self.call("sweep", self.plan(), "--rate", "10")
        self.assertEqual(outcome.status, 2)
        dry = self.call("sweep", self.plan(), *self.FLAGS, "--dry-run")
        self.assertEqual(dry.status, 0, dry.everything)
        self.assertIn("150 %", dry.out)


if __name__ == "__main__":
    unittest.main()
