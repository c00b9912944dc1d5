-- The nine tables of TPC-C r5.11, clause 1.3, for SQLite. SQLite has no exact decimals: money and rates are whole numbers
-- of cents and of ten-thousandths in DECIMAL columns, which oltpsim reads back as decimals. Tables lie in key order.

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
  w_ytd DECIMAL(14,2) NOT NULL,
  w_tax DECIMAL(4,4) NOT NULL,
  w_name VARCHAR(10) NOT NULL,
  w_street_1 VARCHAR(20) NOT NULL,
  w_street_2 VARCHAR(20) NOT NULL,
  w_city VARCHAR(20) NOT NULL,
  w_state CHAR(2) NOT NULL,
  w_zip CHAR(9) NOT NULL,
  PRIMARY KEY (w_id)
) {options}

-- name: create_district
CREATE TABLE IF NOT EXISTS district (
  d_w_id INTEGER NOT NULL,
  d_id INTEGER NOT NULL,
  d_next_o_id INTEGER NOT NULL,
  d_ytd DECIMAL(14,2) NOT NULL,
  d_tax DECIMAL(4,4) NOT NULL,
  d_name VARCHAR(10) NOT NULL,
  d_street_1 VARCHAR(20) NOT NULL,
  d_street_2 VARCHAR(20) NOT NULL,
  d_city VARCHAR(20) NOT NULL,
  d_state CHAR(2) NOT NULL,
  d_zip CHAR(9) NOT NULL,
  PRIMARY KEY (d_w_id, d_id)
) WITHOUT ROWID {options}

-- name: create_customer
CREATE TABLE IF NOT EXISTS customer (
  c_w_id INTEGER NOT NULL,
  c_d_id INTEGER NOT NULL,
  c_id INTEGER NOT NULL,
  c_since TIMESTAMP NOT NULL,
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
) WITHOUT ROWID {options}

-- name: create_history
CREATE TABLE IF NOT EXISTS history (
  h_date TIMESTAMP NOT NULL,
  h_c_w_id INTEGER NOT NULL,
  h_c_id INTEGER NOT NULL,
  h_w_id INTEGER NOT NULL,
  h_c_d_id INTEGER NOT NULL,
  h_d_id INTEGER NOT NULL,
  h_amount DECIMAL(6,2) NOT NULL,
  h_data VARCHAR(24) NOT NULL
) {options}

-- name: create_new_order
CREATE TABLE IF NOT EXISTS new_order (
  no_w_id INTEGER NOT NULL,
  no_d_id INTEGER NOT NULL,
  no_o_id INTEGER NOT NULL,
  PRIMARY KEY (no_w_id, no_d_id, no_o_id)
) WITHOUT ROWID {options}

-- name: create_orders
CREATE TABLE IF NOT EXISTS orders (
  o_w_id INTEGER NOT NULL,
  o_d_id INTEGER NOT NULL,
  o_id INTEGER NOT NULL,
  o_entry_d TIMESTAMP NOT NULL,
  o_c_id INTEGER NOT NULL,
  o_carrier_id INTEGER,
  o_ol_cnt INTEGER NOT NULL,
  o_all_local INTEGER NOT NULL,
  PRIMARY KEY (o_w_id, o_d_id, o_id)
) WITHOUT ROWID {options}

-- name: create_order_line
CREATE TABLE IF NOT EXISTS order_line (
  ol_w_id INTEGER NOT NULL,
  ol_d_id INTEGER NOT NULL,
  ol_o_id INTEGER NOT NULL,
  ol_number INTEGER NOT NULL,
  ol_delivery_d TIMESTAMP,
  ol_i_id INTEGER NOT NULL,
  ol_supply_w_id INTEGER NOT NULL,
  ol_quantity INTEGER NOT NULL,
  ol_amount DECIMAL(6,2) NOT NULL,
  ol_dist_info CHAR(24) NOT NULL,
  PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)
) WITHOUT ROWID {options}

-- name: create_item
CREATE TABLE IF NOT EXISTS item (
  i_id INTEGER NOT NULL,
  i_im_id INTEGER NOT NULL,
  i_price DECIMAL(5,2) NOT NULL,
  i_name VARCHAR(24) NOT NULL,
  i_data VARCHAR(50) NOT NULL,
  PRIMARY KEY (i_id)
) {options}

-- name: create_stock
CREATE TABLE IF NOT EXISTS stock (
  s_w_id INTEGER NOT NULL,
  s_i_id INTEGER NOT NULL,
  s_ytd INTEGER NOT NULL,
  s_order_cnt INTEGER NOT NULL,
  s_remote_cnt INTEGER NOT NULL,
  s_quantity INTEGER NOT NULL,
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
) WITHOUT ROWID {options}

-- name: finish_customer_1
CREATE INDEX IF NOT EXISTS customer_name ON customer (c_w_id, c_d_id, c_last, c_first)

-- name: finish_orders_1
CREATE UNIQUE INDEX IF NOT EXISTS orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)

-- One writer at a time: statistics come last, for the whole file.
-- name: finish_stock_1
ANALYZE

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

-- Bytes per row on disk with all indexes, fresh; measured on SQLite 3.40, 4 kB pages.
-- name: bytes_customer
590
-- name: bytes_history
65
-- name: bytes_new_order
15
-- name: bytes_orders
45
-- name: bytes_order_line
60
-- name: bytes_item
75
-- name: bytes_stock
315
