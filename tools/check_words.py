#!/usr/bin/env python3
"""Checks names and texts: empty words in names, TODO without an issue, machine paths, passwords, package hosts.

Usage: tools/check_words.py [ROOT]
"""

import re
import sys
from pathlib import Path

from lint_source import CPP_SUFFIXES, Finding, line_of, list_files, mask_cpp, read_text

# Words that name nothing; say what the thing does instead.
EMPTY_WORDS = {"manager", "helper", "helpers", "util", "utils"}

# Files whose text shows the forbidden patterns on purpose.
SHOWS_PATTERNS = ("tools/check_words.py", "tests/tools/test_check_words.py")
NOT_OURS = ("LICENSE", "reference/")

_IDENTIFIER = re.compile(r"(?<![\w:.>])(?:[A-Za-z_]\w*)")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_INCLUDE_LINE = re.compile(r"^[ \t]*#[ \t]*include.*$", re.MULTILINE)

TEXT_RULES = (
    (re.compile(r"\b(?:TODO|FIXME)\b(?!\(#\d+\))"), "open work needs an issue: TODO(#123)"),
    (
        re.compile(r"(?<![\w.-])/(?:work|farm)/|/home/[a-z]\w*/|/tmp/[a-z]+_jobs|/\.library/"),
        "path of one machine: it means nothing elsewhere",
    ),
    (
        re.compile(r"\b(?:deb\.debian\.org|[a-z]+\.ubuntu\.com|registry\.npmjs\.org|(?:files\.)?pypi\.org|proxy\.golang\.org)\b"),
        "package registry host: apt, npm and pip know theirs from their own configuration",
    ),
)

# A password inside a URL, outside tests: documentation and code show PASSWORD, ... or a variable instead.
_URL_PASSWORD = re.compile(r"\b[a-z][a-z+]*://[^\s/:@\"'`{}<>$]+:(?P<password>[^\s/@\"'`{}<>$*]+)@")
_PASSWORD_STANDINS = {"password", "secret", "pass", "pw", "…", "..."}
_PASSWORD_ROOTS = ("src/", "drivers/", "workloads/", "docs/", "README.md")


def empty_words_in(name):
    return [part for part in _PARTS.findall(name) if part.lower() in EMPTY_WORDS]


def check_file_name(path):
    stem_words = [word for part in path.split("/") for word in empty_words_in(part)]
    return [Finding(path, 1, f'"{word}" in a file name says nothing: name what it does') for word in stem_words]


def check_identifiers(path, text):
    """Names in C++ code; names of other libraries after :: . -> are theirs."""
    masked = _INCLUDE_LINE.sub(lambda match: " " * len(match.group(0)), mask_cpp(text))
    findings = {}
    for match in _IDENTIFIER.finditer(masked):
        for word in empty_words_in(match.group(0)):
            findings.setdefault(
                match.group(0),
                Finding(path, line_of(masked, match.start()), f'"{word}" in {match.group(0)}: name what it does'),
            )
    return list(findings.values())


def check_text(path, text):
    findings = []
    for pattern, message in TEXT_RULES:
        for match in pattern.finditer(text):
            findings.append(Finding(path, line_of(text, match.start()), message))
    if path.startswith(_PASSWORD_ROOTS):
        for match in _URL_PASSWORD.finditer(text):
            if match.group("password").lower() not in _PASSWORD_STANDINS:
                findings.append(Finding(path, line_of(text, match.start()), "password written into a URL"))
    return findings


def check_tree(root):
    findings = []
    for name in list_files(root):
        findings.extend(check_file_name(name))
        text = read_text(root, name)
        if text is None or name in SHOWS_PATTERNS or name.startswith(NOT_OURS):
            continue
        if name.endswith(CPP_SUFFIXES):
            findings.extend(check_identifiers(name, text))
        findings.extend(check_text(name, text))
    return findings


def main(argv):
    root = Path(argv[1]) if len(argv) > 1 else Path(__file__).resolve().parent.parent
    findings = check_tree(root)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
