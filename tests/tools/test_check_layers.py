"""Tests of tools/check_layers.py: the table itself, and what each kind of include may cross."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import check_layers as lint


def messages(path, *includes):
    text = "// head\n#pragma once\n" + "".join(f"#include {include}\n" for include in includes)
    return [finding.text for finding in lint.check_file(path, text)]


class TableTest(unittest.TestCase):
    def test_every_room_named_in_a_row_exists(self):
        for room, row in lint.MAY_INCLUDE.items():
            if row != lint.ANYTHING:
                for target in row.split():
                    self.assertIn(target, lint.MAY_INCLUDE, room)

    def test_has_no_cycle(self):
        def reach(room, path):
            self.assertNotIn(room, path)
            row = lint.MAY_INCLUDE[room]
            for target in [] if row == lint.ANYTHING else row.split():
                reach(target, [*path, room])

        for room in lint.MAY_INCLUDE:
            reach(room, [])

    def test_measuring_rooms_never_see_what_renders_or_plugs_in(self):
        for room in ("core", "db", "metrics", "workload", "plan", "targets", "engine", "load", "phases"):
            row = lint.MAY_INCLUDE[room].split()
            for target in ("results", "report", "cli", "drivers/<name>", "workloads/<name>"):
                self.assertNotIn(target, row)


class RoomTest(unittest.TestCase):
    def test_accepts_own_room_and_its_row(self):
        self.assertEqual(messages("src/plan/resolve.cpp", '"plan/run_plan.hpp"', '"config/run_config.hpp"'), [])
        self.assertEqual(messages("src/report/csv/csv.cpp", '"report/report.hpp"', '"report/csv/csv.hpp"'), [])
        self.assertEqual(messages("drivers/sqlite/driver.cpp", '"drivers/sqlite/driver.hpp"', '"db/value.hpp"'), [])
        self.assertEqual(messages("workloads/tpcc/new_order.cpp", '"workload/workload.hpp"', '"core/rng.hpp"'), [])

    def test_refuses_each_step_against_the_direction(self):
        for path, include in (
            ("src/core/clock.hpp", "db/value.hpp"),
            ("src/db/driver.hpp", "workload/workload.hpp"),
            ("src/metrics/recorder.hpp", "plan/run_plan.hpp"),
            ("src/config/parse.cpp", "workload/workload.hpp"),
            ("src/plan/resolve.cpp", "targets/target.hpp"),
            ("src/engine/shard.cpp", "results/run_result.hpp"),
            ("src/engine/shard.cpp", "load/loader.hpp"),
            ("src/load/loader.cpp", "engine/shard.hpp"),
            ("src/phases/runner.cpp", "results/store.hpp"),
            ("src/results/codec.cpp", "engine/shard.hpp"),
            ("src/report/html/html.cpp", "db/value.hpp"),
            ("src/report/html/html.cpp", "report/csv/csv.hpp"),
            ("src/report/report.hpp", "report/csv/csv.hpp"),
            ("src/engine/shard.cpp", "drivers/sqlite/driver.hpp"),
            ("drivers/mysql_cppconn/driver.cpp", "drivers/mysql/error_map.hpp"),
            ("drivers/mysql/driver.cpp", "workload/workload.hpp"),
            ("workloads/tpcc/load.cpp", "workloads/sysbench/ids.hpp"),
            ("workloads/tpcc/load.cpp", "drivers/mysql/driver.hpp"),
        ):
            with self.subTest(path=path, include=include):
                found = messages(path, f'"{include}"')
                self.assertEqual(len(found), 1)
                self.assertIn("must not include", found[0])

    def test_message_names_place_room_and_what_is_allowed(self):
        (found,) = lint.check_file("src/db/a.hpp", '#pragma once\n\n#include "plan/b.hpp"\n')
        self.assertEqual(
            str(found),
            'src/db/a.hpp:3: db must not include "plan/b.hpp" (room plan); it may include: db itself, core',
        )

    def test_cli_may_include_anything(self):
        self.assertEqual(messages("src/cli/main.cpp", '"engine/a.hpp"', '"drivers/x/a.hpp"', '"report/csv/a.hpp"'), [])

    def test_refuses_paths_not_written_from_the_source_root(self):
        self.assertIn("names no room", messages("src/core/a.cpp", '"a.hpp"')[0])
        self.assertIn("names no room", messages("src/core/a.cpp", '"../db/value.hpp"')[0])
        self.assertIn("in quotes", messages("src/db/a.cpp", "<core/clock.hpp>")[0])

    def test_refuses_a_file_outside_every_room(self):
        self.assertIn("no room", messages("src/surprise/a.cpp", "<vector>")[0])
        self.assertIn("no room", messages("drivers/a.cpp", "<vector>")[0])

    def test_leaves_tests_free_to_include_any_room(self):
        self.assertEqual(messages("tests/unit/core/a_test.cpp", '"engine/shard.hpp"', '"drivers/x/a.hpp"'), [])

    def test_ignores_includes_in_comments_and_text(self):
        text = '/*\n#include "plan/a.hpp"\n*/\n// #include "plan/a.hpp"\nauto x = R"(\n#include "plan/a.hpp"\n)";\n'
        self.assertEqual(lint.check_file("src/core/a.cpp", text), [])


class LibraryHeaderTest(unittest.TestCase):
    VENDOR = ("libpq-fe.h", "mysql.h", "mysql/mysql.h", "mariadb/mysql.h", "sqlite3.h", "sql.h", "sqlext.h", "cppconn/driver.h")

    def test_vendor_headers_only_inside_drivers(self):
        for header in self.VENDOR:
            with self.subTest(header):
                self.assertEqual(len(messages("src/db/a.cpp", f"<{header}>")), 1)
                self.assertEqual(len(messages("workloads/tpcc/a.cpp", f"<{header}>")), 1)
                self.assertEqual(len(messages("src/cli/a.cpp", f'"{header}"')), 1)
                self.assertEqual(messages("drivers/x/a.cpp", f"<{header}>"), [])
                self.assertEqual(messages("drivers/x/session.hpp", f"<{header}>"), [])
                self.assertEqual(messages("tests/integration/a_test.cpp", f"<{header}>"), [])

    def test_slow_headers_only_in_cpp_files(self):
        self.assertEqual(len(messages("src/results/a.hpp", "<nlohmann/json.hpp>")), 1)
        self.assertEqual(len(messages("src/engine/a.hpp", "<spdlog/spdlog.h>")), 1)
        self.assertEqual(messages("src/results/a_codec.cpp", "<nlohmann/json.hpp>", "<spdlog/spdlog.h>"), [])
        self.assertEqual(messages("src/results/a.hpp", "<nlohmann/json_fwd.hpp>"), [])

    def test_umbrella_headers_nowhere(self):
        for path in ("src/cli/a.cpp", "drivers/x/a.cpp", "tests/unit/a_test.cpp"):
            self.assertEqual(len(messages(path, "<boost/asio.hpp>")), 1)
        self.assertEqual(messages("src/engine/a.cpp", "<boost/asio/io_context.hpp>"), [])


if __name__ == "__main__":
    unittest.main()
