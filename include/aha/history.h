/* aha/history.h: what was done in a library by day, week and month, and where somebody looks in
 * that. */
#ifndef AHA_HISTORY_H
#define AHA_HISTORY_H

#include "library.h"
#include "picture.h"

AHA_BEGIN_DECLARATIONS

/** What is counted. */
typedef uint32_t aha_activity;

enum {
  AHA_ACTIVITY_PLAY = 1,
  AHA_ACTIVITY_TAKE = 2,
  AHA_ACTIVITY_BOUNCE = 3,
  AHA_ACTIVITY_DROP = 4
};

/** How time is cut into pieces. Each has a number; 0 is the one that 1970-01-01 is in. */
typedef uint32_t aha_time_scale;

enum {
  AHA_SCALE_DAY = 0,
  /** From Monday to Sunday (ISO 8601). */
  AHA_SCALE_WEEK = 1,
  AHA_SCALE_MONTH = 2
};

/**
 * Notes that something was done. It counts for the day that it is on the wall then, wherever the
 * host goes later.
 * @param activity     AHA_ACTIVITY_…
 * @param item         The number of what was played, recorded, …; 0: of nothing in the library.
 * @param duration_ms  How long, in milliseconds; a year is at most ten.
 * @param at           When it began, in seconds since 1970; 0, or later than now: now.
 * Errors: AHA_ERROR_NOT_FOUND (the item), AHA_ERROR_INVALID_ARGUMENT, errors of the library's file.
 * Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_note(aha_library *library, aha_activity activity, int64_t item,
                                    int64_t duration_ms, int64_t at);

/** What was done in a day, a week or a month: how often, and for how many milliseconds. */
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
} aha_history_bucket;

/**
 * Copies what was done, piece of time by piece of time, without gaps; none is later than now.
 * @param scale      AHA_SCALE_…
 * @param first      A number of that scale; the first.
 * @param last       The last, which is included.
 * @param buckets    Where to; NULL asks for their count only.
 * @param capacity   How many there is room for.
 * @param out_count  May be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, errors of the library's file.
 * Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_copy_history(aha_library *library, aha_time_scale scale,
                                            int64_t first, int64_t last,
                                            aha_history_bucket *buckets, uint32_t capacity,
                                            uint32_t *out_count);

/** Gives the number of the piece of time of the first thing that was ever done. @return AHA_OK, or
 *  AHA_END when nothing was.
 *  Errors: AHA_ERROR_INVALID_ARGUMENT, errors of the library's file. Thread: [blocking]. Since:
 *  0.8. */
AHA_API aha_result aha_library_get_first(aha_library *library, aha_time_scale scale,
                                         int64_t *out_number);

/** Copies what was done as JSON: scale, and buckets with label, number, and count and minutes of
 *  plays, takes, bounces and drops. Errors: as aha_library_copy_history. Thread: [blocking]. Since:
 *  0.8. */
AHA_API aha_result aha_library_copy_history_json(aha_library *library, aha_time_scale scale,
                                                 int64_t first, int64_t last, char *buffer,
                                                 size_t capacity, size_t *out_length);

/**
 * Draws the minutes of each piece of time into a PNG file, as a bar of a color for each activity;
 * where nothing took time, how often.
 * @param path     The file is replaced atomically.
 * @param options  NULL: 1600 x 400 pixels, blue on white.
 * Errors: AHA_ERROR_LIMIT (more bars than pixels), those of writing, also errors of
 * aha_library_copy_history. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_draw_history(aha_library *library, aha_time_scale scale,
                                            int64_t first, int64_t last, const char *path,
                                            const aha_strip_options *options);

/** Copies what a piece of time is called in ISO 8601: "2026-11-22", "2026-W47", "2026-11".
 *  Errors: AHA_ERROR_INVALID_ARGUMENT (before 1970, or after 9999), AHA_ERROR_BUFFER_TOO_SMALL.
 *  Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_time_scale_copy_label(aha_time_scale scale, int64_t number, char *buffer,
                                             size_t capacity, size_t *out_length);

/**
 * Where somebody looks in a history: a scale, and a place in each of the scales. They are
 * independent: who goes back three months finds the day where it was left. Owned by the caller, to
 * be kept as it likes; nothing of it is ever later than now.
 */
typedef struct aha_history_cursor {
  size_t struct_size;
  /** Numbers; negative, or later than now: now. */
  int64_t day;
  int64_t week;
  int64_t month;
  /** AHA_SCALE_… that is looked at. */
  aha_time_scale scale;
  /** Set by the functions: non-zero while what is looked at is not over yet. */
  uint32_t is_now;
} aha_history_cursor;

/** A cursor at now, by days; aha_history_cursor_move by 0 puts the numbers in. */
static inline aha_history_cursor aha_history_cursor_init(void) {
  aha_history_cursor cursor = {sizeof(aha_history_cursor), -1, -1, -1, AHA_SCALE_DAY, 1};
  return cursor;
}

/**
 * Goes along time in the scale that is looked at; at its ends it stays.
 * @param count      How far; negative: back.
 * @param out_moved  How far it went; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_history_cursor_move(aha_history_cursor *cursor, int64_t count,
                                           int64_t *out_moved);

/** Goes between the scales: to longer pieces of time, or to shorter ones where the count is
 *  negative. Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_history_cursor_zoom(aha_history_cursor *cursor, int64_t count,
                                           int64_t *out_moved);

/** Goes, in the scale that is looked at, to the piece that a moment is in. @param at  Seconds since
 *  1970; later than now: now.
 *  Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_history_cursor_seek(aha_history_cursor *cursor, int64_t at);

AHA_END_DECLARATIONS

#endif /* AHA_HISTORY_H */
