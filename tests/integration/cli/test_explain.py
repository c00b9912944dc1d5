"""plan explain: nothing is connected unless asked; --connect prints the data against each server's cache."""
import os
import unittest

from program import ProgramTest

FLAGS = ["--workload", "sysbench/oltp_read_write", "--tables", "2", "--table-size", "1M"]
NOBODY = "postgresql://user:hunter2-Zq9x@127.0.0.1:1/db?name=nobody"


class Connect(ProgramTest):
    def test_without_it_nobody_is_asked(self):
        told = self.call("plan", "explain", *FLAGS, "--target", NOBODY)
        self.assertEqual(told.status, 0, told.everything)
        self.assertNotIn("own caches", told.out)
        self.assertNotIn("buffer_bytes", self.call("plan", "explain", "--json", *FLAGS, "--target", NOBODY).json()["targets"][0])

    def test_a_target_that_is_not_there_is_one_line_and_the_rest_is_explained(self):
        told = self.call("plan", "explain", "--connect", *FLAGS, "--connect-timeout", "2s", "--target", NOBODY,
                         "--target", "simulated:?name=calm")
        self.assertEqual(told.status, 0, told.everything)
        self.assertNotIn("hunter2-Zq9x", told.everything)
        lines = [line for line in told.out.splitlines() if line.strip().startswith("nobody:")]
        self.assertEqual(len(lines), 1, told.out)
        self.assertIn("127.0.0.1", lines[0])
        self.assertIn("Timetable", told.out)
        targets = self.call("plan", "explain", "--connect", "--json", *FLAGS, "--connect-timeout", "2s", "--target", NOBODY,
                            "--target", "simulated:?name=calm").json()["targets"]
        self.assertIsNone(targets[0]["server"])
        self.assertIsNone(targets[0]["data_to_buffer"])
        self.assertIsNotNone(targets[0]["trouble"])
        self.assertIsNotNone(targets[1]["server"])
        self.assertIsNone(targets[1]["buffer_bytes"], "simulated servers have no cache")

    def test_a_missing_database_file_is_not_made(self):
        told = self.call("plan", "explain", "--connect", *FLAGS, "--target", "sqlite:vm1.db")
        self.assertEqual(told.status, 0, told.everything)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_real_server_states_its_buffer(self):
        for variable in ("OLTPSIM_TEST_POSTGRESQL_URLS", "OLTPSIM_TEST_MARIADB_URLS"):
            for url in (os.environ.get(variable) or "").split()[:1]:
                with self.subTest(server=variable):
                    target = self.call("plan", "explain", "--connect", "--json", *FLAGS, "--target", url).json()["targets"][0]
                    self.assertGreater(target["buffer_bytes"], 1 << 20)
                    self.assertAlmostEqual(target["data_to_buffer"], target["bytes"] / target["buffer_bytes"], places=6)
                    self.assertIsNone(target["trouble"])


if __name__ == "__main__":
    unittest.main()
