-- sysbench's statements in T-SQL. {table} is the table's number; the *_item blocks are repeated inside {items}.

-- name: point_select
-- params: int32
-- rows: count
SELECT c FROM sbtest{table} WHERE id=?

-- name: simple_range
-- params: int32 int32
-- rows: count
SELECT c FROM sbtest{table} WHERE id BETWEEN ? AND ?

-- name: sum_range
-- params: int32 int32
-- rows: count
SELECT SUM(CAST(k AS BIGINT)) FROM sbtest{table} WHERE id BETWEEN ? AND ?

-- name: order_range
-- params: int32 int32
-- rows: count
SELECT c FROM sbtest{table} WHERE id BETWEEN ? AND ? ORDER BY c

-- name: distinct_range
-- params: int32 int32
-- rows: count
SELECT DISTINCT c FROM sbtest{table} WHERE id BETWEEN ? AND ? ORDER BY c

-- name: index_update
-- params: int32
UPDATE sbtest{table} SET k=k+1 WHERE id=?

-- name: non_index_update
-- params: fixed_char int32
UPDATE sbtest{table} SET c=? WHERE id=?

-- name: delete
-- params: int32
DELETE FROM sbtest{table} WHERE id=?

-- name: insert
-- params: int32 int32 fixed_char fixed_char
INSERT INTO sbtest{table} (id, k, c, pad) VALUES (?, ?, ?, ?)

-- name: insert_auto
-- params: int32 fixed_char fixed_char
INSERT INTO sbtest{table} (k, c, pad) VALUES (?, ?, ?)

-- name: random_points_item
?

-- name: random_points
-- rows: count
SELECT id, k, c, pad FROM sbtest{table} WHERE k IN ({items})

-- name: random_ranges_item
k BETWEEN ? AND ?

-- name: random_ranges
-- rows: count
SELECT count(k) FROM sbtest{table} WHERE {items}

-- name: bulk_insert_item
(?, ?)

-- name: bulk_insert
INSERT INTO sbtest{table} (id, k) VALUES {items}
