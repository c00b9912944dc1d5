"""What the commands need to know of an engine; postgresql.py and mysql.py fill it in.

Layout of one server: DIR/<name>/data (its data folder), DIR/<name>/server.log, its socket, and its
settings, written anew at every start from DIR/lab.json.
"""
import os
import shutil
import urllib.parse

import accounts

USER = "sbtest"
DATABASE = "sbtest"


class Engine:
    name = ""             # as on the command line
    prefix = ""           # of the servers' names
    scheme = ""           # of target URLs
    accounts = ()         # who may run it when root starts it
    max_connections = 0   # default
    supports_tls = True

    def locate(self, account):
        """Finds or fetches the programs. Throws EngineUnavailable with the reason."""
        raise NotImplementedError

    def version(self, account):
        """Version number of the programs found."""
        raise NotImplementedError

    def initialize(self, store, instance):
        """Makes the data folder. Throws LabError."""
        raise NotImplementedError

    def configure(self, store, instance):
        """Writes the settings files of the next start."""
        raise NotImplementedError

    def command(self, store, instance):
        """(program and arguments, additional environment)."""
        raise NotImplementedError

    def marker(self, store, instance):
        """The command-line argument that tells this server from all others."""
        raise NotImplementedError

    def is_ready(self, store, instance, pid):
        """Does the server take sessions?"""
        raise NotImplementedError

    def before_start(self, store, instance):
        """Clears what a crash left behind; called when no process uses the data folder."""

    def after_first_start(self, store, instance):
        """Called once, when the first start was successful."""

    stop_signals = ()     # in the order of growing impatience

    def socket_parameter(self, store, instance):
        """Value of the URL parameter `socket`."""
        raise NotImplementedError

    def folder(self, store, instance):
        return store.path(instance.name)

    def data(self, store, instance):
        return store.path(instance.name, "data")

    def log(self, store, instance):
        return store.path(instance.name, "server.log")

    def ca_file(self, store, instance):
        """CA file a client verifies with, or None when the server has no TLS."""
        return store.path("tls", "ca.pem") if instance.tls and self.supports_tls else None

    def plain_url(self, instance):
        return f"{self.scheme}://{USER}@127.0.0.1:{instance.port}/{DATABASE}"

    def url(self, store, instance):
        return self.plain_url(instance) + "?" + self._query(store, instance)

    def socket_url(self, store, instance):
        socket = urllib.parse.quote(self.socket_parameter(store, instance), safe="/")
        return (f"{self.scheme}://{USER}@localhost:{instance.port}/{DATABASE}"
                f"?socket={socket}&" + self._query(store, instance))

    def _query(self, store, instance):
        return (f"name={instance.name}&password_file="
                + urllib.parse.quote(store.password_file, safe="/"))

    def fresh_folder(self, store, instance):
        """An empty folder for a server whose set-up was never completed."""
        folder = self.folder(store, instance)
        if os.path.lexists(folder):
            shutil.rmtree(folder)
        accounts.make_folder(folder, instance.account, 0o711)
        accounts.make_folder(self.data(store, instance), instance.account, 0o700)


def write_settings(path, account, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("# Written by scripts/lab at every start; use `lab up --set name=value`.\n")
        file.writelines(line + "\n" for line in lines)
    accounts.give(path, account, 0o600)
