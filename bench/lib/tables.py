"""Markdown: ratios with their spread, verdicts against a bound, and the line that says where figures come from."""
import datetime
import os
import platform
import statistics
import subprocess

from lab import ROOT


def markdown(headings, rows):
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def spread(values, form="{:.2f}"):
    """median [lowest..highest], or n/a."""
    if not values:
        return "n/a"
    return (f"**{form.format(statistics.median(values))}** "
            f"[{form.format(min(values))}..{form.format(max(values))}]")


def median_of(values, form="{:,.0f}"):
    present = [value for value in values if value is not None]
    return form.format(statistics.median(present)) if present else "n/a"


def verdict(values, bound, at_most=True):
    """Whether the median keeps the bound."""
    if not values:
        return "n/a"
    found = statistics.median(values)
    holds = found <= bound if at_most else found >= bound
    return ("holds" if holds else "**missed**") + f" ({'≤' if at_most else '≥'} {bound:g})"


def commit():
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty", "--exclude=*"], capture_output=True,
                          text=True, check=False)
    return done.stdout.strip() or "unknown"


def _release():
    try:
        with open("/etc/os-release", encoding="utf-8") as file:
            facts = dict(line.rstrip().replace('"', "").split("=", 1) for line in file if "=" in line)
        return facts.get("PRETTY_NAME", "Linux")
    except OSError:
        return "Linux"


def provenance(*versions):
    """One line: when, what, where."""
    day = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    cores = len(os.sched_getaffinity(0))
    load = os.getloadavg()[0]
    parts = [day, f"commit {commit()}", *versions, f"{_release()}, Linux {platform.release()}",
             f"{cores} CPU{'s' if cores != 1 else ''}", f"load average at the end {load:.1f}"]
    return "Measured " + " · ".join(parts) + ".\n"
