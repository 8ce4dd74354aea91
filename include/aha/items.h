/* aha/items.h: what a library has: items in lists, pages of lists, kin and duplicates. */
#ifndef AHA_ITEMS_H
#define AHA_ITEMS_H

#include "format.h"
#include "piece.h"

AHA_BEGIN_DECLARATIONS

/** A catalogue of what can be played: see aha/library.h. */
typedef struct aha_library aha_library;

/** A page of a list: items as they were when it was asked for. */
typedef struct aha_items aha_items;

/** Where an item came from. */
typedef uint32_t aha_origin;

enum {
  /** Found by a scan. */
  AHA_ORIGIN_FOLDER = 1,
  AHA_ORIGIN_DROP = 2,
  AHA_ORIGIN_TAKE = 3,
  /** Opened. */
  AHA_ORIGIN_PIECE = 4,
  /** Of a remote catalogue. */
  AHA_ORIGIN_REMOTE = 5
};

/** Whether an item can be heard here and now. Flags. */
typedef uint32_t aha_item_state;

enum {
  /** Its file is there, and begins as a sound that libaha decodes. */
  AHA_ITEM_PLAYABLE = 1,
  /** Its file is there; AHA_ITEM_REASON says what is wrong with it. */
  AHA_ITEM_UNDECODABLE = 2,
  AHA_ITEM_MISSING = 4,
  /** Not here, but it can be fetched. */
  AHA_ITEM_DOWNLOADABLE = 8,
  /** Somewhere else, to be looked at only. */
  AHA_ITEM_REMOTE_ONLY = 16,
  AHA_ITEM_ANY = 31
};

/** What a list is in order of. */
typedef uint32_t aha_item_order;

enum {
  /** Those that were found last, first. */
  AHA_ORDER_NEWEST = 0,
  /** From A to Z, without regard to the case of ASCII letters. */
  AHA_ORDER_TITLE = 1,
  /** Those that were played last, first. */
  AHA_ORDER_PLAYED = 2,
  /** The shortest first. */
  AHA_ORDER_LENGTH = 3
};

/** Which items, in which order. */
typedef struct aha_item_query {
  size_t struct_size;
  /** Words, all of which an item has in its title, artist, tags or place; the last may be the
   *  beginning of one. Any text will do. NULL: all items. */
  const char *text;
  /** Only items of that content, as 64 hexadecimal letters, large or small; NULL: all. */
  const char *sha256;
  /** Only items in one of these: AHA_ITEM_…, added up; 0: AHA_ITEM_PLAYABLE. */
  aha_item_state states;
  /** Only items from there; 0: from anywhere. */
  aha_origin origin;
  /** AHA_ORDER_… */
  aha_item_order order;
  /** Items of a page, 1 to 1000; 0: 50. */
  uint32_t count;
  /** Non-zero: states are those that were noted last. Else each item of a page is looked at on the
   *  disk when the page is asked for, but some thousand at most: where most of them are not in
   *  these states any more, a page has fewer items than count, or none, and is not the last. */
  uint32_t is_unchecked;
  /** Zero. */
  uint32_t reserved;
} aha_item_query;

/** A query with all default: what is playable here and now, the newest first. */
static inline aha_item_query aha_item_query_init(void) {
  aha_item_query query = {sizeof(aha_item_query), NULL, NULL, 0, 0, 0, 0, 0, 0};
  return query;
}

/** What is known of an item, but for its texts. */
typedef struct aha_item {
  size_t struct_size;
  /** The library's number of it; 0: not in the library (of kin). */
  int64_t number;
  /** Microseconds; 0: not known. */
  int64_t length_us;
  /** Of its file, in bytes. */
  int64_t size;
  /** Seconds since 1970; 0: never. */
  int64_t added;
  int64_t played;
  int64_t dropped;
  int64_t plays;
  /** 0 until it was analyzed. */
  double tempo_bpm;
  /** LUFS; NaN until it was analyzed. */
  double loudness_lufs;
  /** AHA_ORIGIN_… */
  aha_origin origin;
  /** AHA_ITEM_… */
  aha_item_state state;
  /** AHA_CONTAINER_…, AHA_ENCODING_…; 0: not known, as the next two. */
  aha_container container;
  aha_encoding encoding;
  uint32_t sample_rate;
  uint32_t channels;
  /** Of kin: how many pieces are between them, and 1; else 0. */
  uint32_t depth;
  uint32_t reserved;
} aha_item;

/** An item with struct_size set. */
static inline aha_item aha_item_init(void) {
  aha_item item = {sizeof(aha_item), 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, 0, 0, 0, 0, 0, 0, 0, 0};
  return item;
}

/** Texts of an item. */
typedef uint32_t aha_item_text;

enum {
  /** An absolute path, whose bytes need not be UTF-8, or a URL. */
  AHA_ITEM_PLACE = 0,
  /** Of the piece, or the file's name. */
  AHA_ITEM_TITLE = 1,
  AHA_ITEM_ARTIST = 2,
  AHA_ITEM_TAGS = 3,
  /** Why it is undecodable. */
  AHA_ITEM_REASON = 4,
  /** Of all its bytes, as 64 hexadecimal letters. */
  AHA_ITEM_SHA256 = 5,
  /** What other pieces call it. */
  AHA_ITEM_PIECE_ID = 6,
  /** Once it was analyzed, as in "A minor". */
  AHA_ITEM_KEY = 7,
  /** The piece's manifest, JSON. */
  AHA_ITEM_MANIFEST = 8
};

/**
 * Lists items: the first page.
 * @param query      NULL: what is playable here and now, the newest first.
 * @param out_items  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, errors of the library's file. Thread:
 * [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_list(aha_library *library, const aha_item_query *query,
                                    aha_items **out_items);

/**
 * Gives the page behind another one, which may be empty: only AHA_END is the end. No item is in a
 * list twice, and none is left out, when others come and go meanwhile.
 * @param out_items  Owned by the caller; NULL at the end.
 * @return AHA_OK, or AHA_END when there is none.
 * Errors: errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_items_next(aha_items *items, aha_items **out_items);

/**
 * Gives the pieces that an item is based on, and those that these are based on: the nearest first,
 * at most 1000. Those that the library has not are there with their ids alone, as number 0.
 * @param out_items  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_get_ancestors(aha_library *library, int64_t number,
                                             aha_items **out_items);

/** Gives the items that are based on one, and those that are based on these.
 *  @param out_items  Owned by the caller.
 *  Errors: as aha_library_get_ancestors. Thread: [blocking]. Since: 0.8. */
AHA_API aha_result aha_library_get_descendants(aha_library *library, int64_t number,
                                               aha_items **out_items);

/**
 * Gives playable items whose content others have too, in order of their content: those of the same
 * are side by side. Empty and undecodable files are no duplicates. aha_items_next goes on.
 * @param count      Contents of a page, 1 to 100; 0: 50.
 * @param out_items  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_get_duplicates(aha_library *library, uint32_t count,
                                              aha_items **out_items);

/** How many items are in a page; 0 for a bad handle. Thread: [any]. Since: 0.8. */
AHA_API uint32_t aha_items_count(aha_items *items);

/** Describes one. @param item  Filled in; struct_size must be set.
 *  Errors: AHA_ERROR_INVALID_ARGUMENT (no such index), handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_items_get(aha_items *items, uint32_t index, aha_item *item);

/** Copies a text of one; "" where nothing is known. Errors: AHA_ERROR_INVALID_ARGUMENT,
 *  AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_items_copy_text(aha_items *items, uint32_t index, aha_item_text text,
                                       char *buffer, size_t capacity, size_t *out_length);

/** Gives what is known of one as a piece. @param out_piece  Owned by the caller.
 *  Errors: AHA_ERROR_NOT_FOUND (nothing is), AHA_ERROR_INVALID_ARGUMENT, errors of aha_piece_read.
 *  Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_items_get_piece(aha_items *items, uint32_t index, aha_piece **out_piece);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_items_retain(aha_items *items);

/** Takes an owner away. Errors: handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_items_release(aha_items *items);

AHA_END_DECLARATIONS

#endif /* AHA_ITEMS_H */
