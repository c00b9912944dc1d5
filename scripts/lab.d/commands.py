"""The commands of scripts/lab. Each returns its exit status and prints what it did."""
import json
import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

import accounts
import certificates
import plan
import servers
import store as stores
from failures import LabError
from mysql import MariaDb, MySql56, MySql9
from postgresql import PostgreSql

ENGINES = {kind.name: kind for kind in (PostgreSql, MariaDb, MySql9, MySql56)}


class Engines:
    """One object per engine, made on first use."""

    def __init__(self):
        self._made = {}

    def of(self, name):
        if name not in self._made:
            self._made[name] = ENGINES[name]()
        return self._made[name]


def up(options):
    lab = stores.create(options.dir)
    engine = ENGINES[options.engine]()
    account = accounts.choose(engine.accounts, options.user)
    accounts.require_access(account, lab.folder)
    with stores.locked(lab):
        engine.locate(account)
        lab.ensure_password()
        chosen = [_instance(engine, lab, number, account, options)
                  for number in range(1, options.count + 1)]
        if any(instance.tls for instance in chosen):
            certificates.ensure_authority(lab)
        if options.tls and not engine.supports_tls:
            print(f"note: {engine.name} has no TLS that today's clients accept; --tls ignored")
        lab.save()
        failures = _start_all(engine, lab, chosen, options.port)
        engines = Engines()
        plan.write(lab, [(engines.of(i.engine), i) for i in lab.sorted()
                         if servers.is_up(engines.of(i.engine), lab, i)])
        for instance in chosen:
            _show(engine, lab, instance)
        print(f"plan: {plan.path(lab)}")
    for text in failures:
        print(f"lab: error: {text}", file=sys.stderr)
    return 1 if failures else 0


def _instance(engine, lab, number, account, options):
    """An existing entry with the options that were given, or a new one."""
    name = f"{engine.prefix}{number}"
    instance = lab.instances.get(name)
    if instance is None:
        if os.path.lexists(lab.path(name)):
            raise LabError(f"{lab.path(name)} exists and was not made by this lab")
        instance = stores.Instance(name=name, engine=engine.name, account=account, port=0,
                                   max_connections=engine.max_connections)
        instance.port = servers.free_port(lab, options.port)
        lab.instances[name] = instance
    before = _settings(instance)
    for key in ("memory", "max_connections", "fsync", "tls"):
        if getattr(options, key) is not None:
            setattr(instance, key, getattr(options, key))
    instance.settings |= dict(options.set)
    for name in options.unset:
        instance.settings.pop(name, None)
    if before != _settings(instance) and servers.is_up(engine, lab, instance):
        print(f"note: {name} is running; its new settings count from: scripts/lab restart {name}")
    return instance


def _settings(instance):
    return (instance.memory, instance.max_connections, instance.fsync, instance.tls,
            dict(instance.settings))


def _start_all(engine, lab, chosen, port_base):
    """Starts those that are down, as many at once as there are CPUs; returns what failed."""
    def one(instance):
        if servers.is_up(engine, lab, instance):
            return f"{instance.name} already runs", None
        try:
            servers.start(engine, lab, instance, port_base)
        except (LabError, OSError) as error:
            return None, str(error)
        return None, None

    with ThreadPoolExecutor(max_workers=max(1, os.cpu_count() or 1)) as pool:
        results = list(pool.map(one, chosen))
    for note, _ in results:
        if note:
            print(note)
    return [failure for _, failure in results if failure]


def _show(engine, lab, instance):
    state = servers.state(engine, lab, instance)
    is_up = state in ("running", "paused")
    print(f"{instance.name:<10} {instance.engine} {instance.version}  {state}  "
          + (f"pid {instance.pid}  " if is_up else "") + f"port {instance.port}")
    if is_up:
        print(f"  {engine.url(lab, instance)}")
        print(f"  {engine.socket_url(lab, instance)}")
        if engine.ca_file(lab, instance):
            print(f"  CA file: {engine.ca_file(lab, instance)}")


def status(options):
    lab = stores.existing(options.dir)
    engines = Engines()
    chosen = lab.sorted(options.engine)
    if options.json:
        print(json.dumps([_facts(engines.of(i.engine), lab, i) for i in chosen], indent=1))
    elif options.urls:
        for instance in chosen:
            if servers.is_up(engines.of(instance.engine), lab, instance):
                print(engines.of(instance.engine).url(lab, instance))
    else:
        for instance in chosen:
            _show(engines.of(instance.engine), lab, instance)
        if not chosen:
            print("no servers")
    return 0


def _facts(engine, lab, instance):
    up_now = servers.is_up(engine, lab, instance)
    return {"name": instance.name, "engine": instance.engine, "version": instance.version,
            "state": servers.state(engine, lab, instance), "pid": instance.pid if up_now else None,
            "port": instance.port, "url": engine.url(lab, instance),
            "socket_url": engine.socket_url(lab, instance),
            "socket": engine.socket_parameter(lab, instance),
            "password_file": lab.password_file, "ca_file": engine.ca_file(lab, instance),
            "data": engine.data(lab, instance), "log": engine.log(lab, instance),
            "account": instance.account}


def down(options):
    lab = stores.existing(options.dir)
    engines = Engines()
    with stores.locked(lab):
        chosen = lab.sorted(options.engine)

        def one(instance):
            return servers.stop(engines.of(instance.engine), lab, instance)

        for instance in chosen:
            engines.of(instance.engine)
        with ThreadPoolExecutor(max_workers=max(1, len(chosen))) as pool:
            for instance, how in zip(chosen, pool.map(one, chosen)):
                print(f"{instance.name} {how or 'was not running'}")
        if options.delete:
            for instance in chosen:
                servers.delete(engines.of(instance.engine), lab, instance)
                print(f"{instance.name} deleted")
            if not lab.instances:
                _delete_rest(lab)
    return 0


def _delete_rest(lab):
    """The lab's own files, once no server is left. DIR itself stays: it may be a mount point."""
    for name in ("plan.jsonc", "plan.jsonc.new", "password", "lab.json", "lab.json.new"):
        if os.path.exists(lab.path(name)):
            os.remove(lab.path(name))
    shutil.rmtree(lab.path("tls"), ignore_errors=True)
    os.remove(lab.path("lab.lock"))


def _named(lab, names):
    for name in names:
        if name not in lab.instances:
            known = ", ".join(i.name for i in lab.sorted()) or "none"
            raise LabError(f"no server '{name}' in this lab (known: {known})")
    return [lab.instances[name] for name in names]


def start(options):
    return _for_each(options, _start_one)


def restart(options):
    return _for_each(options, _restart_one)


def _start_one(engine, lab, instance):
    if servers.is_up(engine, lab, instance):
        return "already runs"
    engine.locate(instance.account)
    if instance.tls:
        certificates.ensure_authority(lab)
    servers.start(engine, lab, instance, instance.port)
    return f"running, pid {instance.pid}, port {instance.port}"


def _restart_one(engine, lab, instance):
    servers.stop(engine, lab, instance)
    return _start_one(engine, lab, instance)


def act(options):
    """stop, kill, pause, resume."""
    action = getattr(servers, options.command)
    return _for_each(options, lambda *server: action(*server) or "was not running")


def _for_each(options, action):
    lab = stores.existing(options.dir)
    engines = Engines()
    with stores.locked(lab):
        for instance in _named(lab, options.names):
            print(f"{instance.name} {action(engines.of(instance.engine), lab, instance)}",
                  flush=True)
    return 0


def parse_setting(text):
    """name=value for --set."""
    match = re.fullmatch(r"([A-Za-z_][A-Za-z0-9_.-]*)=([^\n]*)", text)
    if not match:
        raise ValueError(text)
    return match.groups()
