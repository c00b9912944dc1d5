-- The consistency conditions of TPC-C r5.11, clause 3.3.2, for SQL Server 2014 and later: each query returns the rows that
-- break one. {first} and {last} are warehouses. Sums that find no row count as 0, so no NULL hides a difference.

-- One moment for all checks: a snapshot where the database allows it, else locks. Then readers block writers, and the other way
-- round: checks run while nothing else does. A block whose name ends in _text answers what is to be run.
-- name: snapshot_begin_1_text
SELECT CASE WHEN EXISTS (SELECT 1 FROM sys.databases WHERE name = DB_NAME() AND snapshot_isolation_state = 1)
  THEN 'SET TRANSACTION ISOLATION LEVEL SNAPSHOT' ELSE 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE' END

-- name: snapshot_begin_2
BEGIN TRANSACTION

-- name: snapshot_end
COMMIT TRANSACTION

-- name: count_rows
SELECT COUNT_BIG(*) FROM {table}

-- name: check_3_3_2_1
SELECT TOP (20) w_id, w_ytd, COALESCE(total, 0)
FROM warehouse
LEFT JOIN (SELECT d_w_id, SUM(d_ytd) AS total FROM district WHERE d_w_id BETWEEN {first} AND {last} GROUP BY d_w_id) d
  ON d_w_id = w_id
WHERE w_id BETWEEN {first} AND {last} AND w_ytd <> COALESCE(total, 0)

-- name: check_3_3_2_2
SELECT TOP (20) d_w_id, d_id, d_next_o_id - 1, max_o_id, max_no_o_id
FROM district
LEFT JOIN (SELECT o_w_id, o_d_id, MAX(o_id) AS max_o_id FROM orders WHERE o_w_id BETWEEN {first} AND {last} GROUP BY o_w_id, o_d_id) o
  ON o_w_id = d_w_id AND o_d_id = d_id
LEFT JOIN (SELECT no_w_id, no_d_id, MAX(no_o_id) AS max_no_o_id FROM new_order WHERE no_w_id BETWEEN {first} AND {last} GROUP BY no_w_id, no_d_id) n
  ON no_w_id = d_w_id AND no_d_id = d_id
WHERE d_w_id BETWEEN {first} AND {last}
  AND (COALESCE(max_o_id, 0) <> d_next_o_id - 1 OR COALESCE(max_no_o_id, d_next_o_id - 1) <> d_next_o_id - 1)

-- name: check_3_3_2_3
SELECT TOP (20) no_w_id, no_d_id, MIN(no_o_id), MAX(no_o_id), COUNT_BIG(*)
FROM new_order
WHERE no_w_id BETWEEN {first} AND {last}
GROUP BY no_w_id, no_d_id
HAVING MAX(no_o_id) - MIN(no_o_id) + 1 <> COUNT_BIG(*)

-- name: check_3_3_2_4
SELECT TOP (20) d_w_id, d_id, COALESCE(declared, 0), COALESCE(counted, 0)
FROM district
LEFT JOIN (SELECT o_w_id, o_d_id, SUM(CAST(o_ol_cnt AS BIGINT)) AS declared FROM orders WHERE o_w_id BETWEEN {first} AND {last} GROUP BY o_w_id, o_d_id) o
  ON o_w_id = d_w_id AND o_d_id = d_id
LEFT JOIN (SELECT ol_w_id, ol_d_id, COUNT_BIG(*) AS counted FROM order_line WHERE ol_w_id BETWEEN {first} AND {last} GROUP BY ol_w_id, ol_d_id) l
  ON ol_w_id = d_w_id AND ol_d_id = d_id
WHERE d_w_id BETWEEN {first} AND {last} AND COALESCE(declared, 0) <> COALESCE(counted, 0)

-- name: check_3_3_2_5
SELECT TOP (20) o_w_id, o_d_id, o_id, o_carrier_id, no_o_id
FROM orders
LEFT JOIN new_order ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id
WHERE o_w_id BETWEEN {first} AND {last}
  AND ((o_carrier_id IS NULL AND no_o_id IS NULL) OR (o_carrier_id IS NOT NULL AND no_o_id IS NOT NULL))
UNION ALL
SELECT no_w_id, no_d_id, no_o_id, NULL, no_o_id
FROM new_order
WHERE no_w_id BETWEEN {first} AND {last}
  AND NOT EXISTS (SELECT 1 FROM orders WHERE o_w_id = no_w_id AND o_d_id = no_d_id AND o_id = no_o_id)

-- name: check_3_3_2_6
SELECT TOP (20) o_w_id, o_d_id, o_id, o_ol_cnt, COALESCE(counted, 0)
FROM orders
LEFT JOIN (SELECT ol_w_id, ol_d_id, ol_o_id, COUNT_BIG(*) AS counted FROM order_line WHERE ol_w_id BETWEEN {first} AND {last} GROUP BY ol_w_id, ol_d_id, ol_o_id) l
  ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE o_w_id BETWEEN {first} AND {last} AND o_ol_cnt <> COALESCE(counted, 0)
UNION ALL
SELECT ol_w_id, ol_d_id, ol_o_id, NULL, COUNT_BIG(*)
FROM order_line
LEFT JOIN orders ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
WHERE ol_w_id BETWEEN {first} AND {last} AND o_id IS NULL
GROUP BY ol_w_id, ol_d_id, ol_o_id

-- name: check_3_3_2_7
SELECT TOP (20) ol_w_id, ol_d_id, ol_o_id, ol_number, ol_delivery_d, o_carrier_id
FROM order_line
LEFT JOIN orders ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
WHERE ol_w_id BETWEEN {first} AND {last}
  AND ((ol_delivery_d IS NULL AND o_carrier_id IS NOT NULL) OR (ol_delivery_d IS NOT NULL AND o_carrier_id IS NULL))

-- name: check_3_3_2_8
SELECT TOP (20) w_id, w_ytd, COALESCE(total, 0)
FROM warehouse
LEFT JOIN (SELECT h_w_id, SUM(h_amount) AS total FROM history GROUP BY h_w_id) h ON h_w_id = w_id
WHERE w_id BETWEEN {first} AND {last} AND w_ytd <> COALESCE(total, 0)

-- name: check_3_3_2_9
SELECT TOP (20) d_w_id, d_id, d_ytd, COALESCE(total, 0)
FROM district
LEFT JOIN (SELECT h_w_id, h_d_id, SUM(h_amount) AS total FROM history GROUP BY h_w_id, h_d_id) h
  ON h_w_id = d_w_id AND h_d_id = d_id
WHERE d_w_id BETWEEN {first} AND {last} AND d_ytd <> COALESCE(total, 0)

-- name: check_3_3_2_10
SELECT TOP (20) c_w_id, c_d_id, c_id, c_balance, COALESCE(delivered, 0), COALESCE(paid, 0)
FROM customer
LEFT JOIN (SELECT o_w_id, o_d_id, o_c_id, SUM(ol_amount) AS delivered
  FROM orders
  JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
  WHERE o_w_id BETWEEN {first} AND {last} AND ol_delivery_d IS NOT NULL
  GROUP BY o_w_id, o_d_id, o_c_id) l
  ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
LEFT JOIN (SELECT h_c_w_id, h_c_d_id, h_c_id, SUM(h_amount) AS paid FROM history GROUP BY h_c_w_id, h_c_d_id, h_c_id) h
  ON h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id
WHERE c_w_id BETWEEN {first} AND {last} AND c_balance <> COALESCE(delivered, 0) - COALESCE(paid, 0)

-- name: check_3_3_2_11
SELECT TOP (20) d_w_id, d_id, COALESCE(placed, 0), COALESCE(waiting, 0)
FROM district
LEFT JOIN (SELECT o_w_id, o_d_id, COUNT_BIG(*) AS placed FROM orders WHERE o_w_id BETWEEN {first} AND {last} GROUP BY o_w_id, o_d_id) o
  ON o_w_id = d_w_id AND o_d_id = d_id
LEFT JOIN (SELECT no_w_id, no_d_id, COUNT_BIG(*) AS waiting FROM new_order WHERE no_w_id BETWEEN {first} AND {last} GROUP BY no_w_id, no_d_id) n
  ON no_w_id = d_w_id AND no_d_id = d_id
WHERE d_w_id BETWEEN {first} AND {last} AND COALESCE(placed, 0) - COALESCE(waiting, 0) <> 2100

-- name: check_3_3_2_12
SELECT TOP (20) c_w_id, c_d_id, c_id, c_balance, c_ytd_payment, COALESCE(delivered, 0)
FROM customer
LEFT JOIN (SELECT o_w_id, o_d_id, o_c_id, SUM(ol_amount) AS delivered
  FROM orders
  JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
  WHERE o_w_id BETWEEN {first} AND {last} AND ol_delivery_d IS NOT NULL
  GROUP BY o_w_id, o_d_id, o_c_id) l
  ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
WHERE c_w_id BETWEEN {first} AND {last} AND c_balance + c_ytd_payment <> COALESCE(delivered, 0)

-- What a run wants to know of a database.
-- name: metadata
SELECT m_warehouses, m_c_load, m_generator FROM tpcc_metadata
