"""User case 20: 24 targets for hours. Memory of a run is constant, and its report takes seconds."""

import csv
import json
import os
import subprocess
import tempfile
import unittest

BINARY = os.environ["OLTPSIM_BINARY"]
SANITIZED = bool(os.environ.get("OLTPSIM_SANITIZED"))


def run(sample, out):
    """Runs 24 simulated VMs on the virtual clock; returns the peak resident memory in KiB."""
    child = subprocess.Popen(
        [BINARY, "run", "--workload", "sysbench/oltp_point_select", "--clients", "4", "--think-time", "2s",
         "--target", "simulated:?name=vm{01..24}&latency_ms=5", "--clock", "virtual",
         "--precondition", "1m", "--sample", sample, "--quiet", "--out", out],
        stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise AssertionError(f"exit status {child.returncode}")
    return usage.ru_maxrss


class LongRuns(unittest.TestCase):
    def test_memory_does_not_grow_with_the_length_of_the_run(self):
        with tempfile.TemporaryDirectory() as folder:
            short = run("20m", os.path.join(folder, "short"))
            long = run("2h", os.path.join(folder, "long"))
            self.assertLess(long, short * 1.2 + 8192, f"{short} KiB for 20 min, {long} KiB for 2 h")

            with open(os.path.join(folder, "long", "result.json"), encoding="utf-8") as file:
                step = json.load(file)["steps"][0]
            summed = dict.fromkeys((target["name"] for target in step["targets"]), 0)
            with open(os.path.join(folder, "long", "intervals.csv"), encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    if row["phase"] == "sample":
                        summed[row["target"]] += int(row["committed"])
            for target in step["targets"]:
                self.assertEqual(summed[target["name"]], target["transactions"], target["name"])
                self.assertLessEqual(abs(target["law_residual"]), 0.005)

    def test_the_report_of_24_vms_over_three_hours_takes_seconds(self):
        """CPU time, because the machine may be busy with something else."""
        with tempfile.TemporaryDirectory() as folder:
            run("2h59m", os.path.join(folder, "long"))
            page = os.path.join(folder, "report.html")
            child = subprocess.Popen([BINARY, "report", os.path.join(folder, "long"), "--format", "html", "--out", page, "--quiet"])
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(child.returncode, 0)
            self.assertLess(os.path.getsize(page), 5_000_000)
            with open(page, encoding="utf-8") as file:
                text = file.read()
            for title in ("TPS over time", "p99 over time", "Latency by percentile", "Aggregate TPS by VM set"):
                self.assertIn(title, text)
            if SANITIZED:
                return  # its time and memory are the sanitizer's
            self.assertLess(usage.ru_utime + usage.ru_stime, 2)
            self.assertLess(usage.ru_maxrss, 200 * 1024)


if __name__ == "__main__":
    unittest.main()
