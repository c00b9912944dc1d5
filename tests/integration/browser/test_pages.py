"""HTML pages in a real browser: offline, without errors, charts drawn, light and dark, on a phone, in print, by keyboard."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

BINARY = os.environ["OLTPSIM_BINARY"]
HERE = os.path.dirname(os.path.abspath(__file__))
INSTALL = os.environ["OLTPSIM_BROWSER_DIR"]  # in the build tree
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser():
    return next((found for found in map(shutil.which, BROWSERS) if found), None)


def install():
    """npm ci into the build tree, once per lock file."""
    lock = os.path.join(HERE, "package-lock.json")
    stamp = os.path.join(INSTALL, "installed-lock.json")
    with open(lock, encoding="utf-8") as file:
        wanted = file.read()
    if os.path.exists(stamp):
        with open(stamp, encoding="utf-8") as file:
            if file.read() == wanted:
                return
    os.makedirs(INSTALL, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(os.path.join(HERE, name), INSTALL)
    done = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=INSTALL,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError("npm ci failed, so no browser can be driven; it needs a reachable npm registry:\n"
                             + done.stdout + done.stderr)
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(wanted)


@unittest.skipUnless(browser(), f"no browser: none of {', '.join(BROWSERS)} is installed")
class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        install()
        cls.folder = tempfile.mkdtemp(prefix="oltpsim-pages-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.screens = os.environ.get("OLTPSIM_SCREENSHOTS", cls.folder)
        os.makedirs(cls.screens, exist_ok=True)
        common = ["run", "--workload", "sysbench/oltp_read_write", "--tables", "4", "--table-size", "1000", "--clients", "2",
                  "--clock", "virtual", "--precondition", "12m", "--sample", "4m", "--quiet", "--steps", "2,4"]
        # The first array stalls once in the sample and is slow at first, the second is faster.
        cls.call(*common, "--name", "first array", "--out", "a", "--storage", "array=first", "--target",
                 "simulated:?name=vm{1..4}&latency_ms=30&distribution=lognormal&slow_latency_ms=90&slow_until_s=200"
                 "&stall_at_s=800&stall_s=6", status=(0, 4))
        cls.call(*common, "--name", "second <b>array</b>", "--out", "b", "--storage", "array=second", "--target",
                 "simulated:?name=vm{1..4}&latency_ms=24&distribution=lognormal", status=(0, 4))
        # A run on a virtual clock writes no events: these are what a server that was away for six seconds leaves behind.
        with open(os.path.join(cls.folder, "a", "events.jsonl"), "a", encoding="utf-8") as file:
            for at, kind in ((800.2, "outage_start"), (806.4, "outage_end")):
                file.write(json.dumps({"utc": "2026-11-30T16:00:00Z", "at_s": at, "step": "4 VMs", "target": "vm2",
                                       "kind": kind, "detail": "connection_lost"}) + "\n")
        cls.call("report", "a", "--format", "html", "--out", "report.html")
        # A load curve, with hooks that worked and one that did not.
        cls.call("sweep", cls.hooked_plan(), "--clock", "virtual", "--percent", "10,30,50,70,80,90,100,120", "--settle", "10s",
                 "--rate-sample", "60s", "--p99-limit", "200ms", "--quiet", "--out", "c", status=(0, 4))
        cls.call("report", "c", "--format", "html", "--out", "curve.html")
        cls.call("compare", "a", "b", "--format", "html", "--out", "compare.html", status=(0, 4))
        cls.call("compare", "b", "--reference", "storagereview", "--format", "html", "--out", "beside.html", status=(0, 4))
        cls.call("compare", "--reference", "storagereview", "--array", "AF250", "--array", "AF250 S2", "--array", "ASR-3100PP",
                 "--format", "html", "--out", "published.html")
        pages = [os.path.join(cls.folder, name) for name in ("report.html", "curve.html", "compare.html", "beside.html", "published.html")]
        done = subprocess.run(["node", os.path.join(HERE, "pages.mjs"), os.path.join(INSTALL, "node_modules"), browser(),
                               cls.screens, *pages], capture_output=True, text=True, timeout=500, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        cls.seen = {os.path.basename(page): what for page, what in json.loads(done.stdout).items()}

    @classmethod
    def hooked_plan(cls):
        plan = {"name": "load curve", "workload": {"profile": "sysbench/oltp_read_write", "tables": 2, "table_size": 1000}, "clients": 4,
                "targets": ["simulated:?name=vm{1..2}&latency_ms=5&distribution=exponential"],
                "phases": {"precondition": "60s", "sample": "60s"},
                "hooks": {"before_step": "echo restored", "after_step": {"command": "echo 'no <array>'; exit 3", "on_failure": "continue"}}}
        with open(os.path.join(cls.folder, "hooked.json"), "w", encoding="utf-8") as file:
            json.dump(plan, file)
        return "hooked.json"

    @classmethod
    def call(cls, *arguments, status=(0,)):
        done = subprocess.run([BINARY, *arguments], cwd=cls.folder, capture_output=True, text=True, check=False)
        if done.returncode not in status:
            raise AssertionError(f"{arguments}: status {done.returncode}\n{done.stdout}{done.stderr}")

    def test_no_page_has_a_problem(self):
        self.assertEqual({page: what["problems"] for page, what in self.seen.items()},
                         {page: [] for page in self.seen})

    def test_events_stand_in_the_charts_and_in_a_table(self):
        with open(os.path.join(self.folder, "report.html"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn('"marks":[{"at":800.2,"text":"outage_start"}', text)
        self.assertIn("Events (2)", text)

    def test_the_load_curve_names_its_knee_and_hooks_stand_with_their_steps(self):
        with open(os.path.join(self.folder, "curve.html"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count('"kind":"curve"'), 1)
        for words in ("Knee (most TPS per average response time): ", "Highest rate with p99 within 200 ms: ", "saturated",
                      "<h3>Hooks</h3>", "failed: exit status 3"):
            self.assertIn(words, text)

    def test_every_chart_is_there(self):
        # Report: three by VM set; per step three by VM, two over time, the precondition, the percentiles.
        self.assertEqual(self.seen["report.html"]["charts"], 3 + 2 * 7)
        self.assertEqual(self.seen["compare.html"]["charts"], 3 + 1)
        # Published: sysbench and SQL Server; reviews give no p99 of the latter.
        self.assertEqual(self.seen["published.html"]["charts"], 3 + 2)
        self.assertGreaterEqual(self.seen["beside.html"]["charts"], 4)


if __name__ == "__main__":
    unittest.main()
