-- The nine tables of TPC-C r5.11, clause 1.3, in T-SQL, with nothing newer than SQL Server 2014. Money and rates are DECIMAL,
-- never floating point; order numbers have 64 bits. Every table but HISTORY is clustered on its primary key.

-- name: create_metadata
IF OBJECT_ID(N'tpcc_metadata', N'U') IS NULL
  CREATE TABLE tpcc_metadata (
    m_id INT NOT NULL CONSTRAINT tpcc_metadata_pk PRIMARY KEY CLUSTERED,
    m_warehouses INT NOT NULL,
    m_c_load INT NOT NULL,
    m_generator INT NOT NULL
  )

-- name: create_warehouse
IF OBJECT_ID(N'warehouse', N'U') IS NULL
  CREATE TABLE warehouse (
    w_id INT NOT NULL,
    w_ytd DECIMAL(14,2) NOT NULL,
    w_tax DECIMAL(4,4) NOT NULL,
    w_name VARCHAR(10) NOT NULL,
    w_street_1 VARCHAR(20) NOT NULL,
    w_street_2 VARCHAR(20) NOT NULL,
    w_city VARCHAR(20) NOT NULL,
    w_state CHAR(2) NOT NULL,
    w_zip CHAR(9) NOT NULL,
    CONSTRAINT warehouse_pk PRIMARY KEY CLUSTERED (w_id)
  ) {options}

-- name: create_district
IF OBJECT_ID(N'district', N'U') IS NULL
  CREATE TABLE district (
    d_w_id INT NOT NULL,
    d_id TINYINT NOT NULL,
    d_next_o_id BIGINT NOT NULL,
    d_ytd DECIMAL(14,2) NOT NULL,
    d_tax DECIMAL(4,4) NOT NULL,
    d_name VARCHAR(10) NOT NULL,
    d_street_1 VARCHAR(20) NOT NULL,
    d_street_2 VARCHAR(20) NOT NULL,
    d_city VARCHAR(20) NOT NULL,
    d_state CHAR(2) NOT NULL,
    d_zip CHAR(9) NOT NULL,
    CONSTRAINT district_pk PRIMARY KEY CLUSTERED (d_w_id, d_id)
  ) {options}

-- name: create_customer
IF OBJECT_ID(N'customer', N'U') IS NULL
  CREATE TABLE customer (
    c_w_id INT NOT NULL,
    c_d_id TINYINT NOT NULL,
    c_id INT NOT NULL,
    c_since DATETIME2(0) NOT NULL,
    c_payment_cnt INT NOT NULL,
    c_delivery_cnt INT NOT NULL,
    c_balance DECIMAL(12,2) NOT NULL,
    c_ytd_payment DECIMAL(12,2) NOT NULL,
    c_credit_lim DECIMAL(12,2) NOT NULL,
    c_discount DECIMAL(4,4) NOT NULL,
    c_credit CHAR(2) NOT NULL,
    c_last VARCHAR(16) NOT NULL,
    c_first VARCHAR(16) NOT NULL,
    c_middle CHAR(2) NOT NULL,
    c_street_1 VARCHAR(20) NOT NULL,
    c_street_2 VARCHAR(20) NOT NULL,
    c_city VARCHAR(20) NOT NULL,
    c_state CHAR(2) NOT NULL,
    c_zip CHAR(9) NOT NULL,
    c_phone CHAR(16) NOT NULL,
    c_data VARCHAR(500) NOT NULL,
    CONSTRAINT customer_pk PRIMARY KEY CLUSTERED (c_w_id, c_d_id, c_id)
  ) {options}

-- name: create_history
IF OBJECT_ID(N'history', N'U') IS NULL
  CREATE TABLE history (
    h_date DATETIME2(0) NOT NULL,
    h_c_w_id INT NOT NULL,
    h_c_id INT NOT NULL,
    h_w_id INT NOT NULL,
    h_c_d_id TINYINT NOT NULL,
    h_d_id TINYINT NOT NULL,
    h_amount DECIMAL(6,2) NOT NULL,
    h_data VARCHAR(24) NOT NULL
  ) {options}

-- name: create_new_order
IF OBJECT_ID(N'new_order', N'U') IS NULL
  CREATE TABLE new_order (
    no_w_id INT NOT NULL,
    no_d_id TINYINT NOT NULL,
    no_o_id BIGINT NOT NULL,
    CONSTRAINT new_order_pk PRIMARY KEY CLUSTERED (no_w_id, no_d_id, no_o_id)
  ) {options}

-- name: create_orders
IF OBJECT_ID(N'orders', N'U') IS NULL
  CREATE TABLE orders (
    o_w_id INT NOT NULL,
    o_d_id TINYINT NOT NULL,
    o_id BIGINT NOT NULL,
    o_entry_d DATETIME2(0) NOT NULL,
    o_c_id INT NOT NULL,
    o_carrier_id TINYINT NULL,
    o_ol_cnt TINYINT NOT NULL,
    o_all_local TINYINT NOT NULL,
    CONSTRAINT orders_pk PRIMARY KEY CLUSTERED (o_w_id, o_d_id, o_id)
  ) {options}

-- name: create_order_line
IF OBJECT_ID(N'order_line', N'U') IS NULL
  CREATE TABLE order_line (
    ol_w_id INT NOT NULL,
    ol_d_id TINYINT NOT NULL,
    ol_o_id BIGINT NOT NULL,
    ol_number TINYINT NOT NULL,
    ol_delivery_d DATETIME2(0) NULL,
    ol_i_id INT NOT NULL,
    ol_supply_w_id INT NOT NULL,
    ol_quantity TINYINT NOT NULL,
    ol_amount DECIMAL(6,2) NOT NULL,
    ol_dist_info CHAR(24) NOT NULL,
    CONSTRAINT order_line_pk PRIMARY KEY CLUSTERED (ol_w_id, ol_d_id, ol_o_id, ol_number)
  ) {options}

-- name: create_item
IF OBJECT_ID(N'item', N'U') IS NULL
  CREATE TABLE item (
    i_id INT NOT NULL,
    i_im_id INT NOT NULL,
    i_price DECIMAL(5,2) NOT NULL,
    i_name VARCHAR(24) NOT NULL,
    i_data VARCHAR(50) NOT NULL,
    CONSTRAINT item_pk PRIMARY KEY CLUSTERED (i_id)
  ) {options}

-- name: create_stock
IF OBJECT_ID(N'stock', N'U') IS NULL
  CREATE TABLE stock (
    s_w_id INT NOT NULL,
    s_i_id INT NOT NULL,
    s_ytd INT NOT NULL,
    s_order_cnt INT NOT NULL,
    s_remote_cnt INT NOT NULL,
    s_quantity SMALLINT NOT NULL,
    s_dist_01 CHAR(24) NOT NULL,
    s_dist_02 CHAR(24) NOT NULL,
    s_dist_03 CHAR(24) NOT NULL,
    s_dist_04 CHAR(24) NOT NULL,
    s_dist_05 CHAR(24) NOT NULL,
    s_dist_06 CHAR(24) NOT NULL,
    s_dist_07 CHAR(24) NOT NULL,
    s_dist_08 CHAR(24) NOT NULL,
    s_dist_09 CHAR(24) NOT NULL,
    s_dist_10 CHAR(24) NOT NULL,
    s_data VARCHAR(50) NOT NULL,
    CONSTRAINT stock_pk PRIMARY KEY CLUSTERED (s_w_id, s_i_id)
  ) {options}

-- Groups finish_<table>_<step> run at the same time, the steps of one in order. Statistics are for the optimizer's sake only: a
-- server that speaks T-SQL but knows no UPDATE STATISTICS (Babelfish) goes without. That one appends the table and a hash to an index's name.

-- name: finish_customer_1
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'customer') AND name LIKE N'customer_name%')
  CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_first)

-- name: finish_orders_1
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE object_id = OBJECT_ID(N'orders') AND name LIKE N'orders_customer%')
  CREATE UNIQUE INDEX orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)

-- name: finish_warehouse_1
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS warehouse'

-- name: finish_district_1
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS district'

-- name: finish_customer_2
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS customer'

-- name: finish_orders_2
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS orders'

-- name: finish_order_line_1
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS order_line'

-- name: finish_stock_1
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS stock'

-- name: finish_new_order_1
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS new_order'

-- name: finish_history_1
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS history'

-- name: finish_item_1
IF @@VERSION NOT LIKE 'Babelfish%'
  EXEC sp_executesql N'UPDATE STATISTICS item'

-- With foreign_keys: on, after all groups.

-- name: foreign_key_district
IF OBJECT_ID(N'district_fk', N'F') IS NULL
  ALTER TABLE district ADD CONSTRAINT district_fk FOREIGN KEY (d_w_id) REFERENCES warehouse (w_id)

-- name: foreign_key_customer
IF OBJECT_ID(N'customer_fk', N'F') IS NULL
  ALTER TABLE customer ADD CONSTRAINT customer_fk FOREIGN KEY (c_w_id, c_d_id) REFERENCES district (d_w_id, d_id)

-- name: foreign_key_history_customer
IF OBJECT_ID(N'history_customer_fk', N'F') IS NULL
  ALTER TABLE history ADD CONSTRAINT history_customer_fk FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id) REFERENCES customer (c_w_id, c_d_id, c_id)

-- name: foreign_key_history_district
IF OBJECT_ID(N'history_district_fk', N'F') IS NULL
  ALTER TABLE history ADD CONSTRAINT history_district_fk FOREIGN KEY (h_w_id, h_d_id) REFERENCES district (d_w_id, d_id)

-- name: foreign_key_orders
IF OBJECT_ID(N'orders_fk', N'F') IS NULL
  ALTER TABLE orders ADD CONSTRAINT orders_fk FOREIGN KEY (o_w_id, o_d_id, o_c_id) REFERENCES customer (c_w_id, c_d_id, c_id)

-- name: foreign_key_new_order
IF OBJECT_ID(N'new_order_fk', N'F') IS NULL
  ALTER TABLE new_order ADD CONSTRAINT new_order_fk FOREIGN KEY (no_w_id, no_d_id, no_o_id) REFERENCES orders (o_w_id, o_d_id, o_id)

-- name: foreign_key_stock_warehouse
IF OBJECT_ID(N'stock_warehouse_fk', N'F') IS NULL
  ALTER TABLE stock ADD CONSTRAINT stock_warehouse_fk FOREIGN KEY (s_w_id) REFERENCES warehouse (w_id)

-- name: foreign_key_stock_item
IF OBJECT_ID(N'stock_item_fk', N'F') IS NULL
  ALTER TABLE stock ADD CONSTRAINT stock_item_fk FOREIGN KEY (s_i_id) REFERENCES item (i_id)

-- name: foreign_key_order_line_orders
IF OBJECT_ID(N'order_line_orders_fk', N'F') IS NULL
  ALTER TABLE order_line ADD CONSTRAINT order_line_orders_fk FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES orders (o_w_id, o_d_id, o_id)

-- name: foreign_key_order_line_stock
IF OBJECT_ID(N'order_line_stock_fk', N'F') IS NULL
  ALTER TABLE order_line ADD CONSTRAINT order_line_stock_fk FOREIGN KEY (ol_supply_w_id, ol_i_id) REFERENCES stock (s_w_id, s_i_id)

-- What prepare makes, in the order to drop it: drop_<n>.
-- name: drop_01
IF OBJECT_ID(N'order_line', N'U') IS NOT NULL DROP TABLE order_line
-- name: drop_02
IF OBJECT_ID(N'new_order', N'U') IS NOT NULL DROP TABLE new_order
-- name: drop_03
IF OBJECT_ID(N'history', N'U') IS NOT NULL DROP TABLE history
-- name: drop_04
IF OBJECT_ID(N'orders', N'U') IS NOT NULL DROP TABLE orders
-- name: drop_05
IF OBJECT_ID(N'stock', N'U') IS NOT NULL DROP TABLE stock
-- name: drop_06
IF OBJECT_ID(N'customer', N'U') IS NOT NULL DROP TABLE customer
-- name: drop_07
IF OBJECT_ID(N'district', N'U') IS NOT NULL DROP TABLE district
-- name: drop_08
IF OBJECT_ID(N'warehouse', N'U') IS NOT NULL DROP TABLE warehouse
-- name: drop_09
IF OBJECT_ID(N'item', N'U') IS NOT NULL DROP TABLE item
-- name: drop_10
IF OBJECT_ID(N'tpcc_metadata', N'U') IS NOT NULL DROP TABLE tpcc_metadata
-- Made by a run in mode procedures.
-- name: drop_11
IF OBJECT_ID(N'oltpsim_new_order', N'P') IS NOT NULL DROP PROCEDURE oltpsim_new_order
-- name: drop_12
IF OBJECT_ID(N'oltpsim_payment', N'P') IS NOT NULL DROP PROCEDURE oltpsim_payment
-- name: drop_13
IF OBJECT_ID(N'oltpsim_order_status', N'P') IS NOT NULL DROP PROCEDURE oltpsim_order_status
-- name: drop_14
IF OBJECT_ID(N'oltpsim_delivery', N'P') IS NOT NULL DROP PROCEDURE oltpsim_delivery
-- name: drop_15
IF OBJECT_ID(N'oltpsim_stock_level', N'P') IS NOT NULL DROP PROCEDURE oltpsim_stock_level

-- Bytes per row on disk with all indexes, fresh: estimated from 120 MB per warehouse, not measured here.
-- name: bytes_customer
700
-- name: bytes_history
80
-- name: bytes_new_order
25
-- name: bytes_orders
80
-- name: bytes_order_line
105
-- name: bytes_item
110
-- name: bytes_stock
400
