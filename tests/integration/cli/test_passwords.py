"""A password is never in any output, file, or process argument, whatever fails."""
import os
import socket
import time
import unittest

from program import ProgramTest

SECRET = "hunter2-Zq9x"
# Documentation addresses and a closed port: nothing answers there.
NOBODY = f"postgresql://user:{SECRET}@127.0.0.1:1/db"


class NeverShown(ProgramTest):
    def check(self, outcome, status):
        self.assertEqual(outcome.status, status, outcome.everything)
        self.assertNotIn(SECRET, outcome.everything)
        for name in self.files_under():
            if os.path.basename(name) in self.own_files:
                continue
            with open(name, "rb") as file:
                self.assertNotIn(SECRET.encode(), file.read(), name)

    def setUp(self):
        super().setUp()
        self.own_files = {"plan.jsonc", "secret"}

    def flags(self, url, *more):
        return ["--workload", "sysbench/oltp_read_write", "--target", url, "--sample", "2s", "--connect-timeout", "2s", *more]

    def test_in_a_url_whose_server_is_down(self):
        for command in ("prepare", "check", "run", "cleanup"):
            for verbose in ([], ["--verbose"], ["--json"]):
                self.check(self.call(command, *self.flags(NOBODY), *verbose), 3)

    def test_in_a_url_that_works_but_warns(self):
        outcome = self.call("plan", "explain", *self.flags(NOBODY))
        self.check(outcome, 0)
        self.assertIn("holds a password", outcome.err)
        self.check(self.call("plan", "explain", "--json", *self.flags(NOBODY)), 0)
        self.check(self.call("plan", "check", "--json", *self.flags(NOBODY)), 0)

    def test_in_urls_that_cannot_be_read(self):
        for url in (f"postgresql://user:{SECRET}@127.0.0.1:port/db", f"nosuch://user:{SECRET}@host/db",
                    f"postgresql://user:{SECRET}@vm{{1..}}/db", f"postgresql://user:{SECRET}@host/db?nonsense=1",
                    f"postgresql:user:{SECRET}@host", f"postgresql://user@host/db?password={SECRET}&password={SECRET}"):
            self.check(self.call("run", *self.flags(url)), 2)

    def test_in_a_parameter_that_is_mistyped_or_unknown(self):
        for name in ("pasword", "passwrod", "sslpassword", "ssl_key_pass", "nonsense", "api-token"):
            for url in (f"postgresql://u@h/db?{name}={SECRET}", f"mysql://u@h/db?{name}={SECRET}&charset=utf8",
                        f"postgresql://h/db?{name}={SECRET}&{name}={SECRET}", f"nosuch://h/db?{name}={SECRET}",
                        f"postgresql://h/db?{name}={SECRET}{{1..", f"postgresql://h/db?{SECRET}"):
                for command in (["run"], ["plan", "check"], ["plan", "check", "--json"]):
                    outcome = self.call(*command, *self.flags(url))
                    self.check(outcome, 2)
        outcome = self.call("run", *self.flags(f"postgresql://u@h/db?pasword={SECRET}"))
        self.assertIn('unknown URL parameter "pasword"', outcome.err)
        self.assertIn("pasword=***", outcome.err)

    def test_in_the_wrong_place(self):
        for arguments in (["run", f"--password={SECRET}"], ["run", "--password", SECRET], ["run", "--mysql-password", SECRET],
                          ["run", "--clients", NOBODY], ["run", "--workload", NOBODY, "--target", "sqlite:a.db"],
                          [NOBODY], ["run", "a.jsonc", NOBODY], ["report", NOBODY], ["report", NOBODY, "--format", NOBODY],
                          ["run", "--resume", NOBODY], ["run", *self.flags("sqlite:a.db"), "--sample", NOBODY]):
            self.check(self.call(*arguments), 2)

    def test_in_a_bad_plan(self):
        for plan in (
            '{"workload": "sysbench/oltp_read_write", "targets": [{"url": "sqlite:a.db", "password": "%s"}]}',
            '{"workload": "sysbench/oltp_read_write", "targets": ["postgresql://u:%s@h/d"], "rate": "x"}',
            '{"workload": "sysbench/oltp_read_write", "targets": ["postgresql://u:%s@h/d", "postgresql://u@h/d"]}',
            '{"workload": "sysbench/oltp_read_write", "targets": ["postgresql://u:%s@h/d" "x"]}',
            '{"workload": "sysbench/oltp_read_write", "targets": ["postgresql://u:%s@h/d]}',
            '{"workload": "sysbench/oltp_read_write", "targets": %s}',
            '{"postgresql://u:%s@h/d": 1, "workload": "sysbench/oltp_read_write", "targets": ["sqlite:a.db"]}',
        ):
            self.write("plan.jsonc", plan % SECRET)
            self.check(self.call("run", "plan.jsonc"), 2)

    def test_in_a_file_or_variable_when_sign_in_fails(self):
        self.write("secret", SECRET + "\n")
        url = "postgresql://user@127.0.0.1:1/db"
        self.check(self.call("run", *self.flags(url, "--password-file", "secret"), "--verbose"), 3)
        self.check(self.call("run", *self.flags(url, "--password-env", "PW"), "--verbose", env={"PW": SECRET}), 3)

    def test_a_variable_that_is_not_set_stops_the_run_before_it_starts(self):
        outcome = self.call("run", *self.flags("postgresql://user@127.0.0.1:1/db", "--password-env", "OLTPSIM_NOT_SET"))
        self.check(outcome, 2)
        self.assertIn("OLTPSIM_NOT_SET", outcome.err)

    def test_in_the_process_list(self):
        # Takes connections and says nothing, so that the program is still there when it is looked at.
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            silent.listen(16)
            place = "127.0.0.1:%d/db" % silent.getsockname()[1]
            for target in (["--target", f"postgresql://user:{SECRET}@{place}"], [f"--target=postgresql://u:{SECRET}@{place}"],
                           ["--target", f"postgresql://u:it's {SECRET}@{place}"],
                           ["--target", f"postgresql://u@{place}?password={SECRET}"]):
                with self.subTest(target=target):
                    self.check_process_list(target)

    def check_process_list(self, target):
        process = self.start("run", "--workload", "sysbench/oltp_read_write", *target, "--sample", "2s", "--connect-timeout", "30s")
        try:
            deadline = time.monotonic() + 20
            arguments = ""
            while time.monotonic() < deadline:
                with open(f"/proc/{process.pid}/cmdline", encoding="utf-8") as file:
                    arguments = file.read()
                # Empty while the new program is being put in place.
                if "sysbench/oltp_read_write" in arguments and SECRET not in arguments:
                    break
                time.sleep(0.02)
            self.assertIn("sysbench/oltp_read_write", arguments)
            self.assertNotIn(SECRET, arguments)
        finally:
            process.kill()
            process.communicate()


class RealServers(ProgramTest):
    """Wrong passwords against whatever test servers there are."""

    def test_a_wrong_password_is_refused_with_status_3(self):
        names = ("OLTPSIM_TEST_POSTGRESQL_URLS", "OLTPSIM_TEST_MARIADB_URLS", "OLTPSIM_TEST_MYSQL_URLS")
        urls = [os.environ[name].split()[0] for name in names if os.environ.get(name)]
        if not urls:
            self.skipTest("no test servers: " + ", ".join(names))
        for url in urls:
            outcome = self.call("run", "--workload", "sysbench/oltp_read_write", "--target", url, "--password-env", "PW",
                                "--sample", "2s", env={"PW": SECRET})
            self.assertEqual(outcome.status, 3, outcome.everything)
            self.assertIn("auth_failed", outcome.err)
            self.assertNotIn(SECRET, outcome.everything)
            self.assertEqual(self.files_under(), [])


if __name__ == "__main__":
    unittest.main()
