"""Tests of tools/check_words.py and tools/check_file_length.py."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import check_file_length
import check_words as lint


class NameTest(unittest.TestCase):
    def test_refuses_empty_words_in_file_names(self):
        for path in ("src/core/string_util.hpp", "src/engine/ConnectionManager.cpp", "tests/helpers/a.cpp"):
            self.assertEqual(len(lint.check_file_name(path)), 1, path)

    def test_accepts_words_that_only_begin_alike(self):
        for path in ("src/core/utilisation.hpp", "src/core/utility_rate.hpp", "src/cli/help.cpp"):
            self.assertEqual(lint.check_file_name(path), [], path)

    def test_refuses_empty_words_in_identifiers_once_each(self):
        text = "class PoolManager {};\nPoolManager pool;\nint sum_helper();\nint use_util = 1;\n"
        found = [(finding.line, finding.text.split('"')[1]) for finding in lint.check_identifiers("a.cpp", text)]
        self.assertEqual(found, [(1, "Manager"), (3, "helper"), (4, "util")])

    def test_leaves_comments_text_includes_and_other_libraries_alone(self):
        text = '// the driver Manager\nauto s = "Helper";\n#include <x/util.hpp>\nauto n = lib::Manager::get();\n'
        self.assertEqual(lint.check_identifiers("a.cpp", text), [])


class TextTest(unittest.TestCase):
    def found(self, path, text):
        return [(finding.line, finding.text) for finding in lint.check_text(path, text)]

    def test_todo_needs_an_issue(self):
        self.assertEqual(len(self.found("a.cpp", "// TODO later\n// FIXME(me)\n")), 2)
        self.assertEqual(self.found("a.cpp", "// TODO(#12): later\n"), [])

    def test_refuses_paths_of_one_machine(self):
        self.assertEqual(len(self.found("a.sh", "cd /work/main\nls /home/anna/x\n")), 2)
        self.assertEqual(self.found("a.sh", "cd $work/main\nls ./work/a\nls /var/lib/mysql\n"), [])

    def test_refuses_package_hosts(self):
        self.assertEqual(len(self.found("a.sh", "mmdebstrap sid x http://deb.debian.org/debian\n")), 1)
        self.assertEqual(self.found("a.sh", "mmdebstrap sid x\n"), [])

    def test_refuses_passwords_in_urls_outside_tests(self):
        url = "mysql://sbtest:Xy12@vm1/sbtest"
        self.assertEqual(self.found("src/a.cpp", f'parse("{url}");'), [(1, "password written into a URL")])
        self.assertEqual(self.found("tests/unit/a_test.cpp", f'parse("{url}");'), [])
        for standin in ("PASSWORD", "***", "${PW}", "<pw>"):
            self.assertEqual(self.found("docs/a.md", f"mysql://sbtest:{standin}@vm1/sbtest"), [])
        self.assertEqual(self.found("docs/a.md", "mysql://sbtest@vm1:3306/sbtest, then mail me@example.org"), [])


class FileLengthTest(unittest.TestCase):
    def test_warns_above_400_and_fails_above_600(self):
        self.assertIsNone(check_file_length.judge("src/a.cpp", 400))
        self.assertFalse(check_file_length.judge("src/a.cpp", 401)[1])
        self.assertFalse(check_file_length.judge("src/a.cpp", 600)[1])
        self.assertTrue(check_file_length.judge("src/a.cpp", 601)[1])

    def test_leaves_data_and_prose_alone(self):
        for name in ("tests/golden/plan.hpp", "docs/architecture.md", "drivers/x/error_table.cpp"):
            self.assertIsNone(check_file_length.judge(name, 5000), name)


if __name__ == "__main__":
    unittest.main()
