"""Runs the oltpsim binary for tests, in a scratch folder of its own."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

BINARY = os.environ.get("OLTPSIM_BINARY", "oltpsim")


class Outcome:
    """Exit status, stdout and stderr of one call."""

    def __init__(self, finished):
        self.status = finished.returncode
        self.out = finished.stdout
        self.err = finished.stderr

    @property
    def everything(self):
        return self.out + self.err

    def json(self):
        return json.loads(self.out)


class ProgramTest(unittest.TestCase):
    """Gives each test a folder, which is the working directory of every call, and removes it afterwards."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="oltpsim-cli-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, text, mode=0o600):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path(name), mode)
        return self.path(name)

    def call(self, *arguments, env=None, timeout=120):
        finished = subprocess.run(
            [BINARY, *arguments], cwd=self.folder, env={**os.environ, **(env or {})}, timeout=timeout,
            capture_output=True, text=True, check=False)
        return Outcome(finished)

    def start(self, *arguments):
        return subprocess.Popen([BINARY, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def files_under(self, *parts):
        return [os.path.join(where, name) for where, _, names in os.walk(self.path(*parts)) for name in names]

    def assert_measured(self, outcome, *directory):
        """Status 0. So short a sample on a machine that is busy with something else may break the closed-loop law: then
        status 4 with that reason, and no other."""
        if outcome.status == 4:
            with open(self.path(*(directory or ("res",)), "result.json"), encoding="utf-8") as file:
                reasons = [reason for step in json.load(file)["steps"] for reason in step["invalid_reasons"]]
            self.assertTrue(reasons)
            self.assertTrue(all("law residual" in reason for reason in reasons), reasons)
        else:
            self.assertEqual(outcome.status, 0, outcome.everything)
