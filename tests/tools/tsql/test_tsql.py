"""The T-SQL of schemas/ parses, and a typo in it would be found: check.js against the files and against spoilt copies.

The grammar comes from npm and is installed once into a cache folder (OLTPSIM_TSQL_CACHE, else a folder of its own).
"""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SCHEMAS = HERE.parents[2] / "schemas"
FILES = sorted(SCHEMAS.glob("*/sqlserver/*.sql"))


def install(folder):
    """Copies the check and its package list to `folder` and installs. Raises SkipTest with the reason."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise unittest.SkipTest("node and npm are not installed")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", "check.js"):
        shutil.copy(HERE / name, folder / name)
    if not (folder / "node_modules" / "antlr4ts-sql").is_dir():
        done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, timeout=400,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise unittest.SkipTest("npm could not install the grammar: " + done.stderr[-300:])


class TSql(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.own = None
        cache = os.environ.get("OLTPSIM_TSQL_CACHE")
        if cache is None:
            cls.own = tempfile.TemporaryDirectory()
            cache = cls.own.name
        cls.folder = pathlib.Path(cache) / "grammar"
        try:
            install(cls.folder)
        except unittest.SkipTest:
            cls.tearDownClass()
            raise

    @classmethod
    def tearDownClass(cls):
        if cls.own is not None:
            cls.own.cleanup()
            cls.own = None

    def check(self, files):
        return subprocess.run(["node", "check.js", *map(str, files)], cwd=self.folder, timeout=400,
                              capture_output=True, text=True, check=False)

    def complaints_about(self, changes):
        """For each (workload, file, old, new): what the check says of a copy in which that one thing is changed."""
        with tempfile.TemporaryDirectory() as work:
            files = []
            for number, (workload, file, old, new) in enumerate(changes):
                folder = pathlib.Path(work) / str(number) / workload / "sqlserver"
                shutil.copytree(SCHEMAS / workload / "sqlserver", folder)
                text = (folder / file).read_text(encoding="utf-8")
                self.assertIn(old, text, "the test is out of date")
                (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
                files.append(folder / file)
            done = self.check(files)  # one process: it is its start that takes long
            lines = done.stderr.splitlines()
            return [[line for line in lines if line.startswith(f"{file}:")] for file in files]

    def test_every_statement_parses(self):
        self.assertGreaterEqual(len(FILES), 6)
        done = self.check(FILES)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^1\d\d statements in \d+ files, 0 errors")

    def test_typos_are_found(self):
        typos = [
            ("tpcc", "procedures.sql", "BEGIN TRANSACTION;", "BEGIN TRANSACTON;"),
            ("tpcc", "procedures.sql", "UPDATE warehouse SET w_ytd", "UPDAT warehouse SET w_ytd"),
            ("tpcc", "procedures.sql", "END TRY", "END TRI"),
            ("tpcc", "procedures.sql", "    THROW;", "    THROWN 1 2;"),
            ("tpcc", "procedures.sql", "WHILE @round <= @rounds", "WHILE @rond <= @rounds"),
            ("tpcc", "procedures.sql", "c_balance - @amount", "c_balanse - @amount"),
            ("tpcc", "statements.sql", "WITH (UPDLOCK, ROWLOCK)", "WITH (UPDLOCK ROWLOCK"),
            ("tpcc", "statements.sql", "SELECT w_name, w_street_1", "SELECT w_name w_name w_street_1"),
            ("tpcc", "checks.sql", "GROUP BY no_w_id, no_d_id", "GRUP BY no_w_id, no_d_id"),
            ("tpcc", "tables.sql", "DECIMAL(14,2) NOT NULL", "DECIMAL(14,2 NOT NULL"),
            ("tpcc", "tables.sql", "N'UPDATE STATISTICS warehouse'", "N'UPDATE STATISTIC warehouse'"),
            ("sysbench", "statements.sql", "SELECT c FROM", "SELEC c FROM"),
            ("sysbench", "tables.sql", "PRIMARY KEY CLUSTERED", "PRIMARY KEI CLUSTERED"),
        ]
        for typo, complaints in zip(typos, self.complaints_about(typos)):
            with self.subTest(typo=typo[3]):
                self.assertTrue(complaints)
                self.assertRegex(complaints[0], rf"{typo[1]}:\d+: \w+: ")

    def test_what_sql_server_2014_lacks_is_found(self):
        old = "IF OBJECT_ID(N'order_line', N'U') IS NOT NULL DROP TABLE order_line"
        changes = [
            ("tpcc", "tables.sql", old, "DROP TABLE IF EXISTS order_line"),
            ("tpcc", "tables.sql", old, "SELECT STRING_AGG(w_name, ',') FROM warehouse"),
            ("tpcc", "tables.sql", old, "UPDATE district SET @p = d_next_o_id = d_next_o_id + 1"),
        ]
        reasons = ["2016", "2017", "refused by some servers"]
        for reason, complaints in zip(reasons, self.complaints_about(changes)):
            with self.subTest(reason=reason):
                self.assertIn(reason, "\n".join(complaints))


if __name__ == "__main__":
    unittest.main()
