#ifndef AHA_CSQLITE_H
#define AHA_CSQLITE_H

// SQLite with its session extension, which Debian's library contains.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
#include <stddef.h>

/// Loads the library: 0, or -1 with the reason in `text`. Call it before any other function.
int late_load_sqlite(char *text, size_t size);

// sqlite3_db_config is variadic, which Swift does not import.
static inline int csqlite_configure(sqlite3 *database, int what, int on) {
  return sqlite3_db_config(database, what, on, (int *)0);
}

// SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift does not import.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                    int size) {
  return sqlite3_bind_text(statement, index, text, size, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_borrowed(sqlite3_stmt *statement, int index, const void *bytes,
                                        sqlite3_uint64 size) {
  return sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_STATIC);
}

#endif
