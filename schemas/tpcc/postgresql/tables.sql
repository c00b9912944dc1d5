-- The nine tables of TPC-C r5.11, clause 1.3, for PostgreSQL. Money and rates are NUMERIC, never floating point; order
-- numbers have 64 bits. Wide columns come first in a row where that saves padding.

-- name: create_metadata
CREATE TABLE IF NOT EXISTS tpcc_metadata (
  m_id INTEGER NOT NULL PRIMARY KEY,
  m_warehouses INTEGER NOT NULL,
  m_c_load INTEGER NOT NULL,
  m_generator INTEGER NOT NULL
)

-- name: create_warehouse
CREATE TABLE IF NOT EXISTS warehouse (
  w_id INTEGER NOT NULL,
  w_ytd NUMERIC(14,2) NOT NULL,
  w_tax NUMERIC(4,4) NOT NULL,
  w_name VARCHAR(10) NOT NULL,
  w_street_1 VARCHAR(20) NOT NULL,
  w_street_2 VARCHAR(20) NOT NULL,
  w_city VARCHAR(20) NOT NULL,
  w_state CHAR(2) NOT NULL,
  w_zip CHAR(9) NOT NULL
) {options}

-- name: create_district
CREATE TABLE IF NOT EXISTS district (
  d_next_o_id BIGINT NOT NULL,
  d_w_id INTEGER NOT NULL,
  d_id SMALLINT NOT NULL,
  d_ytd NUMERIC(14,2) NOT NULL,
  d_tax NUMERIC(4,4) NOT NULL,
  d_name VARCHAR(10) NOT NULL,
  d_street_1 VARCHAR(20) NOT NULL,
  d_street_2 VARCHAR(20) NOT NULL,
  d_city VARCHAR(20) NOT NULL,
  d_state CHAR(2) NOT NULL,
  d_zip CHAR(9) NOT NULL
) {options}

-- name: create_customer
CREATE TABLE IF NOT EXISTS customer (
  c_since TIMESTAMP NOT NULL,
  c_w_id INTEGER NOT NULL,
  c_id INTEGER NOT NULL,
  c_d_id SMALLINT NOT NULL,
  c_payment_cnt INTEGER NOT NULL,
  c_delivery_cnt INTEGER NOT NULL,
  c_balance NUMERIC(12,2) NOT NULL,
  c_ytd_payment NUMERIC(12,2) NOT NULL,
  c_credit_lim NUMERIC(12,2) NOT NULL,
  c_discount NUMERIC(4,4) NOT NULL,
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
  c_data VARCHAR(500) NOT NULL
) {options}

-- name: create_history
CREATE TABLE IF NOT EXISTS history (
  h_date TIMESTAMP NOT NULL,
  h_c_w_id INTEGER NOT NULL,
  h_c_id INTEGER NOT NULL,
  h_w_id INTEGER NOT NULL,
  h_c_d_id SMALLINT NOT NULL,
  h_d_id SMALLINT NOT NULL,
  h_amount NUMERIC(6,2) NOT NULL,
  h_data VARCHAR(24) NOT NULL
) {options}

-- name: create_new_order
CREATE TABLE IF NOT EXISTS new_order (
  no_o_id BIGINT NOT NULL,
  no_w_id INTEGER NOT NULL,
  no_d_id SMALLINT NOT NULL
) {options}

-- name: create_orders
CREATE TABLE IF NOT EXISTS orders (
  o_id BIGINT NOT NULL,
  o_entry_d TIMESTAMP NOT NULL,
  o_w_id INTEGER NOT NULL,
  o_c_id INTEGER NOT NULL,
  o_d_id SMALLINT NOT NULL,
  o_carrier_id SMALLINT,
  o_ol_cnt SMALLINT NOT NULL,
  o_all_local SMALLINT NOT NULL
) {options}

-- name: create_order_line
CREATE TABLE IF NOT EXISTS order_line (
  ol_o_id BIGINT NOT NULL,
  ol_delivery_d TIMESTAMP,
  ol_w_id INTEGER NOT NULL,
  ol_i_id INTEGER NOT NULL,
  ol_supply_w_id INTEGER NOT NULL,
  ol_d_id SMALLINT NOT NULL,
  ol_number SMALLINT NOT NULL,
  ol_quantity SMALLINT NOT NULL,
  ol_amount NUMERIC(6,2) NOT NULL,
  ol_dist_info CHAR(24) NOT NULL
) {options}

-- name: create_item
CREATE TABLE IF NOT EXISTS item (
  i_id INTEGER NOT NULL,
  i_im_id INTEGER NOT NULL,
  i_price NUMERIC(5,2) NOT NULL,
  i_name VARCHAR(24) NOT NULL,
  i_data VARCHAR(50) NOT NULL
) {options}

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
  s_data VARCHAR(50) NOT NULL
) {options}

-- Keys and the two secondary access paths are built after the rows: sorting once is faster than keeping trees in order.
-- One group per table (finish_<table>_<step>); groups run at the same time, the steps of one in order. VACUUM sets hint
-- bits and the visibility map now, not in the middle of a sample.

-- name: finish_warehouse_1
DO $$ BEGIN IF to_regclass('warehouse_pk') IS NULL THEN ALTER TABLE warehouse ADD CONSTRAINT warehouse_pk PRIMARY KEY (w_id); END IF; END $$

-- name: finish_warehouse_2
VACUUM (ANALYZE) warehouse

-- name: finish_district_1
DO $$ BEGIN IF to_regclass('district_pk') IS NULL THEN ALTER TABLE district ADD CONSTRAINT district_pk PRIMARY KEY (d_w_id, d_id); END IF; END $$

-- name: finish_district_2
VACUUM (ANALYZE) district

-- name: finish_order_line_1
DO $$ BEGIN IF to_regclass('order_line_pk') IS NULL THEN ALTER TABLE order_line ADD CONSTRAINT order_line_pk PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number); END IF; END $$

-- name: finish_order_line_2
VACUUM (ANALYZE) order_line

-- name: finish_stock_1
DO $$ BEGIN IF to_regclass('stock_pk') IS NULL THEN ALTER TABLE stock ADD CONSTRAINT stock_pk PRIMARY KEY (s_w_id, s_i_id); END IF; END $$

-- name: finish_stock_2
VACUUM (ANALYZE) stock

-- name: finish_customer_1
DO $$ BEGIN IF to_regclass('customer_pk') IS NULL THEN ALTER TABLE customer ADD CONSTRAINT customer_pk PRIMARY KEY (c_w_id, c_d_id, c_id); END IF; END $$

-- name: finish_customer_2
CREATE INDEX IF NOT EXISTS customer_name ON customer (c_w_id, c_d_id, c_last, c_first)

-- name: finish_customer_3
VACUUM (ANALYZE) customer

-- name: finish_orders_1
DO $$ BEGIN IF to_regclass('orders_pk') IS NULL THEN ALTER TABLE orders ADD CONSTRAINT orders_pk PRIMARY KEY (o_w_id, o_d_id, o_id); END IF; END $$

-- name: finish_orders_2
CREATE UNIQUE INDEX IF NOT EXISTS orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)

-- name: finish_orders_3
VACUUM (ANALYZE) orders

-- name: finish_new_order_1
DO $$ BEGIN IF to_regclass('new_order_pk') IS NULL THEN ALTER TABLE new_order ADD CONSTRAINT new_order_pk PRIMARY KEY (no_w_id, no_d_id, no_o_id); END IF; END $$

-- name: finish_new_order_2
VACUUM (ANALYZE) new_order

-- name: finish_history_1
VACUUM (ANALYZE) history

-- name: finish_item_1
DO $$ BEGIN IF to_regclass('item_pk') IS NULL THEN ALTER TABLE item ADD CONSTRAINT item_pk PRIMARY KEY (i_id); END IF; END $$

-- name: finish_item_2
VACUUM (ANALYZE) item

-- With foreign_keys: on, after all groups.

-- name: foreign_key_district
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'district_fk') THEN ALTER TABLE district ADD CONSTRAINT district_fk FOREIGN KEY (d_w_id) REFERENCES warehouse; END IF; END $$

-- name: foreign_key_customer
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'customer_fk') THEN ALTER TABLE customer ADD CONSTRAINT customer_fk FOREIGN KEY (c_w_id, c_d_id) REFERENCES district; END IF; END $$

-- name: foreign_key_history_customer
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'history_customer_fk') THEN ALTER TABLE history ADD CONSTRAINT history_customer_fk FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id) REFERENCES customer; END IF; END $$

-- name: foreign_key_history_district
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'history_district_fk') THEN ALTER TABLE history ADD CONSTRAINT history_district_fk FOREIGN KEY (h_w_id, h_d_id) REFERENCES district; END IF; END $$

-- name: foreign_key_orders
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'orders_fk') THEN ALTER TABLE orders ADD CONSTRAINT orders_fk FOREIGN KEY (o_w_id, o_d_id, o_c_id) REFERENCES customer; END IF; END $$

-- name: foreign_key_new_order
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'new_order_fk') THEN ALTER TABLE new_order ADD CONSTRAINT new_order_fk FOREIGN KEY (no_w_id, no_d_id, no_o_id) REFERENCES orders; END IF; END $$

-- name: foreign_key_stock_warehouse
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'stock_warehouse_fk') THEN ALTER TABLE stock ADD CONSTRAINT stock_warehouse_fk FOREIGN KEY (s_w_id) REFERENCES warehouse; END IF; END $$

-- name: foreign_key_stock_item
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'stock_item_fk') THEN ALTER TABLE stock ADD CONSTRAINT stock_item_fk FOREIGN KEY (s_i_id) REFERENCES item; END IF; END $$

-- name: foreign_key_order_line_orders
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'order_line_orders_fk') THEN ALTER TABLE order_line ADD CONSTRAINT order_line_orders_fk FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES orders; END IF; END $$

-- name: foreign_key_order_line_stock
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'order_line_stock_fk') THEN ALTER TABLE order_line ADD CONSTRAINT order_line_stock_fk FOREIGN KEY (ol_supply_w_id, ol_i_id) REFERENCES stock; END IF; END $$

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
DROP FUNCTION IF EXISTS oltpsim_new_order
-- name: drop_12
DROP FUNCTION IF EXISTS oltpsim_payment
-- name: drop_13
DROP FUNCTION IF EXISTS oltpsim_order_status
-- name: drop_14
DROP FUNCTION IF EXISTS oltpsim_delivery
-- name: drop_15
DROP FUNCTION IF EXISTS oltpsim_stock_level

-- Bytes per row on disk with all indexes, fresh; measured on PostgreSQL 15, 8 kB pages.
-- name: bytes_customer
705
-- name: bytes_history
87
-- name: bytes_new_order
76
-- name: bytes_orders
135
-- name: bytes_order_line
128
-- name: bytes_item
130
-- name: bytes_stock
364
