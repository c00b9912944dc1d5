-- The five transactions of TPC-C r5.11, clause 2, for PostgreSQL 9.5 and later. Words in braces are values of the transaction;
-- {each_x} repeats the block part_x for every line of an order or every district of a Delivery, joined by commas.
-- Rows that are changed are locked before they are read (UPDATE ... RETURNING), so read committed loses no update.

-- Takes the order's number and reads what the terminal shows. The district's row lock is held to the end.
-- name: new_order_header
-- rows: keep
WITH d AS (
  UPDATE district SET d_next_o_id = d_next_o_id + 1
  WHERE d_w_id = {w_id} AND d_id = {d_id}
  RETURNING d_next_o_id - 1 AS o_id, d_tax
)
SELECT d.o_id, d.d_tax, w_tax, c_discount, c_last, c_credit
FROM d, warehouse, customer
WHERE w_id = {w_id} AND c_w_id = {w_id} AND c_d_id = {d_id} AND c_id = {c_id}

-- name: part_stock_line
({supply_w_id}, {i_id}, {quantity}, {remote})

-- Stock of all lines at once. An unused item finds no row and so comes back missing.
-- name: new_order_lines
-- rows: keep
UPDATE stock
SET s_quantity = CASE WHEN s_quantity >= v.quantity + 10 THEN s_quantity - v.quantity ELSE s_quantity - v.quantity + 91 END,
    s_ytd = s_ytd + v.quantity,
    s_order_cnt = s_order_cnt + 1,
    s_remote_cnt = s_remote_cnt + v.remote
FROM (VALUES {each_stock_line}) AS v (w_id, i_id, quantity, remote)
JOIN item ON item.i_id = v.i_id
WHERE s_w_id = v.w_id AND s_i_id = v.i_id
RETURNING s_i_id, CAST(i_price * 100 AS INTEGER),
  CASE {d_id} WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04 WHEN 5 THEN s_dist_05
    WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08 WHEN 9 THEN s_dist_09 ELSE s_dist_10 END,
  s_quantity, i_name,
  CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END

-- name: part_order_line
({o_id}, {d_id}, {w_id}, {number}, {i_id}, {supply_w_id}, {quantity}, {line_amount}, {dist_info})

-- ORDER, NEW-ORDER and all ORDER-LINE rows.
-- name: new_order_insert
WITH o AS (
  INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
  VALUES ({o_id}, {d_id}, {w_id}, {c_id}, {now}, {line_count}, {all_local})
), n AS (
  INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES ({o_id}, {d_id}, {w_id})
)
INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)
VALUES {each_order_line}

-- The client takes the middle row.
-- name: customers_by_name
-- rows: keep
SELECT c_id FROM customer
WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_last = {c_last}
ORDER BY c_first

-- All of Payment but BEGIN and COMMIT: customer, district, warehouse (the hottest row last), history, and what the terminal shows.
-- Each UPDATE reads the one before it, which makes that order certain: UPDATEs of one WITH run in the order the plan pulls them,
-- and sessions with different plans would lock these rows crosswise.
-- name: payment_read
-- rows: count
WITH c AS (
  UPDATE customer
  SET c_balance = c_balance - {amount},
      c_ytd_payment = c_ytd_payment + {amount},
      c_payment_cnt = c_payment_cnt + 1,
      c_data = CASE c_credit WHEN 'BC' THEN LEFT(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', {d_id}, ' ', {w_id}, ' ', {amount}, ' ', c_data), 500) ELSE c_data END
  WHERE c_w_id = {c_w_id} AND c_d_id = {c_d_id} AND c_id = {c_id}
  RETURNING c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
    c_credit_lim, c_discount, c_balance, CASE c_credit WHEN 'BC' THEN LEFT(c_data, 200) END AS c_data
), d AS (
  UPDATE district SET d_ytd = d_ytd + {amount} FROM c WHERE d_w_id = {w_id} AND d_id = {d_id}
  RETURNING d_name, d_street_1, d_street_2, d_city, d_state, d_zip
), w AS (
  UPDATE warehouse SET w_ytd = w_ytd + {amount} FROM d WHERE w_id = {w_id}
  RETURNING w_name, w_street_1, w_street_2, w_city, w_state, w_zip
), h AS (
  INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
  SELECT {c_id}, {c_d_id}, {c_w_id}, {d_id}, {w_id}, {now}, {amount}, w_name || '    ' || d_name FROM w, d
)
SELECT * FROM c, d, w

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
SELECT d_id, no_o_id
FROM generate_series(1, 10) AS d (d_id)
CROSS JOIN LATERAL (
  SELECT no_o_id FROM new_order WHERE no_w_id = {w_id} AND no_d_id = d.d_id ORDER BY no_o_id LIMIT 1
) n
ORDER BY d_id

-- name: part_parcel
({at_d_id}, {at_o_id})

-- Fewer rows than asked for: another Delivery took an order meanwhile.
-- name: delivery_take
DELETE FROM new_order
USING (VALUES {each_parcel}) AS v (d_id, o_id)
WHERE no_w_id = {w_id} AND no_d_id = v.d_id AND no_o_id = v.o_id

-- ORDER, ORDER-LINE and CUSTOMER of all districts.
-- name: delivery_totals
-- rows: count
WITH o AS (
  UPDATE orders SET o_carrier_id = {carrier_id}
  FROM (VALUES {each_parcel}) AS v (d_id, o_id)
  WHERE o_w_id = {w_id} AND o_d_id = v.d_id AND orders.o_id = v.o_id
  RETURNING o_d_id, o_c_id
), l AS (
  UPDATE order_line SET ol_delivery_d = {now}
  FROM (VALUES {each_parcel}) AS v (d_id, o_id)
  WHERE ol_w_id = {w_id} AND ol_d_id = v.d_id AND ol_o_id = v.o_id
  RETURNING ol_d_id, ol_amount
), t AS (
  SELECT ol_d_id, SUM(ol_amount) AS total FROM l GROUP BY ol_d_id
)
UPDATE customer SET c_balance = c_balance + t.total, c_delivery_cnt = c_delivery_cnt + 1
FROM o JOIN t ON t.ol_d_id = o.o_d_id
WHERE c_w_id = {w_id} AND c_d_id = o.o_d_id AND c_id = o.o_c_id

-- The order's number as a scalar subquery: joined to the district, the range of orders would be estimated at a third of all.
-- name: stock_level
-- rows: count
SELECT COUNT(DISTINCT s_i_id)
FROM order_line
JOIN stock ON s_w_id = {w_id} AND s_i_id = ol_i_id
WHERE ol_w_id = {w_id} AND ol_d_id = {d_id}
  AND ol_o_id >= (SELECT d_next_o_id - 20 FROM district WHERE d_w_id = {w_id} AND d_id = {d_id})
  AND ol_o_id < (SELECT d_next_o_id FROM district WHERE d_w_id = {w_id} AND d_id = {d_id})
  AND s_quantity < {threshold}
