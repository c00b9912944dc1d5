-- The five transactions of TPC-C r5.11, clause 2, as functions of PostgreSQL 9.5 and later: one call is one database transaction.
-- routine_* blocks make them, call_* blocks call them. p_lines holds the lines of an order, 19 digits each: number (2), round (2),
-- item (6), supplying warehouse (7), quantity (2); an item that comes up twice has its second line in round 2.

-- name: routine_new_order
CREATE OR REPLACE FUNCTION oltpsim_new_order(p_w_id INTEGER, p_d_id INTEGER, p_c_id INTEGER, p_count INTEGER, p_rounds INTEGER,
  p_all_local INTEGER, p_now TIMESTAMP, p_lines TEXT,
  OUT r_o_id BIGINT, OUT r_d_tax NUMERIC, OUT r_w_tax NUMERIC, OUT r_discount NUMERIC, OUT r_last TEXT, OUT r_credit TEXT)
LANGUAGE plpgsql AS $$
DECLARE
  v_found INTEGER := 0;
  v_now_found INTEGER;
  -- An array, because the planner takes any to hold ten elements: of generate_series it would expect fewer rows once it knows
  -- the arguments, and so plan the statement anew in each call.
  v_at INTEGER[] := (ARRAY[0, 19, 38, 57, 76, 95, 114, 133, 152, 171, 190, 209, 228, 247, 266])[1:p_count];
BEGIN
  UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = p_w_id AND d_id = p_d_id
  RETURNING d_next_o_id - 1, d_tax INTO r_o_id, r_d_tax;
  SELECT w_tax, c_discount, c_last, c_credit INTO r_w_tax, r_discount, r_last, r_credit
  FROM warehouse, customer
  WHERE w_id = p_w_id AND c_w_id = p_w_id AND c_d_id = p_d_id AND c_id = p_c_id;
  INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
  VALUES (r_o_id, p_d_id, p_w_id, p_c_id, p_now, p_count, p_all_local);
  INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (r_o_id, p_d_id, p_w_id);
  FOR v_round IN 1..p_rounds LOOP
    WITH s AS (
      UPDATE stock
      SET s_quantity = CASE WHEN s_quantity >= v.quantity + 10 THEN s_quantity - v.quantity ELSE s_quantity - v.quantity + 91 END,
          s_ytd = s_ytd + v.quantity,
          s_order_cnt = s_order_cnt + 1,
          s_remote_cnt = s_remote_cnt + CASE WHEN v.w_id = p_w_id THEN 0 ELSE 1 END
      FROM (
        SELECT SUBSTR(p_lines, n + 1, 2)::INTEGER AS number, SUBSTR(p_lines, n + 5, 6)::INTEGER AS i_id,
          SUBSTR(p_lines, n + 11, 7)::INTEGER AS w_id, SUBSTR(p_lines, n + 18, 2)::INTEGER AS quantity
        FROM UNNEST(v_at) AS n
        WHERE SUBSTR(p_lines, n + 3, 2)::INTEGER = v_round
      ) v
      JOIN item ON item.i_id = v.i_id
      WHERE s_w_id = v.w_id AND s_i_id = v.i_id
      RETURNING v.number, s_i_id, s_w_id, v.quantity, v.quantity * i_price AS amount,
        CASE p_d_id WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04 WHEN 5 THEN s_dist_05
          WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08 WHEN 9 THEN s_dist_09 ELSE s_dist_10 END AS dist_info
    )
    INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)
    SELECT r_o_id, p_d_id, p_w_id, number, s_i_id, s_w_id, quantity, amount, dist_info FROM s;
    GET DIAGNOSTICS v_now_found = ROW_COUNT;
    v_found := v_found + v_now_found;
  END LOOP;
  IF v_found < p_count THEN
    RAISE EXCEPTION 'Item number is not valid' USING ERRCODE = 'TC001';
  END IF;
END $$

-- name: call_new_order
-- rows: keep
-- writes: yes
SELECT * FROM oltpsim_new_order({w_id}, {d_id}, {c_id}, {line_count}, {rounds}, {all_local}, {now}, {lines_text})

-- A customer number of 0 means: by last name, the middle one.
-- name: routine_payment
CREATE OR REPLACE FUNCTION oltpsim_payment(p_w_id INTEGER, p_d_id INTEGER, p_c_w_id INTEGER, p_c_d_id INTEGER, p_c_id INTEGER,
  p_c_last TEXT, p_amount NUMERIC, p_now TIMESTAMP,
  OUT r_c_id INTEGER, OUT r_w_name TEXT, OUT r_d_name TEXT, OUT r_first TEXT, OUT r_credit TEXT, OUT r_discount NUMERIC,
  OUT r_balance NUMERIC, OUT r_data TEXT)
LANGUAGE plpgsql AS $$
BEGIN
  r_c_id := p_c_id;
  IF p_c_id = 0 THEN
    SELECT (ARRAY_AGG(c_id ORDER BY c_first))[(COUNT(*) + 1) / 2] INTO r_c_id FROM customer
    WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last;
  END IF;
  UPDATE customer
  SET c_balance = c_balance - p_amount,
      c_ytd_payment = c_ytd_payment + p_amount,
      c_payment_cnt = c_payment_cnt + 1,
      c_data = CASE c_credit WHEN 'BC' THEN LEFT(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', p_d_id, ' ', p_w_id, ' ', p_amount, ' ', c_data), 500) ELSE c_data END
  WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = r_c_id
  RETURNING c_first, c_credit, c_discount, c_balance, CASE c_credit WHEN 'BC' THEN LEFT(c_data, 200) END
  INTO r_first, r_credit, r_discount, r_balance, r_data;
  -- The hottest row last.
  UPDATE district SET d_ytd = d_ytd + p_amount WHERE d_w_id = p_w_id AND d_id = p_d_id RETURNING d_name INTO r_d_name;
  UPDATE warehouse SET w_ytd = w_ytd + p_amount WHERE w_id = p_w_id RETURNING w_name INTO r_w_name;
  INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
  VALUES (r_c_id, p_c_d_id, p_c_w_id, p_d_id, p_w_id, p_now, p_amount, r_w_name || '    ' || r_d_name);
END $$

-- name: call_payment
-- rows: count
-- writes: yes
SELECT * FROM oltpsim_payment({w_id}, {d_id}, {c_w_id}, {c_d_id}, {c_id}, {c_last}, {amount}, {now})

-- name: routine_order_status
CREATE OR REPLACE FUNCTION oltpsim_order_status(p_c_w_id INTEGER, p_c_d_id INTEGER, p_c_id INTEGER, p_c_last TEXT)
RETURNS TABLE (r_c_id INTEGER, r_balance NUMERIC, r_o_id BIGINT, r_carrier_id SMALLINT, r_i_id INTEGER, r_supply_w_id INTEGER,
  r_quantity SMALLINT, r_amount NUMERIC, r_delivery_d TIMESTAMP)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_c_id INTEGER := p_c_id;
BEGIN
  IF p_c_id = 0 THEN
    SELECT (ARRAY_AGG(c_id ORDER BY c_first))[(COUNT(*) + 1) / 2] INTO v_c_id FROM customer
    WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last;
  END IF;
  RETURN QUERY
  SELECT c_id, c_balance, o_id, o_carrier_id, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
  FROM customer
  CROSS JOIN LATERAL (
    SELECT o_w_id, o_d_id, o_id, o_carrier_id FROM orders
    WHERE o_w_id = p_c_w_id AND o_d_id = p_c_d_id AND o_c_id = v_c_id
    ORDER BY o_id DESC LIMIT 1
  ) o
  JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
  WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id;
END $$

-- name: call_order_status
-- rows: count
SELECT * FROM oltpsim_order_status({c_w_id}, {c_d_id}, {c_id}, {c_last})

-- Answers the number of districts that had an order to deliver.
-- name: routine_delivery
CREATE OR REPLACE FUNCTION oltpsim_delivery(p_w_id INTEGER, p_carrier_id INTEGER, p_now TIMESTAMP)
RETURNS INTEGER
LANGUAGE plpgsql AS $$
DECLARE
  v_delivered INTEGER := 0;
  v_o_id BIGINT;
  v_c_id INTEGER;
  v_total NUMERIC;
BEGIN
  FOR v_d_id IN 1..10 LOOP
    -- Another Delivery may take the order between the look and the DELETE: look again then.
    LOOP
      SELECT no_o_id INTO v_o_id FROM new_order WHERE no_w_id = p_w_id AND no_d_id = v_d_id ORDER BY no_o_id LIMIT 1;
      EXIT WHEN NOT FOUND;
      DELETE FROM new_order WHERE no_w_id = p_w_id AND no_d_id = v_d_id AND no_o_id = v_o_id;
      EXIT WHEN FOUND;
    END LOOP;
    CONTINUE WHEN v_o_id IS NULL;
    UPDATE orders SET o_carrier_id = p_carrier_id WHERE o_w_id = p_w_id AND o_d_id = v_d_id AND o_id = v_o_id
    RETURNING o_c_id INTO v_c_id;
    WITH l AS (
      UPDATE order_line SET ol_delivery_d = p_now WHERE ol_w_id = p_w_id AND ol_d_id = v_d_id AND ol_o_id = v_o_id
      RETURNING ol_amount
    )
    SELECT SUM(ol_amount) INTO v_total FROM l;
    UPDATE customer SET c_balance = c_balance + v_total, c_delivery_cnt = c_delivery_cnt + 1
    WHERE c_w_id = p_w_id AND c_d_id = v_d_id AND c_id = v_c_id;
    v_delivered := v_delivered + 1;
  END LOOP;
  RETURN v_delivered;
END $$

-- name: call_delivery
-- rows: count
-- writes: yes
SELECT oltpsim_delivery({w_id}, {carrier_id}, {now})

-- name: routine_stock_level
CREATE OR REPLACE FUNCTION oltpsim_stock_level(p_w_id INTEGER, p_d_id INTEGER, p_threshold INTEGER)
RETURNS BIGINT
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_next BIGINT;
BEGIN
  SELECT d_next_o_id INTO v_next FROM district WHERE d_w_id = p_w_id AND d_id = p_d_id;
  RETURN (
    SELECT COUNT(DISTINCT s_i_id)
    FROM order_line
    JOIN stock ON s_w_id = p_w_id AND s_i_id = ol_i_id
    WHERE ol_w_id = p_w_id AND ol_d_id = p_d_id AND ol_o_id >= v_next - 20 AND ol_o_id < v_next AND s_quantity < p_threshold
  );
END $$

-- name: call_stock_level
-- rows: count
SELECT oltpsim_stock_level({w_id}, {d_id}, {threshold})
