-- sysbench's tables for MySQL, Percona Server and MariaDB, as oltp_common.lua makes them: same names, types, defaults and
-- index, so that sysbench runs on ours and oltpsim on sysbench's. Blocks ending in _0_5 are sysbench 0.5's.

-- name: id_auto
INTEGER NOT NULL AUTO_INCREMENT

-- name: id_explicit
INTEGER NOT NULL

-- name: id_auto_0_5
INTEGER UNSIGNED NOT NULL AUTO_INCREMENT

-- name: id_explicit_0_5
INTEGER UNSIGNED NOT NULL

-- name: create_table
CREATE TABLE IF NOT EXISTS sbtest{table}(
  id {id},
  k INTEGER DEFAULT '0' NOT NULL,
  c CHAR(120) DEFAULT '' NOT NULL,
  pad CHAR(60) DEFAULT '' NOT NULL,
  PRIMARY KEY (id)
) ENGINE = {engine} {options}

-- name: create_table_secondary
CREATE TABLE IF NOT EXISTS sbtest{table}(
  id {id},
  k INTEGER DEFAULT '0' NOT NULL,
  c CHAR(120) DEFAULT '' NOT NULL,
  pad CHAR(60) DEFAULT '' NOT NULL,
  KEY xid (id)
) ENGINE = {engine} {options}

-- name: create_table_0_5
CREATE TABLE IF NOT EXISTS sbtest{table}(
  id {id},
  k INTEGER UNSIGNED DEFAULT '0' NOT NULL,
  c CHAR(120) DEFAULT '' NOT NULL,
  pad CHAR(60) DEFAULT '' NOT NULL,
  PRIMARY KEY (id)
) ENGINE = {engine} MAX_ROWS = 1000000 {options}

-- name: create_table_secondary_0_5
CREATE TABLE IF NOT EXISTS sbtest{table}(
  id {id},
  k INTEGER UNSIGNED DEFAULT '0' NOT NULL,
  c CHAR(120) DEFAULT '' NOT NULL,
  pad CHAR(60) DEFAULT '' NOT NULL,
  KEY xid (id)
) ENGINE = {engine} MAX_ROWS = 1000000 {options}

-- MySQL has no CREATE INDEX IF NOT EXISTS, so it is asked first; the four steps share a session.
-- name: finish_k_index_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 'sbtest{table}' AND index_name = 'k_{table}') = 0, 'CREATE INDEX k_{table} ON sbtest{table}(k)', 'DO 0')

-- name: finish_k_index_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: finish_k_index_3
EXECUTE oltpsim_ddl

-- name: finish_k_index_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: finish_statistics
ANALYZE TABLE sbtest{table}

-- name: create_bulk_table
CREATE TABLE IF NOT EXISTS sbtest{table} (
  id INTEGER NOT NULL,
  k INTEGER DEFAULT '0' NOT NULL,
  PRIMARY KEY (id)
) ENGINE = {engine}

-- Measured on InnoDB, 16 kB pages, latin1, with both indexes.
-- name: bytes_per_row
247.5

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
