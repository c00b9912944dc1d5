#!/usr/bin/env python3
"""Warns about source files over 400 lines, fails at over 600. Aim: under 250.

Usage: tools/check_file_length.py [ROOT]
"""

import sys
from fnmatch import fnmatch
from pathlib import Path

from lint_source import Finding, list_files, read_text

WARN_ABOVE = 400
FAIL_ABOVE = 600
SUFFIXES = (".cpp", ".hpp", ".py", ".cmake", ".sh", ".js", ".css", "CMakeLists.txt")

# Data that happens to be written as source: read as tables, not as code.
EXEMPT = (
    "tests/golden/*",
    "tests/data/*",
    "tests/fuzz/corpus/*",
    "*_table.cpp",
)


def judge(name, lines):
    """(finding, fatal) for a file of that length, or None."""
    if not name.endswith(SUFFIXES) or any(fnmatch(name, pattern) for pattern in EXEMPT) or lines <= WARN_ABOVE:
        return None
    if lines > FAIL_ABOVE:
        return Finding(name, lines, f"{lines} lines, more than {FAIL_ABOVE}: split it by responsibility"), True
    return Finding(name, lines, f"warning: {lines} lines, more than {WARN_ABOVE}: say why in the review"), False


def check_tree(root):
    """(findings that fail, warnings)."""
    failures, warnings = [], []
    for name in list_files(root):
        text = read_text(root, name) if name.endswith(SUFFIXES) else None
        verdict = judge(name, len(text.splitlines())) if text is not None else None
        if verdict:
            (failures if verdict[1] else warnings).append(verdict[0])
    return failures, warnings


def main(argv):
    root = Path(argv[1]) if len(argv) > 1 else Path(__file__).resolve().parent.parent
    failures, warnings = check_tree(root)
    for finding in warnings + failures:
        print(finding)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
