"""What every script of bench/ has: its options, clear errors, named skips, and where the table goes."""
import argparse
import os
import shlex
import signal
import sys

from lab import Unavailable


NOTHING_MEASURED = 77  # as automake and ctest know it: skipped


def writable_file(path):
    """Type of an option: refused before anything is measured for it."""
    there = os.path.exists(path)
    try:
        with open(path, "a", encoding="utf-8"):
            pass
        if not there:
            os.remove(path)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path} cannot be written: {error.strerror}") from error
    return path


def stop_in_order(*_):
    """A script that is told to stop unwinds: what it has started and made goes with it."""
    sys.exit(128 + signal.SIGTERM)


class Script:
    """Options, notes to stderr, the collected Markdown, and counted skips."""

    def __init__(self, name, description, example, rounds):
        self.name = name
        self.parser = argparse.ArgumentParser(
            prog=f"bench/{name}", description=description, formatter_class=argparse.RawDescriptionHelpFormatter,
            epilog=f"example:\n  {example}\n\nexit status: 0 measured, whatever the figures; 1 something broke; "
                   f"2 bad arguments; {NOTHING_MEASURED} nothing could be measured here")
        self.parser.add_argument("--rounds", type=int, default=None, metavar="N",
                                 help=f"interleaved rounds (default {rounds}, with --quick 1)")
        self.parser.add_argument("--quick", action="store_true",
                                 help="a short form that shows that the script works; its figures mean little")
        self.parser.add_argument("--output", type=writable_file, metavar="FILE",
                                 help="write the Markdown there instead of to stdout")
        self._rounds = rounds
        self._parts = []
        self._skips = []
        self._failures = 0
        self.options = None

    def parse(self, arguments):
        self.options = self.parser.parse_args(arguments)
        if self.options.rounds is None:
            self.options.rounds = 1 if self.options.quick else self._rounds
        if self.options.rounds < 1:
            self.parser.error("--rounds must be at least 1")
        return self.options

    def tell(self, text):
        print(f"{self.name}: {text}", file=sys.stderr, flush=True)

    def skip(self, reason):
        self._skips.append(str(reason))
        self.tell(f"skipped: {reason}")

    def failed(self, text):
        """A part that should have worked did not: told at once, and the exit status will say so."""
        self._failures += 1
        self.tell(f"failed: {text}")

    def status(self):
        if self._failures:
            return 1
        return 0 if self._parts else NOTHING_MEASURED

    def add(self, markdown):
        self._parts.append(markdown.rstrip("\n") + "\n")

    def text(self, arguments):
        call = shlex.join([f"bench/{self.name}", *arguments_shown(arguments)])
        parts = [*self._parts, f"Made by `{call}`.\n"]
        if self._skips:
            parts.append(f"{len(self._skips)} skipped:\n" + "".join(f"- {reason}\n" for reason in self._skips))
        return "\n".join(parts)


def arguments_shown(arguments):
    """Without --output and its file: how to make these figures again."""
    arguments = list(arguments)
    if "--output" in arguments:
        at = arguments.index("--output")
        del arguments[at:at + 2]
    return [argument for argument in arguments if not argument.startswith("--output=")]


def main(script, measure, arguments):
    """Parses, measures, writes; returns the exit status."""
    script.parse(arguments)
    signal.signal(signal.SIGTERM, stop_in_order)
    try:
        measure(script)
    except Unavailable as missing:
        script.skip(missing)
    except KeyboardInterrupt:
        script.tell("interrupted")
        return 130
    except (RuntimeError, OSError) as failure:
        script.tell(f"error: {failure}")
        return 1
    if script.status() == NOTHING_MEASURED:
        return NOTHING_MEASURED
    text = script.text(arguments)
    if script.options.output:
        with open(script.options.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)
    return script.status()
