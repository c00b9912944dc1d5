"""Closing lines of scripts/test: counts per build, failures, and every skipped test by reason.

Arguments: BUILD=FOLDER with junit.xml as ctest writes it, and junit-again.xml where failed tests were tried once more.
Knows GoogleTest's output, no test.
"""
import collections
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

SKIPPED = re.compile(r"^\[  SKIPPED \] ([\w./-]+)(?: \(\d+ ms\))?$")


def skipped_inside(name, output):
    """Pairs (test, reason) from GoogleTest's output; a ctest test may hold many of its tests."""
    found = {}
    reason = ""
    lines = output.splitlines()
    for index, line in enumerate(lines):
        if re.search(r"(^|: )Skipped$", line):
            following = lines[index + 1].strip() if index + 1 < len(lines) else ""
            reason = "" if following.startswith("[") else following
        match = SKIPPED.match(line)
        if match and "." in match.group(1):
            found.setdefault(match.group(1), reason)
            reason = ""
    return list(found.items()) or [(name, "")]


def read(path):
    """(counts, failed names, skipped pairs) of one file."""
    counts = collections.Counter()
    failed, skipped = [], []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name = case.get("name", "?")
        output = case.findtext("system-out") or ""
        if case.find("failure") is not None or case.get("status") == "fail":
            counts["failed"] += 1
            failed.append(name)
        elif case.get("status") == "disabled":
            counts["skipped"] += 1
            skipped.append((name, "disabled"))
        elif case.find("skipped") is not None or case.get("status") == "notrun":
            inside = skipped_inside(name, output)
            counts["skipped"] += len(inside)
            skipped += inside
        else:
            counts["passed"] += 1
            if "[  SKIPPED ]" in output:
                inside = skipped_inside(name, output)
                counts["skipped"] += len(inside)
                skipped += inside
    return counts, failed, skipped


def main(arguments):
    by_reason = collections.defaultdict(lambda: collections.defaultdict(list))
    for argument in arguments:
        build, folder = argument.split("=", 1)
        counts, failed, skipped = read(os.path.join(folder, "junit.xml"))
        again = os.path.join(folder, "junit-again.xml")
        failed_again = read(again)[1] if os.path.exists(again) else failed
        print(f"{build}: {counts['passed']} passed, {len(failed) - len(failed_again)} passed at the second try only, "
              f"{len(failed_again)} failed, {counts['skipped']} skipped")
        for name in failed:
            print(f"  {'FAILED' if name in failed_again else 'second try'} {name}")
        for name, reason in skipped:
            by_reason[reason or "no reason given"][name].append(build)
    for reason, names in sorted(by_reason.items()):
        print(f"skipped {len(names)}: {reason}")
        for name, builds in sorted(names.items()):
            print(f"  {name} ({', '.join(dict.fromkeys(builds))})")


main(sys.argv[1:])
