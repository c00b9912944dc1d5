"""Every command in README.md works as written. Blocks are marked with a comment line before them:
<!-- test: simulated --> runs here; <!-- test: lab --> needs the lab's servers; <!-- test: build --> is what scripts/demo
and scripts/test do, which have jobs of their own; <!-- test: many --> is only planned, because it needs many VMs."""
import os
import re
import shlex
import shutil
import unittest

from program import BINARY, ProgramTest

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
_BLOCK = re.compile(r"(?:<!-- test: (?P<mark>\w+) -->\n)?```(?P<kind>\w*)\n(?P<body>.*?)```", re.DOTALL)


def blocks():
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        return [match.groupdict() for match in _BLOCK.finditer(file.read())]


def commands(mark):
    """Lines of the marked blocks, continuation lines joined, comments dropped."""
    lines = []
    for block in blocks():
        if block["mark"] == mark:
            for line in block["body"].replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                if words:
                    lines.append(words)
    return lines


class Readme(ProgramTest):
    def test_every_shell_block_is_marked(self):
        for block in blocks():
            if block["kind"] == "sh":
                self.assertIn(block["mark"], ("simulated", "lab", "build", "many"), block["body"])

    def run_commands(self, mark, replace=lambda words: words):
        ran = 0
        for words in commands(mark):
            if words[0] != "oltpsim":
                continue
            outcome = self.call(*replace(words[1:]), timeout=200)
            self.assertEqual(outcome.status, 0, f"{words}\n{outcome.everything}")
            ran += 1
        self.assertGreater(ran, 0)

    def test_simulated_commands_run_as_written(self):
        self.run_commands("simulated")

    def test_commands_for_many_vms_are_good_plans(self):
        """The plan blocks are saved under the names their commands use; prepare and run are only planned."""
        plans = [block["body"] for block in blocks() if block["kind"] == "jsonc"]
        self.assertEqual(len(plans), 2)
        for name, plan in zip(("array.jsonc", "campaign.jsonc"), plans):
            self.write(name, plan)
            outcome = self.call("plan", "check", name)
            self.assertEqual(outcome.status, 0, outcome.everything)

        def planned(words):
            if "--dry-run" in words or words[0] == "sweep":
                return [*(word for word in words if word != "--dry-run"), "--dry-run"]
            return ["plan", "check", *words[1:]] if words[0] in ("prepare", "check", "run", "cleanup") else words

        self.run_commands("many", planned)

    def test_commands_for_one_database_run_against_a_test_server(self):
        url = (os.environ.get("OLTPSIM_TEST_POSTGRESQL_URLS") or "").split()
        if not url:
            self.skipTest("OLTPSIM_TEST_POSTGRESQL_URLS is not set")
        self.addCleanup(lambda: self.call("cleanup", "--workload", "sysbench/oltp_read_write", "--target", url[0]))

        def at_test_server(words):
            short = {"--precondition": "1s", "--sample": "2s", "--table-size": "20000", "--target": url[0],
                     "--tables": "4", "--clients": "4", "--warehouses": "1"}
            result = list(words)
            for i, word in enumerate(result[:-1]):
                if word in short:
                    result[i + 1] = short[word]
            without_password = [w for i, w in enumerate(result) if w != "--password-env" and result[i - 1] != "--password-env"]
            return without_password

        self.run_commands("lab", at_test_server)

    def test_scripts_named_in_the_readme_exist(self):
        for words in commands("build"):
            if words[0].startswith("scripts/"):
                self.assertTrue(os.access(os.path.join(ROOT, words[0]), os.X_OK), words[0])
        self.assertTrue(os.path.isabs(BINARY) or shutil.which(BINARY), BINARY)


if __name__ == "__main__":
    unittest.main()
