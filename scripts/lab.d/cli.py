"""Command line of scripts/lab."""
import argparse
import re
import sys

import commands
from failures import LabError

EXAMPLES = """\
examples:
  scripts/lab up postgresql 4 --dir /mnt/array      four servers, their URLs and a ready plan
  scripts/lab up mariadb 2 --dir /mnt/array --memory 4GB
  scripts/lab status --dir /mnt/array
  scripts/lab pause pg2 --dir /mnt/array            a server that hangs; resume pg2 ends it
  scripts/lab down --dir /mnt/array --delete

engines: postgresql and mariadb from this system's packages; mysql (MySQL 9) and mysql-5.6 are
fetched once into OLTPSIM_LAB_CACHE (default ~/.cache/oltpsim/lab, for root /var/cache/oltpsim/lab).
exit status: 0 done, 1 failed, 2 bad arguments, 3 this engine cannot be had on this machine
"""


def _count(text):
    number = int(text)
    if not 1 <= number <= 99:
        raise ValueError(text)
    return number


def _port(text):
    number = int(text)
    if not 1024 <= number <= 65000:
        raise ValueError(text)
    return number


def _connections(text):
    number = int(text)
    if not 10 <= number <= 100000:
        raise ValueError(text)
    return number


def _memory(text):
    """Every engine understands a whole number of MB."""
    match = re.fullmatch(r"([1-9]\d{0,6})\s*(M|MB|MiB|G|GB|GiB)", text, re.IGNORECASE)
    if not match:
        raise ValueError(text)
    factor = 1024 if match.group(2)[0] in "Gg" else 1
    return f"{int(match.group(1)) * factor}MB"


_count.__name__ = "count from 1 to 99"
_port.__name__ = "port from 1024 to 65000"
_connections.__name__ = "number from 10 to 100000"
_memory.__name__ = "size such as 512MB or 4GB"
commands.parse_setting.__name__ = "name=value"


def _parser():
    parser = argparse.ArgumentParser(
        prog="scripts/lab", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Private local database servers in a folder, on loopback only.")
    parser.set_defaults(run=None)
    sub = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name, run, text):
        command = sub.add_parser(name, help=text, description=text)
        command.add_argument("--dir", required=True, metavar="DIR", help="the lab's folder")
        command.set_defaults(run=run)
        return command

    _add_up(add("up", commands.up, "start servers that are not running, making them if needed"))
    down = add("down", commands.down, "stop the lab's servers")
    down.add_argument("engine", nargs="?", choices=commands.ENGINES, help="only this engine's")
    down.add_argument("--delete", action="store_true", help="and remove their data")
    status = add("status", commands.status, "list the servers")
    status.add_argument("engine", nargs="?", choices=commands.ENGINES, help="only this engine's")
    form = status.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--urls", action="store_true", help="only the URLs of running servers")
    for name, run, text in (
            ("start", commands.start, "start servers by name"),
            ("stop", commands.act, "shut servers down cleanly"),
            ("restart", commands.restart, "stop and start servers, with changed settings"),
            ("kill", commands.act, "kill -9 every process of a server, as a crash would"),
            ("pause", commands.act, "freeze every process of a server (SIGSTOP)"),
            ("resume", commands.act, "undo pause (SIGCONT)")):
        add(name, run, text).add_argument("names", nargs="+", metavar="NAME", help="e.g. pg1")
    return parser


def _add_up(up):
    up.add_argument("engine", choices=commands.ENGINES)
    up.add_argument("count", nargs="?", type=_count, default=1, help="servers wanted (default 1)")
    up.add_argument("--port", type=_port, default=25400, metavar="BASE",
                    help="first port to try (default 25400)")
    up.add_argument("--memory", type=_memory, metavar="SIZE",
                    help="shared_buffers or innodb_buffer_pool_size (default 128MB)")
    up.add_argument("--max-connections", type=_connections, metavar="N",
                    help="default 400 for postgresql, 1200 for the others")
    up.add_argument("--no-fsync", dest="fsync", action="store_false", default=None,
                    help="no durability: for functional tests only, never for storage")
    up.add_argument("--fsync", dest="fsync", action="store_true", help="durable again (default)")
    up.add_argument("--tls", action="store_true", default=None,
                    help="offer TLS with a certificate of the lab's own CA")
    up.add_argument("--set", action="append", default=[], type=commands.parse_setting,
                    metavar="NAME=VALUE", help="any server setting; may be repeated")
    up.add_argument("--unset", action="append", default=[], metavar="NAME",
                    help="forget an earlier --set; may be repeated")
    up.add_argument("--user", metavar="ACCOUNT", help="who runs the servers, when you are root")


def main(arguments):
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except LabError as error:
        print(f"lab: error: {error}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:  # the reader of our output left, e.g. head
        sys.stdout = None
        return 141
    except KeyboardInterrupt:
        print("lab: interrupted", file=sys.stderr)
        return 130
