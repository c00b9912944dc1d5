-- The five transactions of TPC-C r5.11, clause 2, for SQLite 3.24 and later. Words in braces are values of the transaction;
-- {each_x} repeats the block part_x for every line of an order or every district of a Delivery, joined by commas, by OR (x_or)
-- or by blanks (x_case). Money is whole cents. A transaction that writes is the only one, from BEGIN IMMEDIATE to its end.

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
SET s_quantity = 10 + (s_quantity + 81 - CASE s_i_id {each_quantity_case} END) % 91,
    s_ytd = s_ytd + CASE s_i_id {each_quantity_case} END,
    s_order_cnt = s_order_cnt + 1,
    s_remote_cnt = s_remote_cnt + (s_w_id <> {w_id})
WHERE {each_stock_or}

-- An unused item finds no row and so comes back missing.
-- name: new_order_lines
-- rows: keep
SELECT s_i_id, CAST(i_price AS INTEGER),
  CASE {d_id} WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04 WHEN 5 THEN s_dist_05
    WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08 WHEN 9 THEN s_dist_09 ELSE s_dist_10 END,
  s_quantity, i_name, CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END
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
    c_data = CASE c_credit WHEN 'BC' THEN SUBSTR(c_id || ' ' || c_d_id || ' ' || c_w_id || ' ' || {d_id} || ' ' || {w_id} || ' ' ||
      ({amount} / 100) || '.' || SUBSTR('0' || ({amount} % 100), -2) || ' ' || c_data, 1, 500) ELSE c_data END
WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}

-- name: payment_read
-- rows: count
SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip, d_name, d_street_1, d_street_2, d_city, d_state, d_zip,
  c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit, c_credit_lim,
  c_discount, c_balance, CASE c_credit WHEN 'BC' THEN SUBSTR(c_data, 1, 200) END
FROM warehouse, district, customer
WHERE w_id = {w_id} AND d_w_id = {w_id} AND d_id = {d_id} AND c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}

-- name: payment_history
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
SELECT {c_id}, {c_d_id}, {c_w_id}, {d_id}, {w_id}, {now}, {amount}, w_name || '    ' || d_name
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

-- One index look-up per district; a district without waiting orders has no row.
-- name: delivery_oldest
-- rows: keep
SELECT d_id, (SELECT MIN(no_o_id) FROM new_order WHERE no_w_id = {w_id} AND no_d_id = d_id) AS oldest
FROM district
WHERE d_w_id = {w_id} AND oldest IS NOT NULL
ORDER BY d_id

-- name: part_waiting_or
(no_w_id = {w_id} AND no_d_id = {at_d_id} AND no_o_id = {at_o_id})

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
SELECT o_d_id, o_c_id, SUM(ol_amount)
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
