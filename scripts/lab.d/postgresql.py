"""PostgreSQL servers from the system's packages.

The superuser `postgres` is reached through the socket by the account that runs the server and by
root (peer); `sbtest` owns its database, has pg_monitor and signs in by SCRAM password.
"""
import glob
import os
import re
import signal

import accounts
import certificates
import engine
from failures import EngineUnavailable, LabError


class PostgreSql(engine.Engine):
    name = "postgresql"
    prefix = "pg"
    scheme = "postgresql"
    accounts = ("postgres", "nobody")
    max_connections = 400
    stop_signals = (signal.SIGINT, signal.SIGQUIT)

    def __init__(self):
        self.bin = ""

    def locate(self, account):
        folders = [os.environ.get("OLTPSIM_LAB_PG_BIN", "")]
        folders += sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True,
                          key=lambda path: int(re.sub(r"\D", "", path) or 0))
        folders += ["/usr/local/pgsql/bin", "/usr/local/bin", "/usr/bin"]
        for folder in folders:
            if folder and all(os.access(os.path.join(folder, name), os.X_OK)
                              for name in ("postgres", "initdb")):
                self.bin = folder
                return
        raise EngineUnavailable("no PostgreSQL server programs found (package postgresql-15 or "
                                "postgresql; or name their folder in OLTPSIM_LAB_PG_BIN)")

    def version(self, account):
        text = accounts.run(account, [os.path.join(self.bin, "postgres"), "--version"], "postgres")
        return re.search(r"\d+(\.\d+)?", text).group()

    def initialize(self, store, instance):
        self.fresh_folder(store, instance)
        data = self.data(store, instance)
        arguments = [os.path.join(self.bin, "initdb"), "-D", data, "-U", "postgres", "-E", "UTF8",
                     "--locale=C", "--auth-local=peer", "--auth-host=scram-sha-256"]
        accounts.run(instance.account, arguments + ([] if instance.fsync else ["--no-sync"]),
                     "initdb")
        self._write_access_rules(data, instance.account)
        with open(os.path.join(data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write("\ninclude 'lab.conf'\n")
        self._create_database(data, instance.account, store.password())

    def _write_access_rules(self, data, account):
        with open(os.path.join(data, "pg_hba.conf"), "w", encoding="utf-8") as file:
            file.write("local all postgres peer map=lab\n"
                       "local all all scram-sha-256\n"
                       "host all all 127.0.0.1/32 scram-sha-256\n"
                       "host all all ::1/128 scram-sha-256\n")
        with open(os.path.join(data, "pg_ident.conf"), "w", encoding="utf-8") as file:
            file.writelines(f"lab {name} postgres\n" for name in sorted({account, "root"}))

    def _create_database(self, data, account, password):
        """Single-user mode: no network, no client program, and the password passes by stdin."""
        statements = [f"CREATE ROLE {engine.USER} LOGIN CREATEDB PASSWORD '{password}'",
                      f"GRANT pg_monitor TO {engine.USER}",
                      f"CREATE DATABASE {engine.DATABASE} OWNER {engine.USER}"]
        # lab.conf does not exist yet, and a server without it would not start.
        engine.write_settings(os.path.join(data, "lab.conf"), account, [])
        arguments = [os.path.join(self.bin, "postgres"), "--single", "-D", data,
                     "-c", "log_min_error_statement=panic", "postgres"]
        output = accounts.run(account, arguments, "creating the database",
                              stdin="".join(s + ";\n" for s in statements))
        if "ERROR" in output:
            raise LabError("creating the database failed:\n" + output.replace(password, "***"))

    def configure(self, store, instance):
        data = self.data(store, instance)
        settings = {
            "cluster_name": instance.name,
            "listen_addresses": "127.0.0.1",
            "port": instance.port,
            "unix_socket_directories": self.folder(store, instance),
            "max_connections": instance.max_connections,
            "shared_buffers": instance.memory,
            "log_line_prefix": "%m [%p] %u@%d ",
        }
        if not instance.fsync:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        if instance.tls:
            folder = store.path(instance.name, "tls")
            certificates.ensure_server(store, instance, folder)
            settings |= {"ssl": "on", "ssl_cert_file": f"{folder}/server.pem",
                         "ssl_key_file": f"{folder}/server.key", "ssl_ca_file": f"{folder}/ca.pem"}
        settings |= instance.settings
        quoted = [f"{name} = '" + str(value).replace("'", "''") + "'"
                  for name, value in settings.items()]
        engine.write_settings(os.path.join(data, "lab.conf"), instance.account, quoted)

    def command(self, store, instance):
        return [os.path.join(self.bin, "postgres"), "-D", self.data(store, instance)], {}

    def marker(self, store, instance):
        return self.data(store, instance)

    def before_start(self, store, instance):
        # After kill -9 the old process number may live on as a zombie or as somebody else, and
        # PostgreSQL would then refuse to start.
        try:
            os.remove(os.path.join(self.data(store, instance), "postmaster.pid"))
        except FileNotFoundError:
            pass

    def is_ready(self, store, instance, pid):
        try:
            with open(os.path.join(self.data(store, instance), "postmaster.pid"),
                      encoding="utf-8") as file:
                lines = file.read().splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"

    def socket_parameter(self, store, instance):
        return self.folder(store, instance)

