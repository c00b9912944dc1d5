"""Every MySQL we can have, through both client libraries, with and without TLS: load, check, run."""
import json
import os
import unittest

from program import ProgramTest

FLAGS = ["--workload", "sysbench/oltp_read_write", "--tables", "2", "--table-size", "1000", "--clients", "3"]
CA = os.environ.get("OLTPSIM_TEST_CA_FILE", "")


def urls(variable):
    return (os.environ.get(variable) or "").split()


class EveryMysql(ProgramTest):
    """Servers of three ages, both drivers, TLS off and verified against the CA."""

    def load_check_run(self, variable, scheme, tls):
        if not urls(variable):
            self.skipTest(f"{variable} is not set")
        url = scheme + urls(variable)[0].removeprefix("mysql")
        if tls:
            if not CA:
                self.skipTest("OLTPSIM_TEST_CA_FILE is not set")
            url += f"&sslmode=verify_ca&ssl_ca={CA}"
        flags = [*FLAGS, "--target", url]
        drivers = self.call("plan", "check", *flags)
        if "mysql+cppconn" in url and "no driver for" in drivers.everything:
            self.skipTest("driver mysql_cppconn is not built")
        self.addCleanup(self.call, "cleanup", *flags)
        prepared = self.call("prepare", *flags)
        if tls and variable == "OLTPSIM_TEST_MYSQL56_URLS":
            # This build of 5.6 has no TLS: refused at sign-in, on the path that loads.
            self.assertEqual(prepared.status, 3, prepared.everything)
            self.assertIn("the server offers no TLS", prepared.err)
            return
        self.assertEqual(prepared.status, 0, prepared.everything)
        checked = self.call("check", *flags)
        self.assertEqual(checked.status, 0, checked.everything)
        run = self.call("run", *flags, "--precondition", "1s", "--sample", "2s", "--out", "res")
        self.assert_measured(run)
        with open(self.path("res", "result.json"), encoding="utf-8") as file:
            target = json.load(file)["steps"][0]["targets"][0]
        self.assertGreater(target["tps"], 0)
        self.assertEqual(target["errors"], 0)
        self.assertEqual(target["settings"]["tls"], "on" if tls else "off")


def add_case(variable, server, scheme, tls):
    def test(self):
        self.load_check_run(variable, scheme, tls)

    driver = "cppconn" if "cppconn" in scheme else "native"
    setattr(EveryMysql, f"test_{server}_by_{driver}_{'with' if tls else 'without'}_tls", test)


for VARIABLE, SERVER in (("OLTPSIM_TEST_MARIADB_URLS", "mariadb"), ("OLTPSIM_TEST_MYSQL_URLS", "mysql9"),
                         ("OLTPSIM_TEST_MYSQL56_URLS", "mysql56")):
    for SCHEME in ("mysql", "mysql+cppconn"):
        for TLS in (False, True):
            add_case(VARIABLE, SERVER, SCHEME, TLS)


if __name__ == "__main__":
    unittest.main()
