-- The five transactions of TPC-C r5.11, clause 2, in T-SQL, with nothing newer than SQL Server 2014. Words in braces are values
-- of the transaction; {each_x} repeats the block part_x for every line of an order or every district of a Delivery, joined by
-- commas or by blanks (x_case). A SELECT behind an UPDATE in the same batch saves a round trip; OUTPUT would save a look-up more, but
-- Babelfish refuses it with joined tables or CASE, and broke down on it under load. A batch has no semicolons: a block is one text.
-- What is read to be changed later is read WITH (UPDLOCK).

-- Takes the order's number and reads what the terminal shows, in one batch. The district's row lock is held to the end.
-- name: new_order_header
-- rows: keep
UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = {w_id} AND d_id = {d_id}
SELECT d.d_next_o_id - 1, d.d_tax, w.w_tax, c.c_discount, c.c_last, c.c_credit
FROM district d
JOIN warehouse w ON w.w_id = d.d_w_id
JOIN customer c ON c.c_w_id = d.d_w_id AND c.c_d_id = d.d_id AND c.c_id = {c_id}
WHERE d.d_w_id = {w_id} AND d.d_id = {d_id}

-- name: part_stock_line
({supply_w_id}, {i_id}, {quantity}, {remote})

-- name: part_stock_key
({supply_w_id}, {i_id})

-- Stock of all lines at once; an item comes up once in a statement. An unused item finds no row and so comes back missing.
-- name: new_order_lines
-- rows: keep
UPDATE s
SET s_quantity = CASE WHEN s.s_quantity >= v.quantity + 10 THEN s.s_quantity - v.quantity ELSE s.s_quantity - v.quantity + 91 END,
    s_ytd = s.s_ytd + v.quantity,
    s_order_cnt = s.s_order_cnt + 1,
    s_remote_cnt = s.s_remote_cnt + v.remote
FROM (VALUES {each_stock_line}) AS v (w_id, i_id, quantity, remote)
JOIN item i ON i.i_id = v.i_id
JOIN stock s ON s.s_w_id = v.w_id AND s.s_i_id = v.i_id
SELECT s.s_i_id, CAST(i.i_price * 100 AS INT),
  CASE {d_id} WHEN 1 THEN s.s_dist_01 WHEN 2 THEN s.s_dist_02 WHEN 3 THEN s.s_dist_03 WHEN 4 THEN s.s_dist_04 WHEN 5 THEN s.s_dist_05
    WHEN 6 THEN s.s_dist_06 WHEN 7 THEN s.s_dist_07 WHEN 8 THEN s.s_dist_08 WHEN 9 THEN s.s_dist_09 ELSE s.s_dist_10 END,
  s.s_quantity, i.i_name, CASE WHEN i.i_data LIKE '%ORIGINAL%' AND s.s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END
FROM (VALUES {each_stock_key}) AS v (w_id, i_id)
JOIN item i ON i.i_id = v.i_id
JOIN stock s ON s.s_w_id = v.w_id AND s.s_i_id = v.i_id

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
-- rows: count
UPDATE warehouse SET w_ytd = w_ytd + {amount} WHERE w_id = {w_id}
SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse WHERE w_id = {w_id}

-- name: payment_district
-- rows: count
UPDATE district SET d_ytd = d_ytd + {amount} WHERE d_w_id = {w_id} AND d_id = {d_id}
SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip FROM district WHERE d_w_id = {w_id} AND d_id = {d_id}

-- name: payment_read
-- rows: count
UPDATE customer
SET c_balance = c_balance - {amount},
    c_ytd_payment = c_ytd_payment + {amount},
    c_payment_cnt = c_payment_cnt + 1,
    c_data = CASE c_credit WHEN 'BC' THEN LEFT(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', {d_id}, ' ', {w_id}, ' ', {amount}, ' ', c_data), 500) ELSE c_data END
WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}
SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit, c_credit_lim, c_discount,
  c_balance, CASE c_credit WHEN 'BC' THEN LEFT(c_data, 200) END
FROM customer
WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}

-- name: payment_history
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
SELECT {c_id}, {c_d_id}, {c_w_id}, {d_id}, {w_id}, {now}, {amount}, CONCAT(w_name, '    ', d_name)
FROM warehouse
JOIN district ON d_w_id = w_id
WHERE w_id = {w_id} AND d_id = {d_id}

-- name: order_status_customer
-- rows: count
SELECT c_balance, c_first, c_middle, c_last FROM customer
WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}

-- name: order_status_lines
-- rows: count
SELECT o_id, o_entry_d, o_carrier_id, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
FROM (
  SELECT TOP (1) o_w_id, o_d_id, o_id, o_entry_d, o_carrier_id FROM orders
  WHERE o_w_id = {c_w_id} AND o_d_id = {c_d_id} AND o_c_id = {c_id}
  ORDER BY o_id DESC
) AS o
JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id

-- Locks the first entry of each district, so that a second Delivery waits here; a district without waiting orders has no row.
-- name: delivery_oldest
-- rows: keep
SELECT d_id, no_o_id
FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS d (d_id)
CROSS APPLY (
  SELECT TOP (1) no_o_id FROM new_order WITH (UPDLOCK, ROWLOCK) WHERE no_w_id = {w_id} AND no_d_id = d.d_id ORDER BY no_o_id
) AS n
ORDER BY d_id

-- name: part_parcel
({at_d_id}, {at_o_id})

-- Fewer rows than asked for: another Delivery took an order meanwhile.
-- name: delivery_take
DELETE n
FROM (VALUES {each_parcel}) AS v (d_id, o_id)
JOIN new_order n ON n.no_w_id = {w_id} AND n.no_d_id = v.d_id AND n.no_o_id = v.o_id

-- name: delivery_orders
UPDATE o
SET o_carrier_id = {carrier_id}
FROM (VALUES {each_parcel}) AS v (d_id, o_id)
JOIN orders o ON o.o_w_id = {w_id} AND o.o_d_id = v.d_id AND o.o_id = v.o_id

-- name: delivery_lines
UPDATE l
SET ol_delivery_d = {now}
FROM (VALUES {each_parcel}) AS v (d_id, o_id)
JOIN order_line l ON l.ol_w_id = {w_id} AND l.ol_d_id = v.d_id AND l.ol_o_id = v.o_id

-- name: delivery_totals
-- rows: keep
SELECT o_d_id, o_c_id, CAST(SUM(ol_amount) * 100 AS BIGINT)
FROM (VALUES {each_parcel}) AS v (d_id, o_id)
JOIN orders ON o_w_id = {w_id} AND o_d_id = v.d_id AND orders.o_id = v.o_id
JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = orders.o_id
GROUP BY o_d_id, o_c_id

-- name: part_total
({at_d_id}, {at_c_id}, {at_amount})

-- name: delivery_customers
UPDATE c
SET c_balance = c.c_balance + v.total, c_delivery_cnt = c.c_delivery_cnt + 1
FROM (VALUES {each_total}) AS v (d_id, c_id, total)
JOIN customer c ON c.c_w_id = {w_id} AND c.c_d_id = v.d_id AND c.c_id = v.c_id

-- name: stock_level
-- rows: count
SELECT COUNT(DISTINCT s_i_id)
FROM district
JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id
JOIN stock ON s_w_id = {w_id} AND s_i_id = ol_i_id
WHERE d_w_id = {w_id} AND d_id = {d_id} AND s_quantity < {threshold}
