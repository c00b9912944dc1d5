-- sysbench's tables for SQLite (sysbench itself has no SQLite driver). INTEGER with PRIMARY KEY is the row id, which also
-- counts up by itself, so auto_inc on and off are the same table.

-- name: id_auto
INTEGER NOT NULL

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

-- name: finish_statistics
ANALYZE sbtest{table}

-- name: create_bulk_table
CREATE TABLE IF NOT EXISTS sbtest{table} (
  id INTEGER NOT NULL,
  k INTEGER DEFAULT '0' NOT NULL,
  PRIMARY KEY (id)
)

-- Measured on SQLite 3.40, 4 kB pages, with the index on k.
-- name: bytes_per_row
216

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
