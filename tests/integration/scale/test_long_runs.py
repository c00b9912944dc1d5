"""User case 20: 24 targets for hours. Memory of a run is constant, and its report takes seconds."""

import csv
import json
import os
import subprocess
import tempfile
import time
import unittest

BINARY = os.environ["OLTPSIM_BINARY"]


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

            begun = time.monotonic()
            subprocess.run([BINARY, "report", os.path.join(folder, "long"), "--format", "html", "--out",
                            os.path.join(folder, "report.html")], check=True, stdout=subprocess.DEVNULL)
            self.assertLess(time.monotonic() - begun, 30)

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


if __name__ == "__main__":
    unittest.main()
