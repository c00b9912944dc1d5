"""Bad plans and arguments: every fault at once with its place and the nearest name, status 2, nothing started."""
import json
import os
import shutil
import subprocess
import unittest

from program import ProgramTest


class PlanFaults(ProgramTest):
    def test_all_faults_of_a_plan_are_told_with_line_key_and_nearest_name(self):
        self.write("plan.jsonc", """{
  "workload": {"profile": "sysbench/oltp_read_write",
    "table-size": 100,
    "tables": -1},
  "client": 4,
  "targets": ["sqlite:vm1.db"],
  "phases": {"sample": "soon"}
}
""")
        for command in (["plan", "check"], ["plan", "explain"], ["prepare"], ["check"], ["run"], ["cleanup"]):
            outcome = self.call(*command, "plan.jsonc")
            with self.subTest(command=command):
                self.assertEqual(outcome.status, 2)
                self.assertIn('plan.jsonc:3:5: error: unknown key "table-size" in workload', outcome.err)
                self.assertIn('did you mean "table_size"?', outcome.err)
                self.assertIn('plan.jsonc:4:15: error: "workload.tables" must be a whole number', outcome.err)
                self.assertIn('plan.jsonc:5:3: error: unknown key "client"; did you mean "clients"?', outcome.err)
                self.assertIn('plan.jsonc:7:24: error: "phases.sample" must be a duration', outcome.err)
                self.assertIn("nothing was started", outcome.err)
                self.assertEqual(os.listdir(self.folder), ["plan.jsonc"])

    def test_counts_are_understood_as_people_write_them(self):
        for text, rows in (("1e6", 1_000_000), ("10k", 10_000), ("1_000", 1_000), ("2.5M", 2_500_000)):
            outcome = self.call("plan", "explain", "--json", "--workload", "sysbench/oltp_read_write", "--target",
                                "sqlite:vm1.db", "--table-size", text)
            self.assertEqual(outcome.status, 0, outcome.err)
            self.assertEqual(outcome.json()["total"]["rows"], rows, text)

    def test_bad_counts_are_refused_and_name_the_flag(self):
        for text in ("-1", "0", "1.5", "ten", "1e99", "10kk", "0x10"):
            outcome = self.call("plan", "check", "--workload", "sysbench/oltp_read_write", "--target",
                                "sqlite:vm1.db", f"--table-size={text}")
            self.assertEqual(outcome.status, 2, text)
            self.assertIn("--table-size: error:", outcome.err, text)
        spaced = self.call("plan", "check", "--workload", "sysbench/oltp_read_write", "--target", "sqlite:vm1.db",
                           "--tables", "-1")
        self.assertEqual(spaced.status, 2)
        self.assertIn('"workload.tables" must be a whole number from 1', spaced.err)

    def test_a_plan_is_no_result_and_an_empty_folder_no_run(self):
        self.write("plan.jsonc", '{"workload": "sysbench/oltp_read_write", "targets": "sqlite:a.db"}')
        self.write("plan.json", '{"workload": "sysbench/oltp_read_write", "targets": "sqlite:a.db"}')
        os.mkdir(self.path("empty"))
        for arguments, reason in ((["report", "plan.jsonc"], "is there, but is no result"),
                                  (["report", "plan.json"], "it looks like a plan"),
                                  (["run", "--resume", "empty"], "empty holds no run to go on with")):
            outcome = self.call(*arguments)
            self.assertEqual(outcome.status, 2, arguments)
            self.assertIn(reason, outcome.err)
            self.assertEqual(outcome.err.count("error:"), 1, outcome.err)

    def test_a_wrong_setting_is_told_once_and_a_long_time_by_its_limit(self):
        for flag, reason in (("--clients=0", "must be a whole number from 1"), ("--sample=99999999h", "at most 365d"),
                             ("--sample=400d", "must be at most 365d")):
            outcome = self.call("plan", "check", "--workload", "sysbench/oltp_read_write", "--target", "sqlite:a.db", flag)
            self.assertEqual(outcome.status, 2, flag)
            self.assertIn(reason, outcome.err, flag)
            self.assertEqual(outcome.err.count("error:"), 1, outcome.err)
        ranges = self.call("plan", "check", "--workload", "sysbench/oltp_read_write", "--target", "mysql://u:pa{1..3}s@h{1..99999999}/d")
        self.assertEqual(ranges.status, 2)
        self.assertIn("more than 10,000 targets in its ranges {1..99999999}", ranges.err)
        self.assertNotIn("pa{1..3}s", ranges.err)

    def test_a_missing_plan_and_a_broken_one_are_told(self):
        outcome = self.call("run", "no-such.jsonc")
        self.assertEqual(outcome.status, 2)
        self.assertIn("no-such.jsonc: error: cannot be read: No such file", outcome.err)
        self.write("broken.jsonc", '{"workload": \n oops}')
        outcome = self.call("run", "broken.jsonc")
        self.assertEqual(outcome.status, 2)
        self.assertIn("broken.jsonc:2:", outcome.err)
        outcome = self.call("run")
        self.assertEqual(outcome.status, 2)
        self.assertIn("must name the workload", outcome.err)

    def test_a_plan_that_is_none_is_told_by_the_one_reason(self):
        for text, reason in (("", "plan.jsonc: error: is empty"), ("[]", "a plan must be an object, got a list"),
                             ("null", "a plan must be an object, got null"), ("{}\0", "NUL byte"),
                             ('{"clients": 4,\n}', "plan.jsonc:2:1: error: syntax error, a trailing comma")):
            self.write("plan.jsonc", text)
            outcome = self.call("plan", "check", "plan.jsonc")
            self.assertEqual(outcome.status, 2, text)
            self.assertIn(reason, outcome.err, text)
            self.assertEqual(outcome.err.count("error:"), 1, outcome.err)
        nameless = self.call("plan", "check", "")
        self.assertEqual(nameless.status, 2)
        self.assertIn("the name of the plan file is empty", nameless.err)
        folder = self.call("plan", "check", ".")
        self.assertEqual(folder.status, 2)
        self.assertIn("cannot be read: Is a directory", folder.err)

    def test_a_workload_in_the_wrong_place_or_half_named_is_told(self):
        self.write("plan.jsonc", '{"profile": "sysbench/oltp_read_write", "targets": "sqlite:a.db"}')
        outcome = self.call("plan", "check", "plan.jsonc", "--clients", "2")
        self.assertEqual(outcome.status, 2)
        self.assertIn('plan.jsonc:1:2: error: unknown key "profile"', outcome.err)
        self.assertIn('"workload": {"profile"', outcome.err)
        self.assertIn('plan.jsonc:1:1: error: "workload.profile" must name the workload', outcome.err)
        self.assertNotIn("command line", outcome.err)
        outcome = self.call("plan", "check", "--workload", "oltp_read_write", "--target", "sqlite:a.db")
        self.assertIn('did you mean "sysbench/oltp_read_write"?', outcome.err)

    def test_a_schema_folder_that_is_not_there_is_refused(self):
        os.mkdir(self.path("there"))
        for folder, status in (("there", 0), ("not-there", 2)):
            outcome = self.call("plan", "check", "--workload", "sysbench/oltp_read_write", "--target", "sqlite:a.db",
                                "--schema-dir", folder)
            self.assertEqual(outcome.status, status, outcome.err)
        self.assertIn('--schema-dir: error: "schema_dir" names no folder: "not-there"', outcome.err)

    def test_half_said_settings_of_a_campaign_are_refused_not_ignored(self):
        for key, reason in (('"hooks": {"before": "x"}', "before_step"), ('"repeat": 0', "repeat"),
                            ('"phases": {"precondition": {"at_least": "1m", "until_steady": true}}', "at_most")):
            self.write("plan.jsonc", '{"workload": "sysbench/oltp_read_write", "targets": "sqlite:a.db", %s}' % key)
            outcome = self.call("plan", "check", "plan.jsonc")
            self.assertEqual(outcome.status, 2, key)
            self.assertIn(reason, outcome.err, key)

    def test_a_cap_below_what_the_sample_needs_is_refused(self):
        outcome = self.call("plan", "check", "--workload", "sysbench/oltp_read_write", "--target", "sqlite:a.db",
                            "--rate", "100", "--sample", "60s", "--max-transactions", "1000")
        self.assertEqual(outcome.status, 2)
        self.assertIn("need 6,000", outcome.err)


class Flags(ProgramTest):
    def test_an_unknown_flag_names_the_nearest(self):
        outcome = self.call("run", "--tabel-size", "5", "--clinets=3")
        self.assertEqual(outcome.status, 2)
        self.assertIn("unknown flag --tabel-size; did you mean --table-size?", outcome.err)
        self.assertIn("unknown flag --clinets; did you mean --clients?", outcome.err)

    def test_flags_of_sysbench_are_translated(self):
        for flag, advice in (("--time=60", "--sample"), ("--mysql-host=h", "--target mysql://"),
                             ("--mysql-password=hunter2", "--password-env"), ("--events=5", "--max-transactions")):
            outcome = self.call("run", flag)
            self.assertEqual(outcome.status, 2)
            self.assertIn(advice, outcome.err)
            self.assertNotIn("hunter2", outcome.everything)
        outcome = self.call("plan", "explain", "--json", "--workload", "sysbench/oltp_read_write", "--target",
                            "sqlite:a.db", "--table_size=123", "--threads=7")
        self.assertEqual(outcome.status, 0, outcome.err)
        self.assertEqual(outcome.json()["total"]["rows"], 123)
        self.assertEqual(outcome.json()["targets"][0]["clients"], 7)

    def test_an_unknown_command_names_the_nearest(self):
        outcome = self.call("rnu")
        self.assertEqual(outcome.status, 2)
        self.assertIn('did you mean "run"?', outcome.err)
        outcome = self.call("plan", "expalin")
        self.assertEqual(outcome.status, 2)
        self.assertIn('did you mean "explain"?', outcome.err)
        self.assertEqual(self.call().status, 2)

    def test_help_is_everywhere_with_an_example(self):
        commands = [[], ["demo"], ["plan"], ["plan", "new"], ["plan", "check"], ["plan", "explain"], ["prepare"], ["check"],
                    ["run"], ["cleanup"], ["report"], ["results"], ["results", "list"], ["results", "show"], ["completion"]]
        for command in commands:
            outcome = self.call(*command, "--help")
            self.assertEqual(outcome.status, 0, command)
            self.assertIn("Example", outcome.out, command)

    def test_version_names_the_commit(self):
        outcome = self.call("--version")
        self.assertEqual(outcome.status, 0)
        self.assertRegex(outcome.out, r"^oltpsim \d+\.\d+\.\d+ \(commit [0-9a-f-]+|unknown")

    def test_flags_override_the_plan(self):
        self.write("plan.jsonc", '{"workload": {"profile": "sysbench/oltp_read_write", "tables": 3}, "rate": 7, "targets": "sqlite:a.db"}')
        outcome = self.call("plan", "check", "--json", "plan.jsonc", "--tables", "5", "--rate", "9", "--target", "sqlite:b.db")
        self.assertEqual(outcome.status, 0, outcome.err)
        plan = outcome.json()
        self.assertEqual(plan["workload"]["tables"], 5)
        self.assertEqual(plan["arrival"]["rate"], 9)
        self.assertEqual(plan["targets"][0]["url"], "sqlite:b.db")

    def test_flags_override_what_the_plan_says_per_target(self):
        self.write("plan.jsonc", """{"workload": "sysbench/oltp_read_write", "targets": [
            {"url": "sqlite:a.db", "clients": 8, "connections": 8}, {"url": "sqlite:b.db", "clients": 3}]}""")
        outcome = self.call("plan", "check", "--json", "plan.jsonc", "--clients", "99", "--connections", "7")
        self.assertEqual(outcome.status, 0, outcome.err)
        self.assertEqual([(t["clients"], t["connections"]) for t in outcome.json()["targets"]], [(99, 7), (99, 7)])
        outcome = self.call("plan", "check", "--json", "plan.jsonc", "--clients", "9")
        self.assertEqual([(t["clients"], t["connections"]) for t in outcome.json()["targets"]], [(9, 8), (9, 9)])

    def test_a_storage_text_needs_a_key(self):
        for text in ("x", "=x", " =x"):
            outcome = self.call("plan", "check", "--workload", "sysbench/oltp_read_write", "--target", "sqlite:a.db",
                                "--storage", text)
            self.assertEqual(outcome.status, 2, text)
            self.assertIn("--storage: error: must be KEY=TEXT", outcome.err)

    def test_completion_scripts_are_understood_by_their_shells(self):
        for shell in ("bash", "zsh", "fish"):
            outcome = self.call("completion", shell)
            self.assertEqual(outcome.status, 0)
            self.assertIn("table-size", outcome.out)
            if shutil.which(shell):
                script = self.write("script", outcome.out)
                subprocess.run([shell, "-n", script], check=True)
        script = self.call("completion", "bash").out
        asked = script + '\nCOMP_WORDS=(oltpsim plan exp); COMP_CWORD=2; _oltpsim; echo "${COMPREPLY[@]}"\n'
        answer = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True, cwd=self.folder)
        self.assertEqual(answer.stdout.strip(), "explain")
        self.assertEqual(self.call("completion", "tcsh").status, 2)

    def completed(self, *words):
        """What bash offers for the last of these words."""
        script = self.call("completion", "bash").out
        quoted = " ".join(f"'{word}'" for word in words)
        asked = f'{script}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _oltpsim; echo "${{COMPREPLY[@]}}"\n'
        answer = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True, cwd=self.folder)
        return answer.stdout.split()

    def test_values_are_completed_and_each_is_accepted(self):
        self.assertIn("sysbench/oltp_read_write", self.completed("oltpsim", "run", "--workload", "sysbench/oltp_r"))
        self.assertEqual(self.completed("oltpsim", "run", "--workload", "=", "sysbench/oltp_read_o"), ["sysbench/oltp_read_only"])
        self.assertIn("csv", self.completed("oltpsim", "report", "res", "--format", ""))
        base = {"--workload": "sysbench/oltp_read_write", "--target": "simulated:"}
        for flag in ("--isolation", "--rand-type", "--pipeline", "--retry-mode", "--clock", "--identical-data",
                     "--batch-scheduling", "--arrival", "--workload"):
            values = self.completed("oltpsim", "run", flag, "")
            self.assertGreater(len(values), 1, flag)
            for value in values:
                arguments = [word for pair in {**base, flag: value}.items() for word in pair]
                rate = ["--rate", "5"] if value in ("constant", "poisson") else []
                outcome = self.call("plan", "check", *arguments, *rate)
                self.assertNotIn("there is no workload", outcome.err, value)
                if flag != "--workload":
                    self.assertEqual(outcome.status, 0, (flag, value, outcome.err))


class StarterPlan(ProgramTest):
    def test_it_checks_explains_and_fits_the_json_schema(self):
        self.assertEqual(self.call("plan", "new", "plan.jsonc").status, 0)
        self.assertEqual(self.call("plan", "new", "plan.jsonc").status, 2)
        self.assertEqual(self.call("plan", "check", "plan.jsonc").status, 0)
        text = self.call("plan", "explain", "plan.jsonc").out
        self.assertIn("total wall clock 40 min", text)
        canonical = self.call("plan", "check", "--json", "plan.jsonc").json()
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, "../../../schemas/json/plan.schema.json"), encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft7Validator.check_schema(schema)
        jsonschema.validate(canonical, schema)
        with open(self.path("plan.jsonc"), encoding="utf-8") as file:
            starter = "\n".join(line for line in file.read().splitlines() if not line.strip().startswith("//"))
        jsonschema.validate(json.loads(starter), schema)
        for bad in ({**canonical, "table_size": 5}, {**canonical, "clients": "many"}, {"targets": []}):
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(bad, schema)


if __name__ == "__main__":
    unittest.main()
