/* aha/history.h: history: activities in a library by day, week and month, and a cursor to browse
 * them. */
#ifndef AHA_HISTORY_H
#define AHA_HISTORY_H

#include "library.h"
#include "picture.h"

AHA_BEGIN_DECLARATIONS

/** The kind of a recorded activity. */
typedef uint32_t aha_activity;

enum {
  AHA_ACTIVITY_PLAY = 1,
  AHA_ACTIVITY_TAKE = 2,
  AHA_ACTIVITY_BOUNCE = 3,
  AHA_ACTIVITY_DROP = 4
};

/** The length of a period. Periods are numbered; period 0 contains 1970-01-01. */
typedef uint32_t aha_time_scale AHA_BASE(Scale);

enum {
  AHA_SCALE_DAY = 0,
  /** From Monday to Sunday (ISO 8601). */
  AHA_SCALE_WEEK = 1,
  AHA_SCALE_MONTH = 2
};

/**
 * Records an activity. It counts for the local date at that time, also after a change of the time
 * zone.
 * @param activity     AHA_ACTIVITY_…
 * @param item         The number of the item that was played, recorded, …; 0: no item of the
 *                     library.
 * @param duration_ms  Duration in milliseconds; at most ten years.
 * @param at           Start time in seconds since 1970; 0 or a future time: now.
 * Errors: AHA_ERROR_NOT_FOUND (the item), AHA_ERROR_INVALID_ARGUMENT, errors of the library's file.
 * Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_history_note(aha_library *library, aha_activity activity,
                                    AHA_DEFAULT(0) int64_t item, AHA_DEFAULT(0) int64_t duration_ms,
                                    AHA_DEFAULT(0) int64_t at) AHA_CPP(note);

/** Activities in one day, week or month: counts, and durations in milliseconds. */
typedef struct aha_history_bucket {
  int64_t number;
  int64_t plays;
  int64_t takes;
  int64_t bounces;
  int64_t drops;
  int64_t play_ms;
  int64_t take_ms;
  int64_t bounce_ms;
  int64_t drop_ms;
} aha_history_bucket AHA_RECORD AHA_PYTHON(Bucket);

/**
 * Copies the activities of consecutive periods, without gaps, up to the current period.
 * @param scale      AHA_SCALE_…
 * @param first      The first period's number.
 * @param last       The last period's number, included.
 * @param buckets    Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of buckets.
 * @param out_count  May be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, errors of the library's file.
 * Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_history_copy(aha_library *library, aha_time_scale scale, int64_t first,
                                    int64_t last, AHA_BUFFER(capacity) aha_history_bucket *buckets,
                                    uint32_t capacity, uint32_t *out_count);

/**
 * Returns the number of the period with the first recorded activity. @return AHA_OK, or AHA_END if
 * the history is empty.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_history_get_first(aha_library *library, aha_time_scale scale,
                                         int64_t *out_number) AHA_CODES(AHA_END) AHA_CPP(first)
                                         AHA_PYTHON(first);

/**
 * Copies the activities as JSON: scale, and buckets with label, number, and counts and minutes of
 * plays, takes, bounces and drops.
 * Errors: as aha_history_copy. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_history_copy_json(aha_library *library, aha_time_scale scale, int64_t first,
                                         int64_t last, AHA_BUFFER(capacity) char *buffer,
                                         size_t capacity, size_t *out_length);

/**
 * Draws a bar chart of the minutes of each period into a PNG file, with one color for each
 * activity; without durations, it draws the counts.
 * @param path     The file is replaced atomically.
 * @param options  NULL: 1600 x 400 pixels, blue on white.
 * Errors: AHA_ERROR_LIMIT (more bars than pixels), those of writing, also errors of
 * aha_history_copy. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_history_draw(aha_library *library, aha_time_scale scale, int64_t first,
                                    int64_t last, const char *path,
                                    AHA_NULLABLE const aha_strip_options *options) AHA_CONST;

/**
 * Copies the ISO 8601 label of a period: "2026-11-22", "2026-W47", "2026-11".
 * Errors: AHA_ERROR_INVALID_ARGUMENT (before 1970, or after 9999), AHA_ERROR_BUFFER_TOO_SMALL.
 * Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_history_copy_label(aha_time_scale scale, int64_t number,
                                             AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                             size_t *out_length) AHA_CPP(time_label);

/** The form of a history file. Since: 1.0. */
typedef uint32_t aha_history_format;

enum {
  /** libaha's: a JSON array of activities, described in docs/history.md. */
  AHA_HISTORY_JSON = 0,
  /** JSON lines, as of an export of ListenBrainz. */
  AHA_HISTORY_LISTENBRAINZ = 1,
  /** A scrobbler log (.scrobbler.log) with times in UTC, which Last.fm accepts. */
  AHA_HISTORY_SCROBBLER_LOG = 2
};

/**
 * Writes the history to a file. The forms of other programs have only the plays with a title and an
 * artist.
 * @param path       The file is replaced atomically.
 * @param out_count  The number of activities in it; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, those of writing, errors of the library's file. Thread:
 * [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_history_export(aha_library *library, const char *path,
                                      AHA_DEFAULT(AHA_HISTORY_JSON) aha_history_format format,
                                      AHA_NULLABLE int64_t *out_count);

/** The result of an import, in numbers of entries of the file. Since: 1.0. */
typedef struct aha_history_import_info {
  size_t struct_size;
  /** New activities. */
  int64_t added;
  /** Of these, activities that fit no item of the library. The history has their texts; the next
   *  import of the file after a scan links them to their items. */
  int64_t unmatched;
  /** Activities that the history had. */
  int64_t known;
  /** Entries that are no activity: skipped tracks, entries without a title and an artist, of the
   *  future, or of a second with 200 others. */
  int64_t skipped;
} aha_history_import_info AHA_RECORD AHA_PYTHON(HistoryImport);

/** An info with struct_size set. */
static inline aha_history_import_info aha_history_import_info_init(void) {
  aha_history_import_info info = {sizeof(aha_history_import_info), 0, 0, 0, 0};
  return info;
}

/**
 * Adds the activities of a file that the history does not have yet; a second import adds nothing.
 * The file is one of aha_history_export, an export of ListenBrainz (JSON lines or an array), or a
 * scrobbler log; its form is detected. An item is found by its place, its content, or its title and
 * artist without regard to the case of ASCII letters. After an error the activities before it stay.
 * @param info  Filled in, also after an error; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED (the line says at which
 * byte), errors of the library's file. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_history_import(aha_library *library, const char *path,
                                      aha_history_import_info *info);

/**
 * A cursor for browsing a history: a scale, and a position in each scale. The positions are
 * independent: a move by three months does not change the day. Owned by the caller, which may store
 * it; no position is in the future.
 */
typedef struct aha_history_cursor {
  size_t struct_size;
  /** Period numbers; a negative or future number: the current period. */
  int64_t day;
  int64_t week;
  int64_t month;
  /** The current scale, AHA_SCALE_… */
  aha_time_scale scale;
  /** Set by the functions: true if the position is the current period. */
  AHA_FLAG uint32_t is_now;
} aha_history_cursor;

/** A cursor at the current day; aha_history_cursor_move by 0 fills in the numbers. */
static inline aha_history_cursor aha_history_cursor_init(void) {
  aha_history_cursor cursor = {sizeof(aha_history_cursor), -1, -1, -1, AHA_SCALE_DAY, 1};
  return cursor;
}

/**
 * Moves in time by periods of the current scale, and stops at both ends.
 * @param count      Number of periods; negative: back.
 * @param out_moved  Set to the number of periods moved; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_history_cursor_move(aha_history_cursor *cursor, int64_t count,
                                           AHA_NULLABLE int64_t *out_moved);

/**
 * Changes the scale: to longer periods, or to shorter ones if the count is negative.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_history_cursor_zoom(aha_history_cursor *cursor, int64_t count,
                                           AHA_NULLABLE int64_t *out_moved);

/**
 * Moves, in the current scale, to the period that contains a time. @param at Seconds since 1970; a
 * future time: now.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_history_cursor_seek(aha_history_cursor *cursor, int64_t at);

AHA_END_DECLARATIONS

#endif /* AHA_HISTORY_H */
