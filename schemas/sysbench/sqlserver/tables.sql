-- sysbench's tables in T-SQL (sysbench itself has no SQL Server driver). Ids come from a sequence, not from IDENTITY,
-- because the workload also inserts rows with the ids it deleted, and IDENTITY_INSERT is per session and table.

-- name: id_auto
INT NOT NULL CONSTRAINT sbtest{table}_id_default DEFAULT (NEXT VALUE FOR sbtest{table}_id_seq)

-- name: id_explicit
INT NOT NULL

-- name: create_auto
IF OBJECT_ID(N'sbtest{table}_id_seq', N'SO') IS NULL
  CREATE SEQUENCE sbtest{table}_id_seq AS INT START WITH 1 INCREMENT BY 1 CACHE 1000

-- name: create_table
IF OBJECT_ID(N'sbtest{table}', N'U') IS NULL
  CREATE TABLE sbtest{table}(
    id {id},
    k INT NOT NULL CONSTRAINT sbtest{table}_k_default DEFAULT (0),
    c CHAR(120) NOT NULL CONSTRAINT sbtest{table}_c_default DEFAULT (''),
    pad CHAR(60) NOT NULL CONSTRAINT sbtest{table}_pad_default DEFAULT (''),
    CONSTRAINT sbtest{table}_pk PRIMARY KEY CLUSTERED (id)
  ) {options}

-- name: create_table_secondary
IF OBJECT_ID(N'sbtest{table}', N'U') IS NULL
  CREATE TABLE sbtest{table}(
    id {id},
    k INT NOT NULL CONSTRAINT sbtest{table}_k_default DEFAULT (0),
    c CHAR(120) NOT NULL CONSTRAINT sbtest{table}_c_default DEFAULT (''),
    pad CHAR(60) NOT NULL CONSTRAINT sbtest{table}_pad_default DEFAULT ('')
  ) {options}

-- LIKE: Babelfish appends the table and a hash to an index's name.
-- name: finish_id_index
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'sbtest{table}') AND name LIKE N'xid_{table}%')
  CREATE INDEX xid_{table} ON sbtest{table}(id)

-- name: finish_k_index
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'sbtest{table}') AND name LIKE N'k_{table}%')
  CREATE INDEX k_{table} ON sbtest{table}(k)

-- Rows were loaded with their ids, so the sequence has to be told.
-- name: finish_auto
ALTER SEQUENCE sbtest{table}_id_seq RESTART WITH {next_id}

-- For the optimizer's sake only: a server that knows no UPDATE STATISTICS (Babelfish) goes without.
-- name: finish_statistics
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS sbtest{table}'

-- name: create_bulk_table
IF OBJECT_ID(N'sbtest{table}', N'U') IS NULL
  CREATE TABLE sbtest{table} (
    id INT NOT NULL,
    k INT NOT NULL CONSTRAINT sbtest{table}_k_default DEFAULT (0),
    CONSTRAINT sbtest{table}_pk PRIMARY KEY CLUSTERED (id)
  )

-- name: drop_auto
IF OBJECT_ID(N'sbtest{table}_id_seq', N'SO') IS NOT NULL DROP SEQUENCE sbtest{table}_id_seq

-- What check and run ask of a table.
-- name: summary
SELECT COUNT_BIG(*), MIN(id), MAX(id), MIN(k), MAX(k) FROM sbtest{table}

-- name: columns
SELECT {columns} FROM sbtest{table} WHERE 1 = 0

-- name: highest_id
SELECT MAX(id) FROM sbtest{table}

-- name: rows_where
SELECT id, k, c, pad FROM sbtest{table} WHERE {condition}

-- name: drop_table
IF OBJECT_ID(N'sbtest{table}', N'U') IS NOT NULL DROP TABLE sbtest{table}
