"""The scripts of bench/: refused before they measure for nothing, and gone without a trace when told to stop."""

import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parents[3] / "bench"


def children_of(pid):
    """Process ids of the running children of a process."""
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in done.stdout.split()]


class OutputTest(unittest.TestCase):
    def refused(self, *arguments):
        done = subprocess.run([BENCH / "memory", "--quick", *arguments], capture_output=True, text=True, check=False, timeout=20)
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr

    def test_a_file_that_cannot_be_written_is_refused_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("No such file or directory", self.refused("--output", f"{folder}/none/table.md"))
            self.assertIn("Is a directory", self.refused("--output", folder))

    def test_a_file_that_can_be_written_is_not_made_by_asking(self):
        with tempfile.TemporaryDirectory() as folder:
            self.refused("--output", f"{folder}/table.md", "--rounds", "0")
            self.assertEqual(os.listdir(folder), [])


class StopTest(unittest.TestCase):
    def test_a_script_that_is_told_to_stop_takes_its_client_and_folder_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            script = subprocess.Popen([BENCH / "memory", "--quick"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                      env={**os.environ, "TMPDIR": folder})
            give_up = time.monotonic() + 60
            while not (clients := children_of(script.pid)) and script.poll() is None and time.monotonic() < give_up:
                time.sleep(0.05)
            self.assertEqual(len(clients), 1)
            time.sleep(0.5)
            script.send_signal(signal.SIGTERM)
            said = script.communicate(timeout=30)[1]
            self.assertEqual(script.returncode, 128 + signal.SIGTERM, said)
            self.assertFalse(os.path.exists(f"/proc/{clients[0]}"))
            self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main()
