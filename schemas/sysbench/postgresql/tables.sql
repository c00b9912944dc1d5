-- sysbench's tables for PostgreSQL, as oltp_common.lua makes them: same names, types, defaults, sequence and index, so that
-- sysbench runs on ours and oltpsim on sysbench's.

-- name: id_auto
SERIAL

-- name: id_explicit
INTEGER NOT NULL

-- name: create_table
CREATE TABLE IF NOT EXISTS sbtest{table}(
  id {id},
  k INTEGER DEFAULT '0' NOT NULL,
  c CHAR(120) DEFAULT '' NOT NULL,
  pad CHAR(60) DEFAULT '' NOT NULL,
  PRIMARY KEY (id)
) {options}

-- sysbench's own "KEY xid (id)" is no PostgreSQL syntax: the index follows after the rows.
-- name: create_table_secondary
CREATE TABLE IF NOT EXISTS sbtest{table}(
  id {id},
  k INTEGER DEFAULT '0' NOT NULL,
  c CHAR(120) DEFAULT '' NOT NULL,
  pad CHAR(60) DEFAULT '' NOT NULL
) {options}

-- name: finish_id_index
CREATE INDEX IF NOT EXISTS xid_{table} ON sbtest{table}(id)

-- name: finish_k_index
CREATE INDEX IF NOT EXISTS k_{table} ON sbtest{table}(k)

-- Rows were loaded with their ids, so the sequence has to be told.
-- name: finish_auto
SELECT setval(pg_get_serial_sequence('sbtest{table}', 'id'), COALESCE(MAX(id), 1), MAX(id) IS NOT NULL) FROM sbtest{table}

-- Hint bits and visibility map now, not in the middle of a sample.
-- name: finish_statistics
VACUUM (ANALYZE) sbtest{table}

-- name: create_bulk_table
CREATE TABLE IF NOT EXISTS sbtest{table} (
  id INTEGER NOT NULL,
  k INTEGER DEFAULT '0' NOT NULL,
  PRIMARY KEY (id)
)

-- Measured on PostgreSQL 15, 8 kB pages, with both indexes.
-- name: bytes_per_row
254.3

-- What check and run ask of a table.
-- name: summary
SELECT COUNT(*), MIN(id), MAX(id), MIN(k), MAX(k) FROM sbtest{table}

-- name: columns
SELECT {columns} FROM sbtest{table} WHERE 1 = 0

-- name: highest_id
SELECT MAX(id) FROM sbtest{table}

-- name: rows_where
SELECT id, k, c, pad FROM sbtest{table} WHERE {condition}

-- name: drop_table
DROP TABLE IF EXISTS sbtest{table}
