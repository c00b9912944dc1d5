"""The ready plan of a lab: DIR/plan.jsonc with every running server as a target."""
import json
import os

HEAD = """\
// Every running server of this lab. Written anew by each `scripts/lab up`, so copy it before you
// change it. The sizes here suit a first try; for a storage test raise table_size until the data
// is several times the servers' memory, and use hours for the phases.
//   oltpsim prepare PLAN && oltpsim run PLAN
"""


def write(store, running):
    """`running`: pairs of engine and instance."""
    plan = {
        "name": f"lab in {os.path.basename(store.folder) or store.folder}",
        "workload": {"profile": "sysbench/oltp_read_write", "tables": 4, "table_size": "100k"},
        "clients": 8,
        "targets": [{"name": instance.name, "url": engine.plain_url(instance),
                     "password_file": store.password_file} for engine, instance in running],
        "phases": {"precondition": {"at_least": "30s"}, "sample": "1m"},
    }
    temporary = store.path("plan.jsonc.new")
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(HEAD + json.dumps(plan, indent=2) + "\n")
    os.replace(temporary, path(store))


def path(store):
    return store.path("plan.jsonc")
