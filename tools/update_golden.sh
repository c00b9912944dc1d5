#!/bin/bash
# Rewrites the stored texts of the golden tests from a build tree; review the diff before committing it.
# Usage: tools/update_golden.sh BUILD_DIR
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
OLTPSIM_UPDATE_GOLDEN=1 ctest --test-dir "$1" --label-regex '^golden$' --output-on-failure
git -C "$(dirname "$(readlink -f "$0")")/.." diff --stat -- tests/golden
