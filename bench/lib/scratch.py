"""Scratch folders of scripts that need no server."""
import os
import shutil
import tempfile


def folder():
    """Context manager: a temporary folder, removed at the end."""
    return tempfile.TemporaryDirectory(prefix="oltpsim-bench-")


def empty(path):
    for name in os.listdir(path):
        shutil.rmtree(os.path.join(path, name), ignore_errors=True)
