"""Tests of tools/lint_source.py: masking keeps positions and hides comments and literals."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import lint_source


class MaskTest(unittest.TestCase):
    def test_keeps_length_and_line_breaks(self):
        text = '// a\nint x = 1; /* b\n c */ auto s = "q\\"r"; auto t = R"y(\n)" z)y"; char c = \'"\';\n'
        masked = lint_source.mask_cpp(text)
        self.assertEqual(len(masked), len(text))
        self.assertEqual([i for i, c in enumerate(masked) if c == "\n"], [i for i, c in enumerate(text) if c == "\n"])
        for hidden in ("a", "b", "q", "z"):
            self.assertNotIn(hidden, masked.replace("auto", "").replace("char", ""))

    def test_blanks_each_kind_of_literal(self):
        for text, masked in (
            ('f("a{b", x)', 'f("   ", x)'),
            ("f('{', x)", "f(' ', x)"),
            ("f('\\'', x)", "f('  ', x)"),
            ("f(1'000'000, x)", "f(1'000'000, x)"),
            ("f(0x1p-3, 'a')", "f(0x1p-3, ' ')"),
            ("a // b \\\n c\nd", "a       \n  \nd"),
            ('f("//", x) // y', 'f("  ", x)     '),
            ("a /* never closed", "a                "),
        ):
            self.assertEqual(lint_source.mask_cpp(text), masked)


class ListTest(unittest.TestCase):
    def test_lists_tracked_and_new_files_but_not_ignored_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            for name in ("a.cpp", "b.cpp", "build/c.cpp", ".gitignore"):
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text("/build/\n" if name == ".gitignore" else "int x;\n")
            subprocess.run(["git", "-C", folder, "add", "a.cpp"], check=True)
            self.assertEqual(lint_source.list_files(root), [".gitignore", "a.cpp", "b.cpp"])

    def test_lists_files_of_a_source_archive(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("src/a.cpp", "build/c.cpp", ".hidden/d.cpp"):
                (root / name).parent.mkdir(parents=True)
                (root / name).write_text("int x;\n")
            self.assertEqual(lint_source.list_files(root), ["src/a.cpp"])


if __name__ == "__main__":
    unittest.main()
