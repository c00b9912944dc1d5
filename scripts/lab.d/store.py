"""The folder of a lab: its list of servers, its password, its lock.

DIR/lab.json is the list and is replaced as a whole; commands that change something hold DIR/lab.lock.
Nothing in DIR that is not in the list is ever touched.
"""
import contextlib
import dataclasses
import fcntl
import json
import os
import re
import secrets
import threading
from dataclasses import dataclass, field

from failures import LabError

FORMAT = 1
# Longest socket path the kernel takes is 107 bytes; a name and a socket file follow DIR.
LONGEST_DIR = 107 - len("/mysql56_99/.s.PGSQL.65535")


@dataclass
class Instance:
    """One server. Paths follow from the lab's folder and the name, so DIR may be moved."""

    name: str
    engine: str
    account: str
    port: int
    memory: str = "128MB"
    max_connections: int = 0
    fsync: bool = True
    tls: bool = False
    settings: dict = field(default_factory=dict)
    initialized: bool = False  # data folder and users are complete
    wanted: bool = False       # the last command for it was to run
    version: str = ""
    pid: int = 0
    start_ticks: int = 0


class Store:
    def __init__(self, folder):
        self.folder = folder
        self.instances = {}
        self._mutex = threading.Lock()

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    @property
    def password_file(self):
        return self.path("password")

    def password(self):
        with open(self.password_file, encoding="utf-8") as file:
            return file.readline().rstrip("\n")

    def load(self):
        try:
            with open(self.path("lab.json"), encoding="utf-8") as file:
                content = json.load(file)
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            raise LabError(f"cannot read {self.path('lab.json')}: {error}") from error
        if content.get("format") != FORMAT:
            raise LabError(f"{self.path('lab.json')} was written by another version of this script")
        self.instances = {item["name"]: Instance(**item) for item in content["instances"]}

    def save(self):
        with self._mutex:
            content = {"format": FORMAT,
                       "instances": [dataclasses.asdict(i) for i in self.sorted()]}
            temporary = self.path("lab.json.new")
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump(content, file, indent=1)
                file.write("\n")
            os.replace(temporary, self.path("lab.json"))

    def sorted(self, engine=None):
        def order(instance):
            stem, number = re.fullmatch(r"(.*?)(\d+)", instance.name).groups()
            return (stem, int(number))
        return sorted((i for i in self.instances.values() if engine in (None, i.engine)),
                      key=order)

    def ensure_password(self):
        """One password for all servers of the lab; only its owner may read it."""
        if os.path.exists(self.password_file):
            return
        descriptor = os.open(self.password_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(secrets.token_hex(16) + "\n")
        if os.geteuid() == 0 and "SUDO_UID" in os.environ:
            os.chown(self.password_file, int(os.environ["SUDO_UID"]),
                     int(os.environ.get("SUDO_GID", "-1")))


def resolve(folder):
    path = os.path.realpath(folder)
    if not re.fullmatch(r"[A-Za-z0-9._/+@=~-]+", path):
        raise LabError(f"the path {path} has characters that database settings files cannot hold; "
                       "use letters, digits and ._+@=~- only")
    if len(os.fsencode(path)) > LONGEST_DIR:
        raise LabError(f"the path {path} is too long for Unix sockets "
                       f"({LONGEST_DIR} bytes at most); choose a shorter folder")
    return path


def create(folder):
    """The store of a new or existing lab; refuses a folder that is not one and not usable as one."""
    path = resolve(folder)
    try:
        existed = os.path.isdir(path)
        os.makedirs(path, exist_ok=True)
        if not os.path.exists(os.path.join(path, "lab.json")):
            if not existed or not os.listdir(path):
                os.chmod(path, os.stat(path).st_mode | 0o711)  # the servers' account enters it
    except OSError as error:
        raise LabError(f"cannot use {path}: {error.strerror}") from error
    return Store(path)


def existing(folder):
    path = resolve(folder)
    if not os.path.exists(os.path.join(path, "lab.json")):
        raise LabError(f"{path} holds no lab (no lab.json); start one with: "
                       f"scripts/lab up postgresql 1 --dir {folder}")
    store = Store(path)
    store.load()
    return store


@contextlib.contextmanager
def locked(store):
    """Holds the lab for one changing command; others wait."""
    try:
        descriptor = os.open(store.path("lab.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except PermissionError as error:
        raise LabError(f"the lab in {store.folder} belongs to another account") from error
    except OSError as error:
        raise LabError(f"cannot write in {store.folder}: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        store.load()
        yield store
    finally:
        os.close(descriptor)
