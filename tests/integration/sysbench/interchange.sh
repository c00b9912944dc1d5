#!/usr/bin/env bash
# Both ways with the real sysbench, every oltp script: it runs on tables that oltpsim prepared, and oltpsim on tables that it
# prepared. Servers: the first URL of OLTPSIM_TEST_POSTGRESQL_URLS and of OLTPSIM_TEST_MARIADB_URLS; each gets a database of
# its own for the time of the test. Exit status: 0 all passed, 1 something failed, 77 nothing to run on.
# Usage: interchange.sh OLTPSIM_BINARY
set -u

oltpsim=${1:?usage: interchange.sh OLTPSIM_BINARY}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
passed=0
database=oltpsim_interchange_$$

# Scripts on the shared tables; those that change the number of rows come last.
scripts=(oltp_read_write oltp_read_only oltp_write_only oltp_point_select oltp_update_index oltp_update_non_index
    select_random_points select_random_ranges oltp_delete oltp_insert)

say() { printf '%s\n' "$*"; }

# Runs a command quietly; shows what it said when it fails.
expect_success() {
    local what=$1
    shift
    if "$@" >"$scratch/output" 2>&1; then
        passed=$((passed + 1))
        say "ok      $what"
    else
        failures=$((failures + 1))
        say "FAILED  $what"
        tail -20 "$scratch/output"
    fi
}

# select_random_* work on one table in both programs.
tables_of() { case $1 in select_random_*) echo 1 ;; *) echo 3 ;; esac; }

# Splits a target URL; the password is only ever written to files that the clients read.
read_url() {
    local pattern='^([a-z]+)://([^@]+)@([^:/]+):([0-9]+)/[^?]*\?(.*)$'
    [[ $1 =~ $pattern ]] || { say "cannot read URL"; return 1; }
    scheme=${BASH_REMATCH[1]} user=${BASH_REMATCH[2]} host=${BASH_REMATCH[3]} port=${BASH_REMATCH[4]}
    local query=${BASH_REMATCH[5]}
    [[ $query =~ password_file=([^\&]+) ]] || { say "the URL names no password_file"; return 1; }
    password_file=${BASH_REMATCH[1]}
    target="$scheme://$user@$host:$port/$database?password_file=$password_file"
    local prefix=mysql
    [[ $scheme == postgresql ]] && prefix=pgsql
    umask 077
    {
        printf 'db-driver=%s\n%s-host=%s\n%s-port=%s\n%s-user=%s\n%s-db=%s\n' \
            "$prefix" "$prefix" "$host" "$prefix" "$port" "$prefix" "$user" "$prefix" "$database"
        printf '%s-password=' "$prefix"
        head -n 1 "$password_file"
    } >"$scratch/sysbench.cfg"
    { printf '[client]\nhost=%s\nport=%s\nuser=%s\npassword=' "$host" "$port" "$user"; head -n 1 "$password_file"; } >"$scratch/client.cnf"
    { printf '%s:%s:*:%s:' "$host" "$port" "$user"; head -n 1 "$password_file"; } >"$scratch/pgpass"
}

server_sql() {
    if [[ $scheme == postgresql ]]; then
        PGPASSFILE=$scratch/pgpass psql -q -h "$host" -p "$port" -U "$user" -d postgres -c "$1"
    else
        mariadb --defaults-file="$scratch/client.cnf" -e "$1"
    fi
}

theirs() {
    local script=$1
    shift
    sysbench --config-file="$scratch/sysbench.cfg" "$script" --tables="$(tables_of "$script")" --table-size=2000 --threads=2 "$@"
}

ours() {
    local command=$1 script=$2
    shift 2
    (cd "$scratch" && "$oltpsim" "$command" --workload "sysbench/$script" --target "$target" --tables "$(tables_of "$script")" \
        --table-size 2000 --clients 2 "$@")
}

# A sample of two seconds may be called not valid (status 4) on a busy machine; what counts here is that every transaction
# of every client worked.
judge_result() {
    local status=$1 out=$2
    ((status == 0 || status == 4)) || return 1
    python3 - "$out/result.json" <<'PYTHON'
import json, sys
aggregate = json.load(open(sys.argv[1]))["steps"][0]["aggregate"]
assert aggregate["tps"] > 0 and not aggregate.get("errors"), aggregate
PYTHON
}

run_ours() {
    local script=$1 out
    out=$(mktemp -u "$scratch/result-XXXXXX")
    ours run "$script" --precondition 1s --sample 2s --out "$out"
    judge_result $? "$out"
}

bulk() {
    local command=$1
    shift
    (cd "$scratch" && "$oltpsim" "$command" --workload sysbench/bulk_insert --target "$target" --clients 2 "$@")
}

run_our_bulk() {
    local out
    out=$(mktemp -u "$scratch/result-XXXXXX")
    bulk run --precondition 1s --sample 1s --out "$out"
    judge_result $? "$out"
}

run_theirs() {
    theirs "$1" --events=200 --time=60 run >"$scratch/run" 2>&1 && cat "$scratch/run" &&
        grep -q 'total number of events: *200$' "$scratch/run"
}

interchange() {
    say "== $scheme: sysbench on our tables"
    expect_success "oltpsim prepare" ours prepare oltp_read_write
    for script in "${scripts[@]}"; do
        expect_success "sysbench $script run" run_theirs "$script"
    done
    expect_success "oltpsim cleanup" ours cleanup oltp_read_write
    say "== $scheme: oltpsim on sysbench's tables"
    expect_success "sysbench prepare" theirs oltp_read_write prepare
    for script in "${scripts[@]}"; do
        expect_success "oltpsim run $script" run_ours "$script"
        if [[ $script == oltp_update_non_index ]]; then
            expect_success "oltpsim check after the runs so far" ours check oltp_read_write
        fi
    done
    expect_success "sysbench cleanup" theirs oltp_read_write cleanup
    say "== $scheme: bulk_insert both ways"
    expect_success "oltpsim prepare bulk_insert" bulk prepare
    expect_success "sysbench bulk_insert run" run_theirs bulk_insert
    expect_success "oltpsim cleanup bulk_insert" bulk cleanup
    expect_success "sysbench bulk_insert prepare" theirs bulk_insert prepare
    expect_success "oltpsim run bulk_insert" run_our_bulk
}

[[ -x $oltpsim ]] || { say "no binary at $oltpsim"; exit 77; }
command -v sysbench >/dev/null || { say "sysbench is not installed"; exit 77; }
postgresql_urls=${OLTPSIM_TEST_POSTGRESQL_URLS:-} mariadb_urls=${OLTPSIM_TEST_MARIADB_URLS:-}
first_urls=("${postgresql_urls%% *}" "${mariadb_urls%% *}")
for url in "${first_urls[@]}"; do
    [[ -n $url ]] || continue
    read_url "$url" || exit 1
    server_sql "CREATE DATABASE $database" || exit 1
    interchange
    server_sql "DROP DATABASE $database"
done
say "$passed passed, $failures failed"
((passed + failures > 0)) || exit 77
((failures == 0))
