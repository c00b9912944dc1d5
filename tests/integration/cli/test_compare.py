"""oltpsim compare through the program: verdicts, refusals, exit statuses, formats."""
import csv
import io
import json
import os
import subprocess
import unittest

from program import BINARY, ProgramTest


ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))

try:
    import jsonschema
except ImportError:  # python3-jsonschema is one of scripts/install-deps
    jsonschema = None


class Compare(ProgramTest):
    @unittest.skipIf(jsonschema is None, "python3-jsonschema is not installed")
    def test_json_keeps_its_schema(self):
        with open(os.path.join(ROOT, "schemas/json/comparison.schema.json"), encoding="utf-8") as file:
            schema = json.load(file)
        self.measure("a", 20)
        self.measure("b", 18)
        for arguments in (["a", "b"], ["a", "--reference", "storagereview"], ["--reference", "storagereview"]):
            jsonschema.validate(self.call("compare", *arguments, "--json").json(), schema)

    def measure(self, out, latency, *more, clients="4", sample="3m", steps="2", tries="10", status=(0,)):
        outcome = self.call(
            "run", "--workload", "sysbench/oltp_point_select", "--tables", "2", "--table-size", "1000", "--clients", clients,
            "--target", f"simulated:?name=vm{{1..2}}&latency_ms={latency}&distribution=exponential{''.join(more)}",
            "--clock", "virtual", "--precondition", "30s", "--sample", sample, "--steps", steps, "--max-tries", tries, "--name", out, "--out", out,
            "--quiet")
        self.assertIn(outcome.status, status, outcome.everything)

    def test_one_run_twice_is_no_repeat(self):
        self.measure("a", 20)
        self.measure("b", 18)
        refused = self.call("compare", "a,a", "b")
        self.assertEqual(refused.status, 2, refused.everything)
        self.assertIn("the same run twice is no repeat", refused.err)

    def test_an_offered_rate_beyond_the_vms_is_not_valid(self):
        outcome = self.call(
            "run", "--workload", "sysbench/oltp_point_select", "--tables", "2", "--table-size", "1000", "--clients", "4",
            "--target", "simulated:?name=vm{1..2}&latency_ms=20&distribution=exponential", "--clock", "virtual", "--precondition", "30s",
            "--sample", "60s", "--rate", "219", "--arrival", "poisson", "--out", "over", "--quiet")
        self.assertEqual(outcome.status, 4, outcome.everything)
        with open(self.path("over", "result.json"), encoding="utf-8") as file:
            reasons = json.load(file)["invalid_reasons"]
        self.assertTrue(any("the VMs did not keep up: 438.0 transactions/s were offered" in reason for reason in reasons), reasons)

    def test_output_that_cannot_be_written_is_an_error(self):
        self.measure("a", 20)
        for arguments in (["report", "a"], ["report", "a", "--format", "csv"], ["results", "list"], ["compare", "a", "--reference", "storagereview"]):
            with self.subTest(arguments=arguments), open("/dev/full", "w", encoding="utf-8") as full:
                finished = subprocess.run([BINARY, *arguments], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
                self.assertEqual(finished.returncode, 1, finished.stderr)
                self.assertIn("could not be written", finished.stderr)

    def test_a_faster_array_is_found_faster_in_every_format(self):
        self.measure("old", 20)
        self.measure("new", 16)
        shown = self.call("compare", "old", "new")
        self.assertEqual(shown.status, 0, shown.everything)
        self.assertIn("2 VMs: new's TPS is 2", shown.out)
        self.assertIn("% higher than old's (95 %: ", shown.out)
        self.assertIn("new's p99 latency is ", shown.out)
        data = self.call("compare", "old", "new", "--json").json()
        tps = next(t for t in data["chapters"][0]["tests"] if t["figure"] == "tps")
        self.assertEqual(tps["finding"], "different")
        self.assertTrue(1.2 < tps["low"] < tps["ratio"] < tps["high"] < 1.3, tps)
        rows = list(csv.DictReader(io.StringIO(self.call("compare", "old", "new", "--format", "csv").out)))
        ours = next(r for r in rows if r["side"] == "new" and r["figure"] == "tps")
        self.assertAlmostEqual(float(ours["ratio_to_first"]), tps["ratio"], places=5)
        self.assertIn("| 2 VMs | new |", self.call("compare", "old", "new", "--format", "markdown").out)
        written = self.call("compare", "old", "new", "--format", "html", "--out", "page.html")
        self.assertEqual(written.status, 0, written.everything)
        with open(self.path("page.html"), encoding="utf-8") as file:
            self.assertIn("Latency by percentile", file.read())

    def test_equal_arrays_are_the_same_or_undecided_and_repeats_count(self):
        for name in ("a1", "a2", "b1", "b2"):
            self.measure(name, 20, f"&seed={sum(map(ord, name))}")
        data = self.call("compare", "a1,a2", "b1,b2", "--label", "A", "--label", "B", "--json").json()
        chapter = data["chapters"][0]
        self.assertEqual([side["label"] for side in chapter["sides"]], ["A", "B"])
        self.assertEqual(chapter["sides"][0]["vm_sets"][0]["runs"], 2)
        self.assertTrue(all(test["unit"] == "run" for test in chapter["tests"]))
        tps = next(t for t in chapter["tests"] if t["figure"] == "tps")
        self.assertTrue(0.9 < tps["ratio"] < 1.1)

    def campaign(self, *more):
        """Two storages in turn, three times."""
        plan = {"name": "turns", "workload": {"profile": "sysbench/oltp_point_select", "tables": 2, "table_size": 1000}, "clients": 4,
                "repeat": 3, "storages": {"A": {"array": "first"}, "B": {"array": "second"}}, "phases": {"precondition": "30s", "sample": "2m"},
                "targets": [{"url": "simulated:?name=a1&latency_ms=20&distribution=exponential&seed=1", "storage": "A"},
                            {"url": "simulated:?name=b1&latency_ms=16&distribution=exponential&seed=2", "storage": "B"}]}
        outcome = self.call("run", self.write("turns.jsonc", json.dumps(plan)), "--clock", "virtual", "--out", "turns", "--quiet")
        self.assertEqual(outcome.status, 0, outcome.everything)

    def test_one_result_of_two_storages_is_two_sides(self):
        self.campaign()
        data = self.call("compare", "turns", "--json").json()
        chapter = data["chapters"][0]
        self.assertEqual([side["label"] for side in chapter["sides"]], ["A", "B"])
        self.assertEqual([side["vm_sets"][0]["runs"] for side in chapter["sides"]], [3, 3])
        tps = next(t for t in chapter["tests"] if t["figure"] == "tps")
        self.assertEqual(tps["unit"], "run")
        self.assertTrue(1.2 < tps["ratio"] < 1.3, tps)
        shown = self.call("compare", "turns", "--label", "old", "--label", "new")
        self.assertEqual(shown.status, 0, shown.everything)
        self.assertIn("1 VM: new's TPS is 2", shown.out)
        self.measure("plain", 20)
        for arguments, told in ((["turns", "plain"], "turns measured several storages in turn: compare it alone"),
                                (["plain"], "plain measured one storage: compare needs a second result, or --reference")):
            refused = self.call("compare", *arguments)
            self.assertEqual(refused.status, 2, refused.everything)
            self.assertIn(told, refused.err)

    def test_unlike_results_are_refused_by_name_unless_wanted(self):
        self.measure("few", 20)
        self.measure("many", 20, clients="8")
        refused = self.call("compare", "few", "many")
        self.assertEqual(refused.status, 2, refused.everything)
        self.assertIn("clients per VM: 4 against 8 (many)", refused.err)
        wanted = self.call("compare", "few", "many", "--allow-unlike")
        self.assertEqual(wanted.status, 0, wanted.everything)
        self.assertIn("UNLIKE", wanted.out)
        self.assertIn("[UNLIKE] 2 VMs: many's TPS", wanted.out)

    def test_a_result_that_is_not_valid_is_compared_and_labelled(self):
        self.measure("good", 20)
        self.measure("bad", 20, "&error_rate=0.2", tries="1", status=(4,))
        shown = self.call("compare", "good", "bad")
        self.assertEqual(shown.status, 4, shown.everything)
        self.assertIn("[NOT VALID]", shown.out)

    def test_bad_arguments_end_with_a_hint(self):
        self.measure("one", 20, sample="30s")
        for arguments, text in (
                (["one"], "one measured one storage: compare needs a second result"),
                (["one", "none"], 'no result "none"'),
                (["one", "one", "--format", "htlm"], 'did you mean "html"?'),
                (["one", "--reference", "storagereveiw"], 'did you mean "storagereview"?'),
                (["one", "one", "--array", "AF250"], "it needs --reference"),
                (["one", "one", "--tps-margin", "0"], "a margin of 0 %"),
                (["one", "one", "--label", "a", "--label", "b", "--label", "c"], "3 labels for 2 sides")):
            outcome = self.call("compare", *arguments)
            self.assertEqual(outcome.status, 2, outcome.everything)
            self.assertIn(text, outcome.err)

    def test_beside_published_results_the_reviews_own_means_stand(self):
        self.measure("mine", 20, steps="1,2")
        data = self.call("compare", "mine", "--reference", "storagereview", "--array", "AF250 S2", "--json").json()
        sides = data["chapters"][0]["sides"]
        self.assertEqual([side["published"] for side in sides], [False, True])
        self.assertIn("StorageReview", data["reference_source"])
        self.assertTrue(any("UNLIKE the published protocol" in one for one in data["chapters"][0]["warnings"]))
        text = self.call("compare", "mine", "--reference", "storagereview", "--array", "AF250 S2").out
        self.assertIn("unweighted means over VMs", text)

    def test_published_results_alone_match_their_file(self):
        with open(os.path.join(ROOT, "reference/storagereview-oltp.json"), encoding="utf-8") as file:
            stored = json.load(file)["rows"]
        out = self.call("compare", "--reference", "storagereview", "--format", "csv")
        self.assertEqual(out.status, 0, out.everything)
        printed = sorted(float(row["value"]) for row in csv.DictReader(io.StringIO(out.out)))
        figures = sorted(float(value) for row in stored for key, value in row.items()
                         if isinstance(value, (int, float)) and key != "vm_count")
        self.assertEqual(printed, figures)

    def test_help_shows_examples(self):
        text = self.call("compare", "--help").out
        self.assertIn("oltpsim compare old-array new-array", text)
        self.assertIn("--allow-unlike", text)
        script = self.call("completion", "bash").out
        self.assertIn("storagereview", script)


if __name__ == "__main__":
    unittest.main()
