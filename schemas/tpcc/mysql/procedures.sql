-- The five transactions of TPC-C r5.11, clause 2, as stored procedures of MySQL, Percona Server and MariaDB (5.5 and later): one
-- call is one database transaction. routine_* blocks make them, call_* blocks call them. p_lines holds the lines of an order, 19
-- digits each: number (2), round (2, not used here), item (6), supplying warehouse (7), quantity (2).

-- name: routine_new_order_1
DROP PROCEDURE IF EXISTS oltpsim_new_order

-- Answers the order's number, or 0 after an unused item, when everything is rolled back.
-- name: routine_new_order_2
CREATE PROCEDURE oltpsim_new_order(p_w_id INT, p_d_id INT, p_c_id INT, p_count INT, p_rounds INT, p_all_local INT,
  p_now DATETIME, p_lines VARCHAR(300) CHARACTER SET latin1)
BEGIN
  DECLARE v_o_id BIGINT;
  DECLARE v_d_tax, v_w_tax, v_discount DECIMAL(4,4);
  DECLARE v_last VARCHAR(16) CHARACTER SET latin1;
  DECLARE v_credit CHAR(2) CHARACTER SET latin1;
  DECLARE v_at INT DEFAULT 1;
  DECLARE v_item, v_supply, v_quantity, v_found INT DEFAULT 0;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;
  START TRANSACTION;
  UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = p_w_id AND d_id = p_d_id;
  SELECT d_next_o_id - 1, d_tax, w_tax, c_discount, c_last, c_credit
  INTO v_o_id, v_d_tax, v_w_tax, v_discount, v_last, v_credit
  FROM district, warehouse, customer
  WHERE d_w_id = p_w_id AND d_id = p_d_id AND w_id = p_w_id AND c_w_id = p_w_id AND c_d_id = p_d_id AND c_id = p_c_id;
  INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
  VALUES (v_o_id, p_d_id, p_w_id, p_c_id, p_now, p_count, p_all_local);
  INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (v_o_id, p_d_id, p_w_id);
  WHILE v_at < p_count * 19 DO
    SET v_item = SUBSTRING(p_lines, v_at + 4, 6), v_supply = SUBSTRING(p_lines, v_at + 10, 7),
        v_quantity = SUBSTRING(p_lines, v_at + 17, 2);
    UPDATE stock
    SET s_quantity = 10 + MOD(s_quantity + 81 - v_quantity, 91),
        s_ytd = s_ytd + v_quantity,
        s_order_cnt = s_order_cnt + 1,
        s_remote_cnt = s_remote_cnt + (v_supply <> p_w_id)
    WHERE s_w_id = v_supply AND s_i_id = v_item;
    INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)
    SELECT v_o_id, p_d_id, p_w_id, SUBSTRING(p_lines, v_at, 2), v_item, v_supply, v_quantity, v_quantity * i_price,
      ELT(p_d_id, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10)
    FROM item, stock
    WHERE i_id = v_item AND s_w_id = v_supply AND s_i_id = v_item;
    SET v_found = v_found + ROW_COUNT(), v_at = v_at + 19;
  END WHILE;
  IF v_found < p_count THEN
    ROLLBACK;
    SELECT 0, v_d_tax, v_w_tax, v_discount, v_last, v_credit;
  ELSE
    COMMIT;
    SELECT v_o_id, v_d_tax, v_w_tax, v_discount, v_last, v_credit;
  END IF;
END

-- name: call_new_order
-- rows: keep
CALL oltpsim_new_order({w_id}, {d_id}, {c_id}, {line_count}, {rounds}, {all_local}, {now}, {lines_text})

-- name: routine_payment_1
DROP PROCEDURE IF EXISTS oltpsim_payment

-- A customer number of 0 means: by last name, the middle one.
-- name: routine_payment_2
CREATE PROCEDURE oltpsim_payment(p_w_id INT, p_d_id INT, p_c_w_id INT, p_c_d_id INT, p_c_id INT,
  p_c_last VARCHAR(16) CHARACTER SET latin1, p_amount DECIMAL(6,2), p_now DATETIME)
BEGIN
  DECLARE v_c_id INT DEFAULT p_c_id;
  DECLARE v_count, v_offset INT DEFAULT 0;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;
  START TRANSACTION;
  IF p_c_id = 0 THEN
    SELECT COUNT(*) INTO v_count FROM customer
    WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last COLLATE latin1_bin;
    SET v_offset = (v_count + 1) DIV 2 - 1;
    SELECT c_id INTO v_c_id FROM customer
    WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last COLLATE latin1_bin
    ORDER BY c_first LIMIT v_offset, 1;
  END IF;
  UPDATE customer
  SET c_balance = c_balance - p_amount,
      c_ytd_payment = c_ytd_payment + p_amount,
      c_payment_cnt = c_payment_cnt + 1,
      c_data = IF(c_credit = 'BC', LEFT(CONCAT_WS(' ', c_id, c_d_id, c_w_id, p_d_id, p_w_id, p_amount, c_data), 500), c_data)
  WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id;
  -- The hottest row last.
  UPDATE district SET d_ytd = d_ytd + p_amount WHERE d_w_id = p_w_id AND d_id = p_d_id;
  UPDATE warehouse SET w_ytd = w_ytd + p_amount WHERE w_id = p_w_id;
  INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
  SELECT v_c_id, p_c_d_id, p_c_w_id, p_d_id, p_w_id, p_now, p_amount, CONCAT(w_name, '    ', d_name)
  FROM warehouse, district
  WHERE w_id = p_w_id AND d_w_id = p_w_id AND d_id = p_d_id;
  SELECT c_id, w_name, d_name, c_first, c_middle, c_last, c_phone, c_credit, c_credit_lim, c_discount, c_balance,
    IF(c_credit = 'BC', LEFT(c_data, 200), NULL)
  FROM warehouse, district, customer
  WHERE w_id = p_w_id AND d_w_id = p_w_id AND d_id = p_d_id AND c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id;
  COMMIT;
END

-- name: call_payment
-- rows: count
CALL oltpsim_payment({w_id}, {d_id}, {c_w_id}, {c_d_id}, {c_id}, {c_last}, {amount}, {now})

-- name: routine_order_status_1
DROP PROCEDURE IF EXISTS oltpsim_order_status

-- name: routine_order_status_2
CREATE PROCEDURE oltpsim_order_status(p_c_w_id INT, p_c_d_id INT, p_c_id INT, p_c_last VARCHAR(16) CHARACTER SET latin1)
BEGIN
  DECLARE v_c_id INT DEFAULT p_c_id;
  DECLARE v_o_id BIGINT DEFAULT 0;
  DECLARE v_count, v_offset INT DEFAULT 0;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;
  START TRANSACTION;
  IF p_c_id = 0 THEN
    SELECT COUNT(*) INTO v_count FROM customer
    WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last COLLATE latin1_bin;
    SET v_offset = (v_count + 1) DIV 2 - 1;
    SELECT c_id INTO v_c_id FROM customer
    WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_last = p_c_last COLLATE latin1_bin
    ORDER BY c_first LIMIT v_offset, 1;
  END IF;
  SELECT o_id INTO v_o_id FROM orders
  WHERE o_w_id = p_c_w_id AND o_d_id = p_c_d_id AND o_c_id = v_c_id
  ORDER BY o_id DESC LIMIT 1;
  SELECT c_id, c_balance, c_first, o_id, o_entry_d, o_carrier_id, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
  FROM customer, orders, order_line
  WHERE c_w_id = p_c_w_id AND c_d_id = p_c_d_id AND c_id = v_c_id
    AND o_w_id = p_c_w_id AND o_d_id = p_c_d_id AND o_id = v_o_id
    AND ol_w_id = p_c_w_id AND ol_d_id = p_c_d_id AND ol_o_id = v_o_id;
  COMMIT;
END

-- name: call_order_status
-- rows: count
-- writes: no
CALL oltpsim_order_status({c_w_id}, {c_d_id}, {c_id}, {c_last})

-- name: routine_delivery_1
DROP PROCEDURE IF EXISTS oltpsim_delivery

-- Answers the number of districts that had an order to deliver.
-- name: routine_delivery_2
CREATE PROCEDURE oltpsim_delivery(p_w_id INT, p_carrier_id INT, p_now DATETIME)
BEGIN
  DECLARE v_d_id, v_delivered, v_lost INT DEFAULT 0;
  DECLARE v_o_id BIGINT;
  DECLARE v_c_id INT;
  DECLARE v_total DECIMAL(12,2);
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_o_id = NULL;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;
  again: LOOP
    SET v_d_id = 1, v_delivered = 0, v_lost = 0;
    START TRANSACTION;
    WHILE v_d_id <= 10 AND v_lost = 0 DO
      SELECT no_o_id INTO v_o_id FROM new_order WHERE no_w_id = p_w_id AND no_d_id = v_d_id ORDER BY no_o_id LIMIT 1;
      IF v_o_id IS NOT NULL THEN
        DELETE FROM new_order WHERE no_w_id = p_w_id AND no_d_id = v_d_id AND no_o_id = v_o_id;
        -- Another Delivery took it between the look and the DELETE: look again, in a new snapshot.
        IF ROW_COUNT() = 0 THEN
          SET v_lost = 1;
        ELSE
          UPDATE orders SET o_carrier_id = p_carrier_id WHERE o_w_id = p_w_id AND o_d_id = v_d_id AND o_id = v_o_id;
          UPDATE order_line SET ol_delivery_d = p_now WHERE ol_w_id = p_w_id AND ol_d_id = v_d_id AND ol_o_id = v_o_id;
          SELECT o_c_id, SUM(ol_amount) INTO v_c_id, v_total FROM orders, order_line
          WHERE o_w_id = p_w_id AND o_d_id = v_d_id AND o_id = v_o_id AND ol_w_id = p_w_id AND ol_d_id = v_d_id AND ol_o_id = v_o_id
          GROUP BY o_c_id;
          UPDATE customer SET c_balance = c_balance + v_total, c_delivery_cnt = c_delivery_cnt + 1
          WHERE c_w_id = p_w_id AND c_d_id = v_d_id AND c_id = v_c_id;
          SET v_delivered = v_delivered + 1;
        END IF;
      END IF;
      SET v_d_id = v_d_id + 1;
    END WHILE;
    IF v_lost = 0 THEN
      COMMIT;
      LEAVE again;
    END IF;
    ROLLBACK;
  END LOOP;
  SELECT v_delivered;
END

-- name: call_delivery
-- rows: count
CALL oltpsim_delivery({w_id}, {carrier_id}, {now})

-- name: routine_stock_level_1
DROP PROCEDURE IF EXISTS oltpsim_stock_level

-- name: routine_stock_level_2
CREATE PROCEDURE oltpsim_stock_level(p_w_id INT, p_d_id INT, p_threshold INT)
BEGIN
  START TRANSACTION;
  SELECT COUNT(DISTINCT s_i_id)
  FROM district
  JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id
  JOIN stock ON s_w_id = p_w_id AND s_i_id = ol_i_id
  WHERE d_w_id = p_w_id AND d_id = p_d_id AND s_quantity < p_threshold;
  COMMIT;
END

-- name: call_stock_level
-- rows: count
-- writes: no
CALL oltpsim_stock_level({w_id}, {d_id}, {threshold})
