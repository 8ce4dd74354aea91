// libsqlite3 is loaded by the first call that needs it.
#include <late.h>

#define FUNCTIONS(X) \
  X(sqlite3_bind_blob64) X(sqlite3_bind_double) X(sqlite3_bind_int64) X(sqlite3_bind_null) \
  X(sqlite3_bind_text) X(sqlite3_busy_timeout) X(sqlite3_changes64) \
  X(sqlite3_clear_bindings) X(sqlite3_close_v2) X(sqlite3_column_blob) \
  X(sqlite3_column_bytes) X(sqlite3_column_double) X(sqlite3_column_int64) \
  X(sqlite3_column_text) X(sqlite3_column_type) X(sqlite3_db_config) X(sqlite3_db_readonly) \
  X(sqlite3_errmsg) X(sqlite3_errstr) X(sqlite3_exec) X(sqlite3_finalize) X(sqlite3_free) \
  X(sqlite3_get_autocommit) X(sqlite3_last_insert_rowid) X(sqlite3_limit) X(sqlite3_open_v2) \
  X(sqlite3_prepare_v3) X(sqlite3_reset) \
  X(sqlite3_step) X(sqlite3_system_errno) X(sqlite3changeset_apply) \
  X(sqlite3changeset_invert) X(sqlite3session_attach) X(sqlite3session_changeset) \
  X(sqlite3session_create) X(sqlite3session_delete)

LATE_LIBRARY(sqlite, "libsqlite3.so.0", "libsqlite3-0", "databases", "database",
             "Projects, libraries, journals of drops", FUNCTIONS)
