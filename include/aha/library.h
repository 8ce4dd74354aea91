/* aha/library.h: a catalogue of what can be played, wherever it is, and what was done with it. */
#ifndef AHA_LIBRARY_H
#define AHA_LIBRARY_H

#include "drop.h"
#include "items.h"

AHA_BEGIN_DECLARATIONS

/**
 * Opens a library, or makes it: one SQLite file, which several processes may have open.
 * @param path         NULL: library.aha in $XDG_DATA_HOME/aha, or ~/.local/share/aha, which all
 *                     applications of a person share. Borrowed for the call.
 * @param out_library  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (no such folder), AHA_ERROR_UNKNOWN_FORMAT (no SQLite file),
 * AHA_ERROR_UNSUPPORTED (another program's, or of a newer libaha), also AHA_ERROR_DAMAGED,
 * AHA_ERROR_STATE (in use for long), AHA_ERROR_ACCESS, AHA_ERROR_DISK_FULL: errors of the library's
 * file, which the functions below have too. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_open(const char *path, aha_library **out_library);

/** Copies the path of its file. Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 *  Since: 0.8. */
AHA_API aha_result aha_library_copy_path(aha_library *library, char *buffer, size_t capacity,
                                         size_t *out_length);

/** How many items it has, of all states. Errors: errors of the library's file. Thread: [blocking].
 *  Since: 0.8. */
AHA_API aha_result aha_library_get_count(aha_library *library, int64_t *out_count);

/** Gives one item, as it was noted last. @param out_items  A list of one; owned by the caller.
 *  Errors: AHA_ERROR_NOT_FOUND, errors of the library's file. Thread: [blocking]. Since: 0.8. */
AHA_API aha_result aha_library_get_item(aha_library *library, int64_t number,
                                        aha_items **out_items);

/** Gives the item at a place. @param place  A path or a URL. Borrowed for the call.
 *  @param out_items  A list of one; owned by the caller.
 *  Errors: as aha_library_get_item. Thread: [blocking]. Since: 0.8. */
AHA_API aha_result aha_library_find(aha_library *library, const char *place,
                                    aha_items **out_items);

/** Looks at one item's file now, notes what it is, and gives it; what could not be decoded is tried
 *  again, as it is by scans and not by lists. Of a remote one nothing is asked.
 *  @param out_items  A list of one; owned by the caller.
 *  Errors: as aha_library_get_item. Thread: [blocking]. Since: 0.8. */
AHA_API aha_result aha_library_check(aha_library *library, int64_t number, aha_items **out_items);

/**
 * Adds a file, or brings the item at its place up to date: what was done with it stays. A file that
 * is no sound is an item too, which says why.
 * @param path        Borrowed for the call.
 * @param origin      AHA_ORIGIN_FOLDER, _DROP, _TAKE or _PIECE; 0: AHA_ORIGIN_FOLDER.
 * @param out_number  May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, errors of the library's file. Thread:
 * [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_add_file(aha_library *library, const char *path, aha_origin origin,
                                        int64_t *out_number);

/**
 * Adds a piece that is elsewhere, such as one that was opened, or brings the item at its place up
 * to date.
 * @param piece       Copied.
 * @param place       A URL, or the path of its sound. Borrowed for the call.
 * @param sha256      Of its sound, as 64 hexadecimal letters, large or small; NULL: not known.
 * @param origin      AHA_ORIGIN_…
 * @param state       AHA_ITEM_…; one of them. Of a URL: AHA_ITEM_DOWNLOADABLE or _REMOTE_ONLY.
 * @param out_number  May be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_NOT_FOUND (no such folder), handle errors, errors
 * of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_add_piece(aha_library *library, aha_piece *piece, const char *place,
                                         const char *sha256, aha_origin origin,
                                         aha_item_state state, int64_t *out_number);

/**
 * Adds a drop that is done, by the URL that people open, and notes it in the history, once, at the
 * time that it was done.
 * @param out_number  May be NULL.
 * Errors: AHA_ERROR_STATE (not done, or nobody can open it), handle errors, errors of the library's
 * file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_add_drop(aha_library *library, aha_drop *drop, int64_t *out_number);

/** Takes an item out; its file and the history stay. Errors: AHA_ERROR_NOT_FOUND, errors of the
 *  library's file. Thread: [blocking]. Since: 0.8. */
AHA_API aha_result aha_library_forget(aha_library *library, int64_t number);

/**
 * Starts a job that listens to an item and keeps its tempo, key and loudness. There is no event
 * when it ends. It goes on when the library is released.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND; the job's: errors of sounds, AHA_ERROR_NOT_FOUND (its file is gone),
 * AHA_ERROR_UNSUPPORTED (it is remote), AHA_ERROR_STATE (it was changed meanwhile), errors of the
 * library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_analyze(aha_library *library, int64_t number, aha_job **out_job);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_library_retain(aha_library *library);

/** Takes an owner away. The last ends a watch, and waits for it as aha_library_stop_watch does;
 *  else nothing is waited for. Jobs go on. Errors: handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_library_release(aha_library *library);

AHA_END_DECLARATIONS

#endif /* AHA_LIBRARY_H */
