"""A private certificate authority per lab and one server certificate per server.

DIR/tls/ca.pem is what a client is given to verify against. The names in every certificate are
127.0.0.1, ::1 and localhost, so full verification works too.
"""
import os
import shutil
import subprocess
import tempfile

import accounts
from failures import LabError

DAYS = "3650"


def _openssl(*arguments):
    if shutil.which("openssl") is None:
        raise LabError("--tls needs openssl (package openssl)")
    done = subprocess.run(["openssl", *arguments], stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise LabError(f"openssl {arguments[0]} failed: {done.stdout.strip()[-500:]}")


def ca_file(store):
    return store.path("tls", "ca.pem")


def ensure_authority(store):
    if os.path.exists(ca_file(store)):
        return
    os.makedirs(store.path("tls"), exist_ok=True)
    os.chmod(store.path("tls"), 0o755)
    key = store.path("tls", "ca.key")
    os.close(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600))  # openssl keeps the mode
    _openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", DAYS, "-keyout", key,
             "-out", ca_file(store) + ".new", "-subj", "/CN=oltpsim lab authority")
    os.chmod(ca_file(store) + ".new", 0o644)
    os.replace(ca_file(store) + ".new", ca_file(store))


def ensure_server(store, instance, folder):
    """Makes folder/server.pem and folder/server.key, readable by the server's account only."""
    if os.path.exists(os.path.join(folder, "server.pem")):
        return
    accounts.make_folder(folder, instance.account, 0o700)
    with tempfile.TemporaryDirectory() as work:
        request, names = os.path.join(work, "csr"), os.path.join(work, "names")
        key, certificate = os.path.join(work, "key"), os.path.join(work, "pem")
        with open(names, "w", encoding="utf-8") as file:
            file.write("subjectAltName=IP:127.0.0.1,IP:::1,DNS:localhost\n"
                       "basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n")
        _openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request,
                 "-subj", "/CN=localhost")
        _openssl("x509", "-req", "-in", request, "-days", DAYS, "-CA", ca_file(store),
                 "-CAkey", store.path("tls", "ca.key"), "-extfile", names,
                 "-out", certificate)
        for source, name in ((ca_file(store), "ca.pem"), (key, "server.key"),
                             (certificate, "server.pem")):
            target = os.path.join(folder, name)
            shutil.copyfile(source, target)
            accounts.give(target, instance.account, 0o600)
