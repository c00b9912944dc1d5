-- The five transactions of TPC-C r5.11, clause 2, as stored procedures in T-SQL, with nothing newer than SQL Server 2014: one call
-- is one database transaction. routine_* blocks make them, call_* blocks call them. XACT_ABORT rolls back on any error, CATCH makes
-- sure of it and hands the error on as it is (THROW), so that the client sees 1205 and tries again. What is read to be changed is
-- changed first and read afterwards, or read WITH (UPDLOCK). @lines holds the lines of an order, 19 digits each: number (2), round
-- (2), item (6), supplying warehouse (7), quantity (2); an item that comes up twice has its second line in round 2.

-- name: routine_new_order_1
IF OBJECT_ID(N'oltpsim_new_order', N'P') IS NOT NULL DROP PROCEDURE oltpsim_new_order

-- Answers the order's number, or 0 after an unused item, when everything is rolled back. Stock rows are locked in the order of
-- @line's key by everybody, so that two orders do not deadlock on them.
-- name: routine_new_order_2
CREATE PROCEDURE oltpsim_new_order @w_id INT, @d_id INT, @c_id INT, @count INT, @rounds INT, @all_local INT,
  @now DATETIME2(0), @lines VARCHAR(300)
AS
BEGIN
  SET NOCOUNT ON;
  SET XACT_ABORT ON;
  DECLARE @o_id BIGINT, @d_tax DECIMAL(4,4), @w_tax DECIMAL(4,4), @discount DECIMAL(4,4), @last VARCHAR(16), @credit CHAR(2);
  DECLARE @round INT = 1, @found INT = 0;
  DECLARE @line TABLE (
    w_id INT NOT NULL, i_id INT NOT NULL, number INT NOT NULL, round INT NOT NULL, quantity INT NOT NULL,
    price DECIMAL(5,2) NOT NULL, PRIMARY KEY (w_id, i_id, number)
  );
  BEGIN TRY
    BEGIN TRANSACTION;
    UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = @w_id AND d_id = @d_id;
    SELECT @o_id = d_next_o_id - 1, @d_tax = d_tax FROM district WHERE d_w_id = @w_id AND d_id = @d_id;
    SELECT @w_tax = w_tax, @discount = c_discount, @last = c_last, @credit = c_credit
    FROM warehouse JOIN customer ON c_w_id = w_id
    WHERE w_id = @w_id AND c_d_id = @d_id AND c_id = @c_id;
    INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
    VALUES (@o_id, @d_id, @w_id, @c_id, @now, @count, @all_local);
    INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (@o_id, @d_id, @w_id);
    INSERT INTO @line (w_id, i_id, number, round, quantity, price)
    SELECT v.w_id, v.i_id, v.number, v.round, v.quantity, i.i_price
    FROM (
      SELECT CAST(SUBSTRING(@lines, n * 19 + 1, 2) AS INT) AS number, CAST(SUBSTRING(@lines, n * 19 + 3, 2) AS INT) AS round,
        CAST(SUBSTRING(@lines, n * 19 + 5, 6) AS INT) AS i_id, CAST(SUBSTRING(@lines, n * 19 + 11, 7) AS INT) AS w_id,
        CAST(SUBSTRING(@lines, n * 19 + 18, 2) AS INT) AS quantity
      FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14)) AS t (n)
      WHERE n < @count
    ) AS v
    JOIN item AS i ON i.i_id = v.i_id;
    SET @found = @@ROWCOUNT;
    WHILE @round <= @rounds
    BEGIN
      UPDATE s
      SET s_quantity = CASE WHEN s.s_quantity >= l.quantity + 10 THEN s.s_quantity - l.quantity ELSE s.s_quantity - l.quantity + 91 END,
          s_ytd = s.s_ytd + l.quantity,
          s_order_cnt = s.s_order_cnt + 1,
          s_remote_cnt = s.s_remote_cnt + CASE WHEN l.w_id = @w_id THEN 0 ELSE 1 END
      FROM stock AS s
      JOIN @line AS l ON s.s_w_id = l.w_id AND s.s_i_id = l.i_id
      WHERE l.round = @round;
      SET @round = @round + 1;
    END;
    INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)
    SELECT @o_id, @d_id, @w_id, l.number, l.i_id, l.w_id, l.quantity, l.quantity * l.price,
      CASE @d_id WHEN 1 THEN s.s_dist_01 WHEN 2 THEN s.s_dist_02 WHEN 3 THEN s.s_dist_03 WHEN 4 THEN s.s_dist_04 WHEN 5 THEN s.s_dist_05
        WHEN 6 THEN s.s_dist_06 WHEN 7 THEN s.s_dist_07 WHEN 8 THEN s.s_dist_08 WHEN 9 THEN s.s_dist_09 ELSE s.s_dist_10 END
    FROM @line AS l
    JOIN stock AS s ON s.s_w_id = l.w_id AND s.s_i_id = l.i_id;
    IF @found < @count
    BEGIN
      ROLLBACK TRANSACTION;
      SET @o_id = 0;
    END
    ELSE
      COMMIT TRANSACTION;
  END TRY
  BEGIN CATCH
    IF @@TRANCOUNT > 0
      ROLLBACK TRANSACTION;
    THROW;
  END CATCH;
  SELECT @o_id, @d_tax, @w_tax, @discount, @last, @credit;
END

-- name: call_new_order
-- rows: keep
EXEC oltpsim_new_order {w_id}, {d_id}, {c_id}, {line_count}, {rounds}, {all_local}, {now}, {lines_text}

-- name: routine_payment_1
IF OBJECT_ID(N'oltpsim_payment', N'P') IS NOT NULL DROP PROCEDURE oltpsim_payment

-- A customer number of 0 means: by last name, the middle one.
-- name: routine_payment_2
CREATE PROCEDURE oltpsim_payment @w_id INT, @d_id INT, @c_w_id INT, @c_d_id INT, @c_id INT, @c_last VARCHAR(16),
  @amount DECIMAL(6,2), @now DATETIME2(0)
AS
BEGIN
  SET NOCOUNT ON;
  SET XACT_ABORT ON;
  DECLARE @w_name VARCHAR(10), @d_name VARCHAR(10);
  BEGIN TRY
    BEGIN TRANSACTION;
    IF @c_id = 0
      SELECT @c_id = c_id
      FROM (
        SELECT c_id, ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place, COUNT(*) OVER (PARTITION BY c_w_id) AS places
        FROM customer
        WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_last = @c_last
      ) AS named
      WHERE place = (places + 1) / 2;
    UPDATE warehouse SET w_ytd = w_ytd + @amount WHERE w_id = @w_id;
    SELECT @w_name = w_name FROM warehouse WHERE w_id = @w_id;
    UPDATE district SET d_ytd = d_ytd + @amount WHERE d_w_id = @w_id AND d_id = @d_id;
    SELECT @d_name = d_name FROM district WHERE d_w_id = @w_id AND d_id = @d_id;
    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (@c_id, @c_d_id, @c_w_id, @d_id, @w_id, @now, @amount, CONCAT(@w_name, '    ', @d_name));
    UPDATE customer
    SET c_balance = c_balance - @amount,
        c_ytd_payment = c_ytd_payment + @amount,
        c_payment_cnt = c_payment_cnt + 1,
        c_data = CASE c_credit WHEN 'BC' THEN LEFT(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', @d_id, ' ', @w_id, ' ', @amount, ' ', c_data), 500) ELSE c_data END
    WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id;
    SELECT c_id, @w_name, @d_name, c_first, c_middle, c_last, c_phone, c_credit, c_credit_lim, c_discount, c_balance,
      CASE c_credit WHEN 'BC' THEN LEFT(c_data, 200) END
    FROM customer
    WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id;
    COMMIT TRANSACTION;
  END TRY
  BEGIN CATCH
    IF @@TRANCOUNT > 0
      ROLLBACK TRANSACTION;
    THROW;
  END CATCH;
END

-- name: call_payment
-- rows: count
EXEC oltpsim_payment {w_id}, {d_id}, {c_w_id}, {c_d_id}, {c_id}, {c_last}, {amount}, {now}

-- name: routine_order_status_1
IF OBJECT_ID(N'oltpsim_order_status', N'P') IS NOT NULL DROP PROCEDURE oltpsim_order_status

-- name: routine_order_status_2
CREATE PROCEDURE oltpsim_order_status @c_w_id INT, @c_d_id INT, @c_id INT, @c_last VARCHAR(16)
AS
BEGIN
  SET NOCOUNT ON;
  SET XACT_ABORT ON;
  BEGIN TRY
    BEGIN TRANSACTION;
    IF @c_id = 0
      SELECT @c_id = c_id
      FROM (
        SELECT c_id, ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place, COUNT(*) OVER (PARTITION BY c_w_id) AS places
        FROM customer
        WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_last = @c_last
      ) AS named
      WHERE place = (places + 1) / 2;
    SELECT c_id, c_balance, c_first, o_id, o_entry_d, o_carrier_id, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
    FROM customer
    JOIN (
      SELECT TOP (1) o_w_id, o_d_id, o_c_id, o_id, o_entry_d, o_carrier_id FROM orders
      WHERE o_w_id = @c_w_id AND o_d_id = @c_d_id AND o_c_id = @c_id
      ORDER BY o_id DESC
    ) AS o ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
    JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
    WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id;
    COMMIT TRANSACTION;
  END TRY
  BEGIN CATCH
    IF @@TRANCOUNT > 0
      ROLLBACK TRANSACTION;
    THROW;
  END CATCH;
END

-- name: call_order_status
-- rows: count
-- writes: no
EXEC oltpsim_order_status {c_w_id}, {c_d_id}, {c_id}, {c_last}

-- name: routine_delivery_1
IF OBJECT_ID(N'oltpsim_delivery', N'P') IS NOT NULL DROP PROCEDURE oltpsim_delivery

-- Answers the number of districts that had an order to deliver. An order that another Delivery took between the SELECT and the
-- DELETE (a server without UPDLOCK) is left to that one.
-- name: routine_delivery_2
CREATE PROCEDURE oltpsim_delivery @w_id INT, @carrier_id INT, @now DATETIME2(0)
AS
BEGIN
  SET NOCOUNT ON;
  SET XACT_ABORT ON;
  DECLARE @d_id INT = 1, @delivered INT = 0, @o_id BIGINT, @c_id INT, @total DECIMAL(12,2);
  BEGIN TRY
    BEGIN TRANSACTION;
    WHILE @d_id <= 10
    BEGIN
      SET @o_id = NULL;
      SELECT TOP (1) @o_id = no_o_id FROM new_order WITH (UPDLOCK, ROWLOCK)
      WHERE no_w_id = @w_id AND no_d_id = @d_id
      ORDER BY no_o_id;
      IF @o_id IS NOT NULL
      BEGIN
        DELETE FROM new_order WHERE no_w_id = @w_id AND no_d_id = @d_id AND no_o_id = @o_id;
        IF @@ROWCOUNT = 1
        BEGIN
          UPDATE orders SET o_carrier_id = @carrier_id WHERE o_w_id = @w_id AND o_d_id = @d_id AND o_id = @o_id;
          SELECT @c_id = o_c_id FROM orders WHERE o_w_id = @w_id AND o_d_id = @d_id AND o_id = @o_id;
          UPDATE order_line SET ol_delivery_d = @now WHERE ol_w_id = @w_id AND ol_d_id = @d_id AND ol_o_id = @o_id;
          SELECT @total = SUM(ol_amount) FROM order_line WHERE ol_w_id = @w_id AND ol_d_id = @d_id AND ol_o_id = @o_id;
          UPDATE customer SET c_balance = c_balance + @total, c_delivery_cnt = c_delivery_cnt + 1
          WHERE c_w_id = @w_id AND c_d_id = @d_id AND c_id = @c_id;
          SET @delivered = @delivered + 1;
        END;
      END;
      SET @d_id = @d_id + 1;
    END;
    COMMIT TRANSACTION;
  END TRY
  BEGIN CATCH
    IF @@TRANCOUNT > 0
      ROLLBACK TRANSACTION;
    THROW;
  END CATCH;
  SELECT @delivered;
END

-- name: call_delivery
-- rows: count
EXEC oltpsim_delivery {w_id}, {carrier_id}, {now}

-- name: routine_stock_level_1
IF OBJECT_ID(N'oltpsim_stock_level', N'P') IS NOT NULL DROP PROCEDURE oltpsim_stock_level

-- name: routine_stock_level_2
CREATE PROCEDURE oltpsim_stock_level @w_id INT, @d_id INT, @threshold INT
AS
BEGIN
  SET NOCOUNT ON;
  SET XACT_ABORT ON;
  SELECT COUNT(DISTINCT s_i_id)
  FROM district
  JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id
  JOIN stock ON s_w_id = @w_id AND s_i_id = ol_i_id
  WHERE d_w_id = @w_id AND d_id = @d_id AND s_quantity < @threshold;
END

-- name: call_stock_level
-- rows: count
-- writes: no
EXEC oltpsim_stock_level {w_id}, {d_id}, {threshold}
