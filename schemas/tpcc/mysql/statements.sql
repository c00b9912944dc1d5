-- The five transactions of TPC-C r5.11, clause 2, for MySQL, Percona Server and MariaDB (5.5 and later). Words in braces are
-- values of the transaction; {each_x} repeats the block part_x for every line of an order or every district of a Delivery,
-- joined by commas, by OR (x_or) or by blanks (x_case).
-- Rows are changed first and read afterwards in the same transaction: the row lock is taken by the UPDATE, and a plain SELECT
-- sees its own transaction's rows at every isolation level.

-- name: new_order_district
UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = {w_id} AND d_id = {d_id}

-- name: new_order_header
-- rows: keep
SELECT d_next_o_id - 1, d_tax, w_tax, c_discount, c_last, c_credit
FROM district, warehouse, customer
WHERE d_w_id = {w_id} AND d_id = {d_id} AND w_id = {w_id} AND c_w_id = {w_id} AND c_d_id = {d_id} AND c_id = {c_id}

-- name: part_quantity_case
WHEN {i_id} THEN {quantity}

-- name: part_stock_or
(s_w_id = {supply_w_id} AND s_i_id = {i_id})

-- Stock of all lines at once; an item comes up once in a statement. The new quantity is old - ordered, plus 91 where that
-- is below 10: both cases are 10 + (old - ordered - 10) mod 91.
-- name: new_order_stock
UPDATE stock
SET s_quantity = 10 + MOD(s_quantity + 81 - CASE s_i_id {each_quantity_case} END, 91),
    s_ytd = s_ytd + CASE s_i_id {each_quantity_case} END,
    s_order_cnt = s_order_cnt + 1,
    s_remote_cnt = s_remote_cnt + (s_w_id <> {w_id})
WHERE {each_stock_or}

-- An unused item finds no row and so comes back missing.
-- name: new_order_lines
-- rows: keep
SELECT s_i_id, CAST(i_price * 100 AS SIGNED),
  ELT({d_id}, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10),
  s_quantity, i_name, IF(i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%', 'B', 'G')
FROM stock JOIN item ON i_id = s_i_id
WHERE {each_stock_or}

-- name: new_order_order
INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
VALUES ({o_id}, {d_id}, {w_id}, {c_id}, {now}, {line_count}, {all_local})

-- name: new_order_queue
INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES ({o_id}, {d_id}, {w_id})

-- name: part_order_line
({o_id}, {d_id}, {w_id}, {number}, {i_id}, {supply_w_id}, {quantity}, {line_amount}, {dist_info})

-- name: new_order_insert
INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)
VALUES {each_order_line}

-- The client takes the middle row.
-- name: customers_by_name
-- rows: keep
SELECT c_id FROM customer
WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_last = {c_last}
ORDER BY c_first

-- name: payment_warehouse
UPDATE warehouse SET w_ytd = w_ytd + {amount} WHERE w_id = {w_id}

-- name: payment_district
UPDATE district SET d_ytd = d_ytd + {amount} WHERE d_w_id = {w_id} AND d_id = {d_id}

-- name: payment_customer
UPDATE customer
SET c_balance = c_balance - {amount},
    c_ytd_payment = c_ytd_payment + {amount},
    c_payment_cnt = c_payment_cnt + 1,
    c_data = IF(c_credit = 'BC', LEFT(CONCAT_WS(' ', c_id, c_d_id, c_w_id, {d_id}, {w_id}, {amount}, c_data), 500), c_data)
WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}

-- name: payment_read
-- rows: count
SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip, d_name, d_street_1, d_street_2, d_city, d_state, d_zip,
  c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit, c_credit_lim,
  c_discount, c_balance, IF(c_credit = 'BC', LEFT(c_data, 200), NULL)
FROM warehouse, district, customer
WHERE w_id = {w_id} AND d_w_id = {w_id} AND d_id = {d_id} AND c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}

-- name: payment_history
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
SELECT {c_id}, {c_d_id}, {c_w_id}, {d_id}, {w_id}, {now}, {amount}, CONCAT(w_name, '    ', d_name)
FROM warehouse, district
WHERE w_id = {w_id} AND d_w_id = {w_id} AND d_id = {d_id}

-- name: order_status_customer
-- rows: count
SELECT c_balance, c_first, c_middle, c_last FROM customer
WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}

-- name: order_status_lines
-- rows: count
SELECT o_id, o_entry_d, o_carrier_id, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
FROM (
  SELECT o_w_id, o_d_id, o_id, o_entry_d, o_carrier_id FROM orders
  WHERE o_w_id = {c_w_id} AND o_d_id = {c_d_id} AND o_c_id = {c_id}
  ORDER BY o_id DESC LIMIT 1
) o
JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id

-- One index look-up per district, without locks: a locking one would also lock the gap in which the district before places
-- its new orders. delivery_take finds out when another Delivery was faster.
-- name: delivery_oldest
-- rows: keep
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 1 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 2 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 3 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 4 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 5 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 6 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 7 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 8 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 9 ORDER BY no_o_id LIMIT 1)
UNION ALL
(SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = 10 ORDER BY no_o_id LIMIT 1)

-- name: part_waiting_or
(no_w_id = {w_id} AND no_d_id = {at_d_id} AND no_o_id = {at_o_id})

-- Fewer rows than asked for: another Delivery took an order meanwhile.
-- name: delivery_take
DELETE FROM new_order WHERE {each_waiting_or}

-- name: part_order_or
(o_w_id = {w_id} AND o_d_id = {at_d_id} AND o_id = {at_o_id})

-- name: delivery_orders
UPDATE orders SET o_carrier_id = {carrier_id} WHERE {each_order_or}

-- name: part_line_or
(ol_w_id = {w_id} AND ol_d_id = {at_d_id} AND ol_o_id = {at_o_id})

-- name: delivery_lines
UPDATE order_line SET ol_delivery_d = {now} WHERE {each_line_or}

-- name: delivery_totals
-- rows: keep
SELECT o_d_id, o_c_id, CAST(SUM(ol_amount) * 100 AS SIGNED)
FROM orders
JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE {each_order_or}
GROUP BY o_d_id, o_c_id

-- name: part_total_case
WHEN {at_d_id} THEN {at_amount}

-- name: part_customer_or
(c_w_id = {w_id} AND c_d_id = {at_d_id} AND c_id = {at_c_id})

-- name: delivery_customers
UPDATE customer
SET c_balance = c_balance + CASE c_d_id {each_total_case} END, c_delivery_cnt = c_delivery_cnt + 1
WHERE {each_customer_or}

-- name: stock_level
-- rows: count
SELECT COUNT(DISTINCT s_i_id)
FROM district
JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id
JOIN stock ON s_w_id = {w_id} AND s_i_id = ol_i_id
WHERE d_w_id = {w_id} AND d_id = {d_id} AND s_quantity < {threshold}
