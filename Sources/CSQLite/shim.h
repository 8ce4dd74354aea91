// SQLite with its session extension, which Debian's library is compiled with.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

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

// What full-text indexes of a connection are extended by.
static inline int csqlite_index(sqlite3 *database, fts5_api **api) {
  sqlite3_stmt *statement = 0;
  int result = sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0);
  if (result != SQLITE_OK) return result;
  sqlite3_bind_pointer(statement, 1, (void *)api, "fts5_api_ptr", 0);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  return *api == 0 ? SQLITE_ERROR : SQLITE_OK;
}

// The splitter of texts into words that full-text indexes of this connection have.
typedef struct {
  fts5_tokenizer functions;
  Fts5Tokenizer *made;
} csqlite_splitter;

static inline int csqlite_make_splitter(sqlite3 *database, csqlite_splitter *splitter) {
  fts5_api *api = 0;
  int result = csqlite_index(database, &api);
  if (result != SQLITE_OK) return result;
  void *context = 0;
  const char *options[] = {"remove_diacritics", "2"};
  result = api->xFindTokenizer(api, "unicode61", &context, &splitter->functions);
  if (result != SQLITE_OK) return result;
  return splitter->functions.xCreate(context, options, 2, &splitter->made);
}
static inline void csqlite_delete_splitter(csqlite_splitter *splitter) {
  if (splitter->made) splitter->functions.xDelete(splitter->made);
}
static inline int csqlite_split(const csqlite_splitter *splitter, void *context, const char *text,
                                int size,
                                int (*word)(void *, int, const char *, int, int, int)) {
  return splitter->functions.xTokenize(splitter->made, context, FTS5_TOKENIZE_QUERY, text, size,
                                       word);
}

// Takes the rows that a full-text index has for a word, many at a time, until it returns 0.
typedef struct {
  void *context;
  int (*take)(void *context, const sqlite3_int64 *rows, int count);
  sqlite3_int64 rows[500];
  int count;
} csqlite_hits;

static inline int csqlite_flush_hits(csqlite_hits *hits) {
  int count = hits->count;
  hits->count = 0;
  return count == 0 || hits->take(hits->context, hits->rows, count);
}
static inline int csqlite_take_hit(const Fts5ExtensionApi *api, Fts5Context *context, void *taker) {
  csqlite_hits *hits = (csqlite_hits *)taker;
  hits->rows[hits->count++] = api->xRowid(context);
  if (hits->count < (int)(sizeof hits->rows / sizeof *hits->rows)) return SQLITE_OK;
  return csqlite_flush_hits(hits) ? SQLITE_OK : SQLITE_DONE;
}
static inline void csqlite_take_hits(const Fts5ExtensionApi *api, Fts5Context *context,
                                     sqlite3_context *answer, int count, sqlite3_value **values) {
  (void)count, (void)values;
  csqlite_hits *hits = (csqlite_hits *)api->xUserData(context);
  hits->count = 0;
  int result = api->xQueryPhrase(context, 0, hits, csqlite_take_hit);
  if (result == SQLITE_OK)
    csqlite_flush_hits(hits);
  else
    sqlite3_result_error_code(answer, result);
}

// Makes the function `hits` of full-text indexes, which `taker` is told of: the rows of the first
// word of a match.
static inline int csqlite_make_hits(sqlite3 *database, csqlite_hits *taker) {
  fts5_api *api = 0;
  int result = csqlite_index(database, &api);
  if (result != SQLITE_OK) return result;
  return api->xCreateFunction(api, "hits", taker, csqlite_take_hits, 0);
}
