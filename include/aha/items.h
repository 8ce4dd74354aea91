/* aha/items.h: items of a library: lists and their pages, related items and duplicates. */
#ifndef AHA_ITEMS_H
#define AHA_ITEMS_H

#include "format.h"
#include "piece.h"

AHA_BEGIN_DECLARATIONS

/** A catalog of sounds: see aha/library.h. */
typedef struct aha_library aha_library;

/** A page of a list: a snapshot of items at the time of the request. */
typedef struct aha_items aha_items AHA_PYTHON(Page);

/** The origin of an item. */
typedef uint32_t aha_origin;

enum {
  /** Found by a scan. */
  AHA_ORIGIN_FOLDER = 1,
  AHA_ORIGIN_DROP = 2,
  AHA_ORIGIN_TAKE = 3,
  /** A piece that was opened. */
  AHA_ORIGIN_PIECE = 4,
  /** From a remote catalog. */
  AHA_ORIGIN_REMOTE = 5
};

/** Whether an item can be played here and now. Flags. */
typedef uint32_t aha_item_state AHA_FLAGS;

enum {
  /** Its file exists, and starts like a sound that libaha decodes. */
  AHA_ITEM_PLAYABLE = 1,
  /** Its file exists but cannot be decoded; AHA_ITEM_REASON says why. */
  AHA_ITEM_UNDECODABLE = 2,
  AHA_ITEM_MISSING = 4,
  /** Not local, but aha_sync_fetch can download it. */
  AHA_ITEM_DOWNLOADABLE = 8,
  /** Remote, without a download. */
  AHA_ITEM_REMOTE_ONLY = 16,
  AHA_ITEM_ANY = 31
};

/** The sort order of a list. */
typedef uint32_t aha_item_order;

enum {
  /** The most recently added first. */
  AHA_ORDER_NEWEST = 0,
  /** From A to Z, without regard to the case of ASCII letters. */
  AHA_ORDER_TITLE = 1,
  /** The most recently played first. */
  AHA_ORDER_PLAYED = 2,
  /** The shortest first. */
  AHA_ORDER_LENGTH = 3
};

/** A list by the relations of items. Since: 1.0. */
typedef uint32_t aha_item_relation;

enum {
  /** All items that the query selects. */
  AHA_ITEMS_ALL = 0,
  /** The pieces that an item is based on, directly and indirectly: the nearest first, at most 1000.
   *  Pieces that are not in the library have only an id, and number 0. */
  AHA_ITEMS_ANCESTORS = 1,
  /** The items that are based on an item, directly and indirectly. */
  AHA_ITEMS_DESCENDANTS = 2,
  /** Playable items with the same content as others, grouped by content. Empty and undecodable
   *  files are excluded. The max of a page is 100 groups. */
  AHA_ITEMS_DUPLICATES = 3
};

/** Filter and sort order of a list. A relation other than AHA_ITEMS_ALL takes no text, hash,
 *  states, origin or order. */
typedef struct aha_item_query {
  size_t struct_size;
  /** Words that must all occur in an item's title, artists, album, tags or place; the last one may
   *  be a prefix. Any text is valid. NULL: all items. */
  const char *text;
  /** Only items with this content, as 64 hexadecimal digits, upper or lower case; NULL: all. */
  const char *sha256;
  /** Only items in one of these states: AHA_ITEM_…, combined with |; 0: AHA_ITEM_PLAYABLE. */
  aha_item_state states;
  /** Only items of this origin; 0: any origin. */
  aha_origin origin;
  /** AHA_ORDER_… */
  aha_item_order order;
  /** Max items of a page, 1 to 1000; 0: 50. */
  uint32_t count;
  /** True: the recorded states are used. False: each item of a page is checked on the disk when the
   *  page is requested, up to a few thousand items. If most of them have left the requested states,
   *  a page can have fewer items than count, or none, without being the last. */
  AHA_FLAG uint32_t is_unchecked;
  /** AHA_ITEMS_… Since: 1.0. */
  aha_item_relation relation;
  /** The number of the item of AHA_ITEMS_ANCESTORS and AHA_ITEMS_DESCENDANTS. Since: 1.0. */
  int64_t item;
} aha_item_query AHA_OPTIONS;

/** A query with all defaults: playable items, the newest first. */
static inline aha_item_query aha_item_query_init(void) {
  aha_item_query query = {sizeof(aha_item_query), NULL, NULL, 0, 0, 0, 0, 0, 0, 0};
  return query;
}

/** The properties of an item, except its texts. */
typedef struct aha_item {
  size_t struct_size;
  /** The library's number of the item; 0: a related item that is not in the library. */
  int64_t number;
  /** Microseconds; 0: unknown. */
  int64_t length_us;
  /** Size of its file in bytes. */
  int64_t size;
  /** Seconds since 1970; 0: never. */
  int64_t added;
  int64_t played;
  int64_t dropped;
  int64_t plays;
  /** None before the analysis. */
  AHA_NONE(0) double tempo_bpm;
  /** LUFS; none before the analysis. */
  AHA_NONE(NAN) double loudness_lufs;
  /** AHA_ORIGIN_… */
  AHA_NONE(0) aha_origin origin;
  /** AHA_ITEM_… */
  aha_item_state state;
  /** AHA_CONTAINER_…, AHA_ENCODING_…; 0: unknown, as for the next two. */
  aha_container container;
  aha_encoding encoding;
  uint32_t sample_rate;
  uint32_t channels;
  /** For a related item: its distance in the based-on graph, 1 for a direct relation; else 0. */
  uint32_t depth;
  uint32_t reserved;
  /** Numbers of the track and of the disc in the album; 0: unknown. Since: 1.0. */
  uint32_t track;
  uint32_t disc;
} aha_item AHA_RECORD AHA_PYTHON(_ItemValues) AHA_TEXTS(aha_item_text);

/** An item with struct_size set. */
static inline aha_item aha_item_init(void) {
  aha_item item = {sizeof(aha_item), 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, 0,
                   0, 0, 0, 0, 0, 0, 0, 0, 0};
  return item;
}

/** Texts of an item. */
typedef uint32_t aha_item_text;

enum {
  /** An absolute path, whose bytes need not be UTF-8, or a URL. */
  AHA_ITEM_PLACE = 0,
  /** The title of the piece, or the file's name. */
  AHA_ITEM_TITLE = 1,
  /** Several artists are separated by "; ". */
  AHA_ITEM_ARTIST = 2,
  AHA_ITEM_TAGS = 3,
  /** Why the file is undecodable. */
  AHA_ITEM_REASON = 4,
  /** SHA-256 of the whole file, as 64 hexadecimal digits; "" if unknown. */
  AHA_ITEM_SHA256 = 5,
  /** The piece's id, as other pieces refer to it; "" if unknown. */
  AHA_ITEM_PIECE_ID = 6,
  /** The key after the analysis, as in "A minor"; "" before it. */
  AHA_ITEM_KEY = 7,
  /** The piece's manifest, JSON. */
  AHA_ITEM_MANIFEST = 8,
  /** Since: 1.0. */
  AHA_ITEM_ALBUM = 9,
  /** Several are separated by "; ". Since: 1.0. */
  AHA_ITEM_ALBUM_ARTIST = 10
};

/**
 * Returns the page after another one. A page can be empty; only AHA_END is the end. Additions and
 * removals between pages neither duplicate nor skip other items.
 * @param out_items  Owned by the caller; NULL at the end.
 * @return AHA_OK, or AHA_END after the last page.
 * Errors: errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_items_next(aha_items *items, AHA_OWNED aha_items **out_items)
                                  AHA_CODES(AHA_END) AHA_CONST;

/** The number of items in a page. Errors: 0 for a bad handle. Thread: [any]. Since: 0.8. */
AHA_API uint32_t aha_items_count(aha_items *items) AHA_CPP(size) AHA_PYTHON(__len__);

/**
 * Describes one item. @param item Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no such index), handle errors. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_items_get(aha_items *items, uint32_t index, aha_item *item) AHA_CPP(info);

/**
 * Copies a text of one item; "" if it is unknown.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.8.
 */
AHA_API aha_result aha_items_copy_text(aha_items *items, uint32_t index, aha_item_text text,
                                       AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                       size_t *out_length);

/**
 * Returns the metadata of one item as a piece. @param out_piece Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (no metadata), AHA_ERROR_INVALID_ARGUMENT, errors of aha_piece_read.
 * Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_items_get_piece(aha_items *items, uint32_t index,
                                       AHA_OWNED aha_piece **out_piece);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.8. */
static inline aha_result aha_items_retain(aha_items *items) {
  return aha_retain_as(items, AHA_KIND_ITEMS);
}

/** Releases one reference. Errors: handle errors. Thread: [any]. Since: 0.8. */
static inline aha_result aha_items_release(aha_items *items) {
  return aha_release_as(items, AHA_KIND_ITEMS);
}

AHA_END_DECLARATIONS

#endif /* AHA_ITEMS_H */
