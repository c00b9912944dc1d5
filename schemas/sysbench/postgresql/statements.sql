-- sysbench's statements for PostgreSQL. {table} is the table's number; the *_item blocks are repeated
-- inside {items} with {a} and {b} as parameter numbers.

-- name: point_select
-- params: int32
-- rows: count
SELECT c FROM sbtest{table} WHERE id=$1

-- name: simple_range
-- params: int32 int32
-- rows: count
SELECT c FROM sbtest{table} WHERE id BETWEEN $1 AND $2

-- name: sum_range
-- params: int32 int32
-- rows: count
SELECT SUM(k) FROM sbtest{table} WHERE id BETWEEN $1 AND $2

-- name: order_range
-- params: int32 int32
-- rows: count
SELECT c FROM sbtest{table} WHERE id BETWEEN $1 AND $2 ORDER BY c

-- name: distinct_range
-- params: int32 int32
-- rows: count
SELECT DISTINCT c FROM sbtest{table} WHERE id BETWEEN $1 AND $2 ORDER BY c

-- name: index_update
-- params: int32
UPDATE sbtest{table} SET k=k+1 WHERE id=$1

-- name: non_index_update
-- params: fixed_char int32
UPDATE sbtest{table} SET c=$1 WHERE id=$2

-- name: delete
-- params: int32
DELETE FROM sbtest{table} WHERE id=$1

-- name: insert
-- params: int32 int32 fixed_char fixed_char
INSERT INTO sbtest{table} (id, k, c, pad) VALUES ($1, $2, $3, $4)

-- name: insert_auto
-- params: int32 fixed_char fixed_char
INSERT INTO sbtest{table} (k, c, pad) VALUES ($1, $2, $3)

-- name: random_points_item
${a}

-- name: random_points
-- rows: count
SELECT id, k, c, pad FROM sbtest{table} WHERE k IN ({items})

-- name: random_ranges_item
k BETWEEN ${a} AND ${b}

-- name: random_ranges
-- rows: count
SELECT count(k) FROM sbtest{table} WHERE {items}

-- name: bulk_insert_item
(${a}, ${b})

-- name: bulk_insert
INSERT INTO sbtest{table} (id, k) VALUES {items}
