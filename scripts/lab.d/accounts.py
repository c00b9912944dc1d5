"""Who runs the servers: the caller, or, when that is root, an unprivileged account.

Database servers refuse to run as root, and should. Everything a server writes belongs to its
account; this file chooses it and runs programs as it.
"""
import os
import pwd
import subprocess

from failures import LabError


def choose(candidates, wanted=None):
    """The account for new servers: `wanted`, else the caller, else the first that exists."""
    me = pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() != 0:
        if wanted not in (None, me):
            raise LabError(f"only root can run servers as '{wanted}'; you are '{me}'")
        return me
    for name in [wanted] if wanted else candidates:
        try:
            if pwd.getpwnam(name).pw_uid != 0:
                return name
        except KeyError:
            pass
    raise LabError(f"no unprivileged account to run servers as: {wanted or ', '.join(candidates)}"
                   " (give one with --user)")


def identity(account):
    """Arguments that make subprocess run a program as the account."""
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam(account)
    return {"user": entry.pw_uid, "group": entry.pw_gid,
            "extra_groups": os.getgrouplist(account, entry.pw_gid)}


def environment(account, extra=None):
    """A small environment without the caller's secrets and PG*/MYSQL_* settings."""
    result = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
              "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "USER": account}
    if "TZ" in os.environ:
        result["TZ"] = os.environ["TZ"]
    result.update(extra or {})
    return result


def run(account, arguments, what, stdin=None, cwd="/", extra_env=None):
    """Runs a set-up program to its end as the account; its output is shown only if it fails."""
    done = subprocess.run(arguments, input=stdin, text=True, cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=environment(account, extra_env),
                          errors="replace", check=False, **identity(account))
    if done.returncode != 0:
        # Advice of the vendor's follows the reason and would push it out of sight.
        lines = done.stdout.splitlines()
        reasons = [line for line in lines if "[ERROR]" in line or "FATAL" in line]
        shown = "\n".join((reasons or lines)[-15:])
        raise LabError(f"{what} failed with status {done.returncode}:\n{shown}")
    return done.stdout


def give(path, account, mode):
    """Sets owner and mode of one file or folder that the lab made."""
    os.chmod(path, mode)
    if os.geteuid() == 0:
        entry = pwd.getpwnam(account)
        os.chown(path, entry.pw_uid, entry.pw_gid)


def make_folder(path, account, mode):
    os.makedirs(path, exist_ok=True)
    give(path, account, mode)


def require_access(account, path, advice=""):
    """Fails with the name of the folder that keeps the account from reaching `path`."""
    parts = [path]
    while os.path.dirname(parts[-1]) != parts[-1]:
        parts.append(os.path.dirname(parts[-1]))
    for part in reversed(parts):
        done = subprocess.run(["test", "-x", part], check=False, cwd="/", **identity(account))
        if done.returncode != 0:
            raise LabError(f"account '{account}' may not enter {part}: choose another folder, or "
                           f"allow it with: chmod o+x {part}{advice}")
