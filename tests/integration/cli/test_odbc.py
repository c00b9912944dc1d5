"""Both workloads through ODBC, on every database that is here, and what a user is told when a session cannot be had.

A SQL Server is tested where OLTPSIM_TEST_SQLSERVER_URL names one (a sqlserver:// or odbc: URL with its password reference);
else each of its tests is skipped by name.
"""
import glob
import json
import os
import re
import socket
import struct
import threading
import unittest

from program import ProgramTest

SBTEST = ["--workload", "sysbench/oltp_read_write", "--tables", "2", "--table-size", "1000", "--clients", "3"]
TPCC = ["--workload", "tpcc", "--warehouses", "1", "--clients", "3", "--pacing", "none"]
DRIVERS = {
    "postgresql": ("psqlodbcw.so", "OLTPSIM_TEST_POSTGRESQL_URLS"),
    "mysql": ("libmaodbc.so", "OLTPSIM_TEST_MARIADB_URLS"),
    "sqlite": ("libsqlite3odbc.so", None),
}


def library(name):
    for folder in ("/usr/lib/*/odbc", "/usr/lib/odbc", "/usr/lib64"):
        for path in glob.glob(os.path.join(folder, name)):
            return path
    raise unittest.SkipTest(f"{name} is not installed")


def odbc_url(dialect, folder):
    """A target of that dialect through ODBC; skips by name what is missing."""
    name, variable = DRIVERS[dialect]
    driver = library(name)
    if variable is None:
        return f"odbc:Driver={driver};Database={folder}/data.db?dialect={dialect}&name=lite"
    urls = (os.environ.get(variable) or "").split()
    if not urls:
        raise unittest.SkipTest(f"{variable} is not set")
    found = re.match(r"\w+://([^@]+)@[^:/]+:(\d+)/(\w+)\?(.*)", urls[0])
    rest = "&".join(part for part in found[4].split("&") if not part.startswith("socket="))
    return (f"odbc:Driver={driver};Server=127.0.0.1;Port={found[2]};Database={found[3]};UID={found[1]}"
            f"?dialect={dialect}&{rest}")


def sqlserver_url(extra=""):
    url = (os.environ.get("OLTPSIM_TEST_SQLSERVER_URL") or "").strip()
    if not url:
        raise unittest.SkipTest("OLTPSIM_TEST_SQLSERVER_URL is not set")
    return url + ("" if not extra else ("&" if "?" in url else "?") + extra)


class ThroughOdbc(ProgramTest):
    """Load, check, run, check, clean up."""

    def whole_life(self, url, flags, keeps_checks=True):
        flags = [*flags, "--target", url]
        plan = self.call("plan", "check", *flags)
        if "no driver for" in plan.everything:
            self.skipTest("driver odbc is not built")
        self.addCleanup(self.call, "cleanup", *flags)
        prepared = self.call("prepare", *flags, timeout=600)
        self.assertEqual(prepared.status, 0, prepared.everything)
        checked = self.call("check", *flags, timeout=300)
        self.assertEqual(checked.status, 0, checked.everything)
        run = self.call("run", *flags, "--precondition", "1s", "--sample", "3s", "--out", "res", timeout=300)
        self.assert_measured(run)
        with open(self.path("res", "result.json"), encoding="utf-8") as file:
            target = json.load(file)["steps"][0]["targets"][0]
        self.assertGreater(target["tps"], 0)
        if keeps_checks:
            checked = self.call("check", *flags, timeout=300)
            self.assertEqual(checked.status, 0, checked.everything)
        cleaned = self.call("cleanup", *flags)
        self.assertEqual(cleaned.status, 0, cleaned.everything)
        self.assertEqual(target["io_model"], "blocking")
        return target


def add_case(dialect, workload, flags):
    def test(self):
        target = self.whole_life(odbc_url(dialect, self.folder), flags)
        self.assertEqual(target["dialect"], dialect)

    setattr(ThroughOdbc, f"test_{workload}_on_{dialect}", test)


for DIALECT in DRIVERS:
    add_case(DIALECT, "sysbench", SBTEST)
    add_case(DIALECT, "tpcc_statements", [*TPCC, "--mode", "statements"])
    if DIALECT != "sqlite":
        add_case(DIALECT, "tpcc_procedures", [*TPCC, "--mode", "procedures"])


class OnSqlServer(ThroughOdbc):
    """The same against a SQL Server, and once more with the other way to load."""

    def test_sysbench(self):
        target = self.whole_life(sqlserver_url(), SBTEST)
        self.assertTrue(target["version"])

    def test_sysbench_loaded_by_arrays(self):
        self.whole_life(sqlserver_url("bulk=arrays"), SBTEST)

    def test_tpcc_statements(self):
        self.whole_life(sqlserver_url(), [*TPCC, "--mode", "statements"])

    def test_tpcc_procedures(self):
        self.whole_life(sqlserver_url(), [*TPCC, "--mode", "procedures"])

    def test_tpcc_loaded_by_arrays(self):
        self.whole_life(sqlserver_url("bulk=arrays"), [*TPCC, "--mode", "procedures"])


for NAME in [one for one in dir(ThroughOdbc) if one.startswith("test_") and "_on_" in one]:
    setattr(OnSqlServer, NAME, None)  # they are the other class's


class Refused(ProgramTest):
    """Exit status 3 and one sentence that says what is wrong, before anything is loaded."""
    PASSWORD = "s3cret;of}the{test"

    def refused(self, url, *words, status=3):
        outcome = self.call("prepare", *SBTEST, "--target", url, env={"ODBC_TEST_PW": self.PASSWORD})
        if "no driver for" in outcome.everything:
            self.skipTest("driver odbc is not built")
        self.assertEqual(outcome.status, status, outcome.everything)
        for word in words:
            self.assertIn(word, outcome.err)
        self.assertNotIn("s3cret", outcome.everything)
        return outcome

    def closed_port(self):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            return one.getsockname()[1]

    def test_a_missing_driver_is_named_with_those_that_are_here(self):
        self.refused("sqlserver://sa@127.0.0.1/tpcc?driver=No+Such+Driver&password_env=ODBC_TEST_PW",
                     "No+Such+Driver", "ODBC drivers installed:")
        self.refused("odbc:DSN=no_such_source?dialect=sqlserver", "no_such_source", "ODBC drivers installed:")

    def test_a_closed_port(self):
        port = self.closed_port()
        url = f"sqlserver://sa@127.0.0.1:{port}/tpcc?driver={library('libtdsodbc.so')}&password_env=ODBC_TEST_PW"
        self.refused(url, "connect_failed", f"127.0.0.1:{port}")

    def test_a_server_that_speaks_something_else(self):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen(5)

            def babble():
                while True:
                    try:
                        client, _ = listener.accept()
                    except OSError:
                        return
                    with client:
                        client.sendall(b"SSH-2.0-not a database\r\n")

            threading.Thread(target=babble, daemon=True).start()
            port = listener.getsockname()[1]
            url = f"sqlserver://sa@127.0.0.1:{port}/tpcc?driver={library('libtdsodbc.so')}&password_env=ODBC_TEST_PW"
            self.refused(url, f"127.0.0.1:{port}")
            listener.close()

    def test_a_server_that_refuses_encryption(self):
        """PRELOGIN's answer says that encryption is not supported ([MS-TDS] 2.2.6.5), and the URL asks for it."""
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen(5)

            def answer():
                while True:
                    try:
                        client, _ = listener.accept()
                    except OSError:
                        return
                    with client:
                        client.recv(4096)
                        body = b"\x00" + struct.pack(">HH", 11, 6) + b"\x01" + struct.pack(">HH", 17, 1) + b"\xff"
                        body += b"\x0c\x00\x07\xd0\x00\x00" + b"\x02"
                        client.sendall(b"\x04\x01" + struct.pack(">H", 8 + len(body)) + b"\x00\x00\x01\x00" + body)
                        client.recv(4096)

            threading.Thread(target=answer, daemon=True).start()
            port = listener.getsockname()[1]
            self.refused(f"sqlserver://sa@127.0.0.1:{port}/tpcc?driver={library('libtdsodbc.so')}&encrypt=yes&password_env=ODBC_TEST_PW",
                         f"127.0.0.1:{port}", "TLS is the likely cause", "encrypt")
            listener.close()

    def test_a_server_that_the_ca_did_not_sign(self):
        wrong = "/etc/ssl/certs/ISRG_Root_X1.pem"
        if not os.path.exists(wrong):
            self.skipTest(f"{wrong} is not here")
        for dialect, words in (("postgresql", f"SSLmode=verify-ca;pqopt={{sslrootcert={wrong}}}"),
                               ("mysql", f"FORCETLS=1;SSLVERIFY=1;SSLCA={wrong}")):
            with self.subTest(dialect=dialect):
                self.refused(odbc_url(dialect, self.folder).replace("?dialect", f";{words}?dialect"), "tls_failed", "127.0.0.1:")

    def test_an_account_that_may_not_create_tables(self):
        """PostgreSQL 15 lets nobody but its owner create tables in another database's public schema."""
        url = re.sub(r"Database=\w+", "Database=postgres", odbc_url("postgresql", self.folder))
        self.refused(url, "permission_denied", "CREATE TABLE", "permission denied for schema public", status=2)

    def test_a_wrong_password_and_a_missing_database(self):
        for dialect, word in (("postgresql", "auth_failed"), ("mysql", "auth_failed")):
            with self.subTest(dialect=dialect):
                url = re.sub(r"password_file=[^&]*", "password_env=ODBC_TEST_PW", odbc_url(dialect, self.folder))
                self.refused(url, word)
                url = re.sub(r"Database=\w+", "Database=no_such_database", odbc_url(dialect, self.folder))
                self.refused(url, "no_such_database")

    def test_bad_urls_are_refused_before_anything_is_tried(self):
        self.refused("odbc:DSN=lab", "dialect=", status=2)
        self.refused("sqlserver://sa@vm1/t?encrypt=perhaps", "encrypt must be one of", status=2)
        self.refused("sqlserver://sa@vm1/t?trust_server_certificat=yes", "trust_server_certificate", status=2)


if __name__ == "__main__":
    unittest.main()
