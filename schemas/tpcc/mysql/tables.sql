-- The nine tables of TPC-C r5.11, clause 1.3, for MySQL, Percona Server and MariaDB. Money and rates are DECIMAL, never floating
-- point; order numbers have 64 bits. Texts are plain ASCII, compared byte by byte.

-- name: create_metadata
CREATE TABLE IF NOT EXISTS tpcc_metadata (
  m_id INTEGER NOT NULL PRIMARY KEY,
  m_warehouses INTEGER NOT NULL,
  m_c_load INTEGER NOT NULL,
  m_generator INTEGER NOT NULL
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin

-- name: create_warehouse
CREATE TABLE IF NOT EXISTS warehouse (
  w_id INTEGER NOT NULL,
  w_ytd DECIMAL(14,2) NOT NULL,
  w_tax DECIMAL(4,4) NOT NULL,
  w_name VARCHAR(10) NOT NULL,
  w_street_1 VARCHAR(20) NOT NULL,
  w_street_2 VARCHAR(20) NOT NULL,
  w_city VARCHAR(20) NOT NULL,
  w_state CHAR(2) NOT NULL,
  w_zip CHAR(9) NOT NULL,
  PRIMARY KEY (w_id)
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- name: create_district
CREATE TABLE IF NOT EXISTS district (
  d_w_id INTEGER NOT NULL,
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
  PRIMARY KEY (d_w_id, d_id)
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- name: create_customer
CREATE TABLE IF NOT EXISTS customer (
  c_w_id INTEGER NOT NULL,
  c_d_id TINYINT NOT NULL,
  c_id INTEGER NOT NULL,
  c_since DATETIME NOT NULL,
  c_payment_cnt INTEGER NOT NULL,
  c_delivery_cnt INTEGER NOT NULL,
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
  PRIMARY KEY (c_w_id, c_d_id, c_id)
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- name: create_history
CREATE TABLE IF NOT EXISTS history (
  h_date DATETIME NOT NULL,
  h_c_w_id INTEGER NOT NULL,
  h_c_id INTEGER NOT NULL,
  h_w_id INTEGER NOT NULL,
  h_c_d_id TINYINT NOT NULL,
  h_d_id TINYINT NOT NULL,
  h_amount DECIMAL(6,2) NOT NULL,
  h_data VARCHAR(24) NOT NULL
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- name: create_new_order
CREATE TABLE IF NOT EXISTS new_order (
  no_w_id INTEGER NOT NULL,
  no_d_id TINYINT NOT NULL,
  no_o_id BIGINT NOT NULL,
  PRIMARY KEY (no_w_id, no_d_id, no_o_id)
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- name: create_orders
CREATE TABLE IF NOT EXISTS orders (
  o_w_id INTEGER NOT NULL,
  o_d_id TINYINT NOT NULL,
  o_id BIGINT NOT NULL,
  o_entry_d DATETIME NOT NULL,
  o_c_id INTEGER NOT NULL,
  o_carrier_id TINYINT,
  o_ol_cnt TINYINT NOT NULL,
  o_all_local TINYINT NOT NULL,
  PRIMARY KEY (o_w_id, o_d_id, o_id)
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- name: create_order_line
CREATE TABLE IF NOT EXISTS order_line (
  ol_w_id INTEGER NOT NULL,
  ol_d_id TINYINT NOT NULL,
  ol_o_id BIGINT NOT NULL,
  ol_number TINYINT NOT NULL,
  ol_delivery_d DATETIME,
  ol_i_id INTEGER NOT NULL,
  ol_supply_w_id INTEGER NOT NULL,
  ol_quantity TINYINT NOT NULL,
  ol_amount DECIMAL(6,2) NOT NULL,
  ol_dist_info CHAR(24) NOT NULL,
  PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- name: create_item
CREATE TABLE IF NOT EXISTS item (
  i_id INTEGER NOT NULL,
  i_im_id INTEGER NOT NULL,
  i_price DECIMAL(5,2) NOT NULL,
  i_name VARCHAR(24) NOT NULL,
  i_data VARCHAR(50) NOT NULL,
  PRIMARY KEY (i_id)
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- name: create_stock
CREATE TABLE IF NOT EXISTS stock (
  s_w_id INTEGER NOT NULL,
  s_i_id INTEGER NOT NULL,
  s_ytd INTEGER NOT NULL,
  s_order_cnt INTEGER NOT NULL,
  s_remote_cnt INTEGER NOT NULL,
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
  PRIMARY KEY (s_w_id, s_i_id)
) ENGINE = {engine} DEFAULT CHARACTER SET latin1 COLLATE latin1_bin {options}

-- Groups finish_<table>_<step> run at the same time, the steps of one in order and on one session. MySQL has no CREATE
-- INDEX IF NOT EXISTS, so it is asked first.

-- name: finish_customer_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 'customer' AND index_name = 'customer_name') = 0, 'CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_first)', 'DO 0')

-- name: finish_customer_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: finish_customer_3
EXECUTE oltpsim_ddl

-- name: finish_customer_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: finish_orders_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 'orders' AND index_name = 'orders_customer') = 0, 'CREATE UNIQUE INDEX orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)', 'DO 0')

-- name: finish_orders_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: finish_orders_3
EXECUTE oltpsim_ddl

-- name: finish_orders_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: finish_warehouse_1
ANALYZE TABLE warehouse

-- name: finish_district_1
ANALYZE TABLE district

-- name: finish_customer_5
ANALYZE TABLE customer

-- name: finish_orders_5
ANALYZE TABLE orders

-- name: finish_order_line_1
ANALYZE TABLE order_line

-- name: finish_stock_1
ANALYZE TABLE stock

-- name: finish_new_order_1
ANALYZE TABLE new_order

-- name: finish_history_1
ANALYZE TABLE history

-- name: finish_item_1
ANALYZE TABLE item

-- With foreign_keys: on, after all groups.

-- name: foreign_key_district_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'district_fk') = 0, 'ALTER TABLE district ADD CONSTRAINT district_fk FOREIGN KEY (d_w_id) REFERENCES warehouse (w_id)', 'DO 0')

-- name: foreign_key_district_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_district_3
EXECUTE oltpsim_ddl

-- name: foreign_key_district_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_customer_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'customer_fk') = 0, 'ALTER TABLE customer ADD CONSTRAINT customer_fk FOREIGN KEY (c_w_id, c_d_id) REFERENCES district (d_w_id, d_id)', 'DO 0')

-- name: foreign_key_customer_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_customer_3
EXECUTE oltpsim_ddl

-- name: foreign_key_customer_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_history_customer_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'history_customer_fk') = 0, 'ALTER TABLE history ADD CONSTRAINT history_customer_fk FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id) REFERENCES customer (c_w_id, c_d_id, c_id)', 'DO 0')

-- name: foreign_key_history_customer_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_history_customer_3
EXECUTE oltpsim_ddl

-- name: foreign_key_history_customer_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_history_district_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'history_district_fk') = 0, 'ALTER TABLE history ADD CONSTRAINT history_district_fk FOREIGN KEY (h_w_id, h_d_id) REFERENCES district (d_w_id, d_id)', 'DO 0')

-- name: foreign_key_history_district_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_history_district_3
EXECUTE oltpsim_ddl

-- name: foreign_key_history_district_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_orders_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'orders_fk') = 0, 'ALTER TABLE orders ADD CONSTRAINT orders_fk FOREIGN KEY (o_w_id, o_d_id, o_c_id) REFERENCES customer (c_w_id, c_d_id, c_id)', 'DO 0')

-- name: foreign_key_orders_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_orders_3
EXECUTE oltpsim_ddl

-- name: foreign_key_orders_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_new_order_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'new_order_fk') = 0, 'ALTER TABLE new_order ADD CONSTRAINT new_order_fk FOREIGN KEY (no_w_id, no_d_id, no_o_id) REFERENCES orders (o_w_id, o_d_id, o_id)', 'DO 0')

-- name: foreign_key_new_order_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_new_order_3
EXECUTE oltpsim_ddl

-- name: foreign_key_new_order_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_stock_warehouse_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'stock_warehouse_fk') = 0, 'ALTER TABLE stock ADD CONSTRAINT stock_warehouse_fk FOREIGN KEY (s_w_id) REFERENCES warehouse (w_id)', 'DO 0')

-- name: foreign_key_stock_warehouse_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_stock_warehouse_3
EXECUTE oltpsim_ddl

-- name: foreign_key_stock_warehouse_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_stock_item_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'stock_item_fk') = 0, 'ALTER TABLE stock ADD CONSTRAINT stock_item_fk FOREIGN KEY (s_i_id) REFERENCES item (i_id)', 'DO 0')

-- name: foreign_key_stock_item_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_stock_item_3
EXECUTE oltpsim_ddl

-- name: foreign_key_stock_item_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_order_line_orders_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'order_line_orders_fk') = 0, 'ALTER TABLE order_line ADD CONSTRAINT order_line_orders_fk FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES orders (o_w_id, o_d_id, o_id)', 'DO 0')

-- name: foreign_key_order_line_orders_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_order_line_orders_3
EXECUTE oltpsim_ddl

-- name: foreign_key_order_line_orders_4
DEALLOCATE PREPARE oltpsim_ddl

-- name: foreign_key_order_line_stock_1
SET @oltpsim_ddl = IF((SELECT COUNT(*) FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'order_line_stock_fk') = 0, 'ALTER TABLE order_line ADD CONSTRAINT order_line_stock_fk FOREIGN KEY (ol_supply_w_id, ol_i_id) REFERENCES stock (s_w_id, s_i_id)', 'DO 0')

-- name: foreign_key_order_line_stock_2
PREPARE oltpsim_ddl FROM @oltpsim_ddl

-- name: foreign_key_order_line_stock_3
EXECUTE oltpsim_ddl

-- name: foreign_key_order_line_stock_4
DEALLOCATE PREPARE oltpsim_ddl

-- What prepare makes, in the order to drop it: drop_<n>.
-- name: drop_01
DROP TABLE IF EXISTS order_line
-- name: drop_02
DROP TABLE IF EXISTS new_order
-- name: drop_03
DROP TABLE IF EXISTS history
-- name: drop_04
DROP TABLE IF EXISTS orders
-- name: drop_05
DROP TABLE IF EXISTS stock
-- name: drop_06
DROP TABLE IF EXISTS customer
-- name: drop_07
DROP TABLE IF EXISTS district
-- name: drop_08
DROP TABLE IF EXISTS warehouse
-- name: drop_09
DROP TABLE IF EXISTS item
-- name: drop_10
DROP TABLE IF EXISTS tpcc_metadata
-- Made by a run in mode procedures.
-- name: drop_11
DROP PROCEDURE IF EXISTS oltpsim_new_order
-- name: drop_12
DROP PROCEDURE IF EXISTS oltpsim_payment
-- name: drop_13
DROP PROCEDURE IF EXISTS oltpsim_order_status
-- name: drop_14
DROP PROCEDURE IF EXISTS oltpsim_delivery
-- name: drop_15
DROP PROCEDURE IF EXISTS oltpsim_stock_level

-- Bytes per row on disk with all indexes, fresh; measured on MariaDB 10.11 InnoDB, 16 kB pages.
-- name: bytes_customer
630
-- name: bytes_history
75
-- name: bytes_new_order
40
-- name: bytes_orders
75
-- name: bytes_order_line
90
-- name: bytes_item
100
-- name: bytes_stock
330
