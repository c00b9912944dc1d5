"""MariaDB from the system's packages, and two MySQL servers that downloads.py fetches.

`sbtest` may do everything (a lab needs KILL, SET GLOBAL and user accounts for tests) and signs in
with the engine's default method: caching_sha2_password on MySQL 9, native passwords elsewhere.
"""
import os
import re
import shutil
import signal
import socket
import sys

import accounts
import certificates
import downloads
import engine
from failures import EngineUnavailable, LabError


class MySqlFamily(engine.Engine):
    scheme = "mysql"
    accounts = ("mysql", "nobody")
    max_connections = 1200
    stop_signals = (signal.SIGTERM,)
    own_settings = {}      # beside the common ones
    default_tls_ca = None  # CA file in the data folder when the server makes its own

    def program(self):
        """(program with leading arguments, additional environment)."""
        raise NotImplementedError

    def users_sql(self, password):
        """Statements of the first start; may be run twice."""
        raise NotImplementedError

    def version(self, account):
        program, environment = self.program()
        text = accounts.run(account, program + ["--no-defaults", "--version"], "mysqld",
                            extra_env=environment)
        return re.search(r"Ver (\d+\.\d+\.\d+)", text).group(1)

    def socket_parameter(self, store, instance):
        return store.path(instance.name, "mysqld.sock")

    def _settings_file(self, store, instance):
        return store.path(instance.name, "my.cnf")

    def _first_start_file(self, store, instance):
        return store.path(instance.name, "first-start.sql")

    def marker(self, store, instance):
        return "--datadir=" + self.data(store, instance)

    def command(self, store, instance):
        program, environment = self.program()
        arguments = program + ["--defaults-file=" + self._settings_file(store, instance),
                               self.marker(store, instance)]
        if not instance.initialized:
            arguments.append("--init-file=" + self._first_start_file(store, instance))
        return arguments, environment

    def configure(self, store, instance):
        settings = {
            "port": instance.port,
            "bind-address": "127.0.0.1",
            "socket": self.socket_parameter(store, instance),
            "pid-file": store.path(instance.name, "mysqld.pid"),
            "skip-name-resolve": 1,
            "max_connections": instance.max_connections,
            "max_prepared_stmt_count": 1000000,
            "innodb_buffer_pool_size": instance.memory.upper().removesuffix("B"),
        }
        settings |= self.own_settings
        if not instance.fsync:
            settings |= {"innodb_flush_log_at_trx_commit": 0, "innodb_flush_method": "nosync",
                         "innodb_doublewrite": 0}
        if instance.tls and self.supports_tls:
            folder = store.path(instance.name, "tls")
            certificates.ensure_server(store, instance, folder)
            settings |= {"ssl_ca": f"{folder}/ca.pem", "ssl_cert": f"{folder}/server.pem",
                         "ssl_key": f"{folder}/server.key"}
        settings |= instance.settings
        engine.write_settings(self._settings_file(store, instance), instance.account,
                              ["[mysqld]"] + [f"{name} = {value}"
                                              for name, value in settings.items()])
        if not instance.initialized:
            path = self._first_start_file(store, instance)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w",
                      encoding="utf-8") as file:
                file.writelines(line + ";\n" for line in self.users_sql(store.password()))
            accounts.give(path, instance.account, 0o600)

    def after_first_start(self, store, instance):
        os.remove(self._first_start_file(store, instance))

    def is_ready(self, store, instance, pid):
        """A server that takes sessions greets with protocol 10 at once."""
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(1)
                client.connect(self.socket_parameter(store, instance))
                return client.recv(5)[4:] == b"\x0a"
        except OSError:
            return False

    def ca_file(self, store, instance):
        made_by_lab = super().ca_file(store, instance)
        if made_by_lab or self.default_tls_ca is None:
            return made_by_lab
        return os.path.join(self.data(store, instance), self.default_tls_ca)


class MariaDb(MySqlFamily):
    name = "mariadb"
    prefix = "maria"

    def __init__(self):
        self._server = self._install = ""

    def locate(self, account):
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"
        self._server = shutil.which("mariadbd", path=path)
        self._install = shutil.which("mariadb-install-db", path=path)
        if not self._server or not self._install:
            raise EngineUnavailable("no MariaDB server programs found (packages "
                                    "mariadb-server-core and mariadb-client-core)")

    def program(self):
        return [self._server], {}

    def initialize(self, store, instance):
        try:
            self._install_once(store, instance)
        except LabError as failure:
            # On a machine that is short of memory or CPUs its bootstrap server now and then gives up.
            print(f"{instance.name}: trying once more, because {failure}", file=sys.stderr)
            self._install_once(store, instance)

    def _install_once(self, store, instance):
        self.fresh_folder(store, instance)
        accounts.run(instance.account,
                     [self._install, "--no-defaults", "--datadir=" + self.data(store, instance),
                      "--auth-root-authentication-method=socket", "--skip-test-db",
                      "--auth-root-socket-user=" + instance.account, "--skip-name-resolve"],
                     "mariadb-install-db", cwd=self.folder(store, instance))

    def users_sql(self, password):
        return [f"CREATE DATABASE IF NOT EXISTS {engine.DATABASE}",
                "DELETE FROM mysql.global_priv WHERE User = ''",
                "FLUSH PRIVILEGES",
                f"CREATE OR REPLACE USER {engine.USER}@'%' IDENTIFIED BY '{password}'",
                f"GRANT ALL PRIVILEGES ON *.* TO {engine.USER}@'%' WITH GRANT OPTION"]


class MySql9(MySqlFamily):
    name = "mysql"
    prefix = "mysql"
    default_tls_ca = "ca.pem"

    def __init__(self):
        self._root = self._loader = ""

    def locate(self, account):
        self._root = downloads.mysql9(account)
        self._loader = downloads.mysql9_loader(self._root)

    def program(self):
        # The unpacked server needs its own, newer libraries.
        return [self._loader, "--library-path", os.path.dirname(self._loader),
                self._root + "/usr/sbin/mysqld"], {}

    @property
    def own_settings(self):
        return {"basedir": self._root + "/usr", "mysqlx": "OFF", "secure-file-priv": "NULL",
                "disable-log-bin": 1}

    def initialize(self, store, instance):
        self.fresh_folder(store, instance)
        program, environment = self.program()
        accounts.run(instance.account,
                     program + ["--no-defaults", "--basedir=" + self._root + "/usr",
                                "--secure-file-priv=NULL", "--initialize-insecure",
                                "--datadir=" + self.data(store, instance)],
                     "mysqld --initialize-insecure", cwd=self.folder(store, instance),
                     extra_env=environment)

    def users_sql(self, password):
        return [f"CREATE DATABASE IF NOT EXISTS {engine.DATABASE}",
                f"ALTER USER root@localhost IDENTIFIED BY '{password}'",
                f"CREATE USER IF NOT EXISTS {engine.USER}@'%' IDENTIFIED BY '{password}'",
                f"GRANT ALL PRIVILEGES ON *.* TO {engine.USER}@'%' WITH GRANT OPTION"]


class MySql56(MySqlFamily):
    name = "mysql-5.6"
    prefix = "mysql56_"
    supports_tls = False  # its TLS is 1.0 only, which today's clients refuse

    def __init__(self):
        self._root = ""

    def locate(self, account):
        self._root = downloads.mysql56(account)

    def program(self):
        return [self._root + "/mysqld"], {"LD_LIBRARY_PATH": self._root}

    @property
    def own_settings(self):
        # Its performance schema alone would take 400 MB for 1200 connections.
        return {"basedir": self._root, "lc-messages-dir": self._root + "/share",
                "performance_schema": "OFF"}

    def initialize(self, store, instance):
        self.fresh_folder(store, instance)
        data = self.data(store, instance)
        shutil.copytree(self._root + "/data/mysql", data, dirs_exist_ok=True)
        for folder, _, files in os.walk(data):
            accounts.give(folder, instance.account, 0o700)
            for name in files:
                accounts.give(os.path.join(folder, name), instance.account, 0o600)
        os.remove(data + "/auto.cnf")  # every server makes its own identity

    def users_sql(self, password):
        return [f"CREATE DATABASE IF NOT EXISTS {engine.DATABASE}",
                "DELETE FROM mysql.user WHERE User = '' OR Host <> 'localhost'",
                "FLUSH PRIVILEGES",
                f"SET PASSWORD FOR root@localhost = PASSWORD('{password}')",
                f"GRANT ALL PRIVILEGES ON *.* TO {engine.USER}@'%' "
                f"IDENTIFIED BY '{password}' WITH GRANT OPTION"]
