#!/usr/bin/env python3
"""Checks that every #include in src, drivers and workloads follows the may-include table below.

The table is the law and its documentation. Linking alone cannot enforce it: all rooms share one include root.
Usage: tools/check_layers.py [ROOT]     exit status 1 when a rule is broken
"""

import re
import sys
from pathlib import Path

from lint_source import CPP_SUFFIXES, Finding, line_of, list_files, mask_cpp, read_text

ANYTHING = "anything"

# room: the rooms it may include, besides itself. One direction: nothing below is ever included from above it.
MAY_INCLUDE = {
    # Contracts: what a driver or a workload author has to know, and nothing more.
    "core": "",
    "db": "core",
    "metrics": "core",
    "workload": "core db",
    # From text to a plan to the servers it names.
    "config": "core db",  # db for target URLs
    "plan": "config core db workload",
    "targets": "plan config core db",
    # Doing it.
    "engine": "core db workload metrics plan targets",
    "load": "core db workload plan targets metrics",
    "phases": "engine load core db workload metrics plan targets",  # results reach it as a sink, see metrics
    # What comes out.
    "results": "plan config metrics core",
    "page": "core",  # how text and HTML look, not what they say
    "report": "results core metrics page",  # so reports build without any database library
    "compare": "results core metrics page",
    # Plugged in from outside; each also has its own folder to itself.
    "drivers/<name>": "db core",
    "workloads/<name>": "workload db core",
    "report/<name>": "report results core metrics page",
    # The only room that sees concrete drivers, workloads and reports.
    "cli": ANYTHING,
}

# Headers of database client libraries: inside drivers/<name>/ only.
VENDOR = re.compile(
    r"^(libpq-fe\.h|libpq/.*|pg_config.*\.h|(mysql|mariadb)/.*|mysql\.h|mysqld_error\.h|errmsg\.h|ma_[a-z]+\.h"
    r"|sqlite3(ext)?\.h|sql(ext|types|ucode)?\.h|odbc[a-z]*\.h|sybdb\.h|cppconn/.*|mysql_(driver|connection)\.h"
    r"|mysqlx/.*|jdbc/.*)$"
)
# Headers that cost seconds of compile time in each file that sees them: in .cpp files only.
HEAVY = re.compile(r"^(nlohmann/json\.hpp|spdlog/.*)$")
# Umbrella headers: nowhere.
UMBRELLA = {
    "boost/asio.hpp": "include the boost/asio/<part>.hpp you use; the umbrella costs 3 s per file",
    "boost/beast.hpp": "include the boost/beast/<part>.hpp you use",
    "boost/system.hpp": "include the boost/system/<part>.hpp you use",
    "bits/stdc++.h": "include the standard headers you use",
}

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"(?P<ours>[^"\n]+)"|<(?P<other>[^>\n]+)>)', re.MULTILINE)
_PLUGIN_ROOTS = ("drivers", "workloads")


def room_of(path):
    """The room a source file lies in ('plan', 'drivers/sqlite', 'report/csv'), or None outside the table."""
    parts = path.split("/")
    if parts[0] in _PLUGIN_ROOTS:
        return "/".join(parts[:2]) if len(parts) > 2 else None
    if parts[0] == "src" and len(parts) > 2:
        return _src_room(parts[1:])
    return None


def target_room(include):
    """The room a quoted include names, or None when it names none."""
    parts = include.split("/")
    if len(parts) < 2:
        return None
    if parts[0] in _PLUGIN_ROOTS:
        return "/".join(parts[:2]) if len(parts) > 2 else None
    return _src_room(parts)


def _src_room(parts):
    if parts[0] == "report" and len(parts) > 2:
        return f"report/{parts[1]}"
    return parts[0] if parts[0] in MAY_INCLUDE else None


def table_row(room):
    """The rooms `room` may include besides itself, or ANYTHING."""
    row = MAY_INCLUDE.get(room)
    if row is None:
        row = MAY_INCLUDE[room.split("/")[0] + "/<name>"]
    return row if row == ANYTHING else row.split()


def check_file(path, text):
    """Findings for one source file, given its path from the repository's root."""
    findings = []
    masked = mask_cpp(text)
    room = room_of(path)
    in_rooms = path.startswith(("src/", "drivers/", "workloads/"))
    for match in _INCLUDE.finditer(text):
        if masked[match.start() : match.end()].lstrip()[:1] != "#":
            continue  # inside a comment or a raw string
        line = line_of(text, match.start())
        name = match.group("ours") or match.group("other")

        def found(message, line=line):
            findings.append(Finding(path, line, message))

        if name in UMBRELLA:
            found(f"<{name}> is an umbrella header: {UMBRELLA[name]}")
        if HEAVY.match(name) and not path.endswith(".cpp"):
            found(f"<{name}> is slow to compile: include it in .cpp files only (nlohmann/json_fwd.hpp in headers)")
        if VENDOR.match(name) and in_rooms and not path.startswith("drivers/"):
            found(f"<{name}> belongs to a database client library: only drivers/<name>/ may include it")
        if in_rooms and room is not None:
            message = _room_message(room, match)
            if message:
                found(message)
    if in_rooms and room is None and _INCLUDE.search(text):
        findings.append(Finding(path, 1, "this file lies in no room of the table in tools/check_layers.py"))
    return findings


def _room_message(room, match):
    """Why this include breaks the table, or None."""
    quoted = match.group("ours")
    name = quoted or match.group("other")
    target = target_room(name)
    if quoted and VENDOR.match(name):
        return None  # judged as a vendor header
    if target is None:
        if quoted:
            return f'"{name}" names no room: write the path from the source root, like "core/clock.hpp"'
        return None
    if not quoted:
        return f'<{name}>: our own headers are included in quotes'
    row = table_row(room)
    if target == room or row == ANYTHING or target in row:
        return None
    allowed = ", ".join([f"{room} itself", *row])
    return f'{room} must not include "{name}" (room {target}); it may include: {allowed}'


def check_tree(root):
    findings = []
    for name in list_files(root):
        if name.endswith(CPP_SUFFIXES):
            text = read_text(root, name)
            if text is not None:
                findings.extend(check_file(name, text))
    return findings


def main(argv):
    root = Path(argv[1]) if len(argv) > 1 else Path(__file__).resolve().parent.parent
    findings = check_tree(root)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
