/* aha/library.h: libraries: a catalog of local and remote sounds, and a history of their use. */
#ifndef AHA_LIBRARY_H
#define AHA_LIBRARY_H

#include "drop.h"
#include "items.h"

AHA_BEGIN_DECLARATIONS

/**
 * Opens or creates a library: one SQLite file, which several processes can open at once.
 * @param path         NULL: library.aha in $XDG_DATA_HOME/aha, or ~/.local/share/aha, which all
 *                     applications of a user share. Borrowed for the call.
 * @param out_library  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (no such folder), AHA_ERROR_UNKNOWN_FORMAT (not an SQLite file),
 * AHA_ERROR_UNSUPPORTED (another program's, or of a newer libaha), also AHA_ERROR_DAMAGED,
 * AHA_ERROR_STATE (in use too long), AHA_ERROR_ACCESS, AHA_ERROR_DISK_FULL: these are the errors of
 * the library's file, which the functions below return too. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_open(AHA_NULLABLE const char *path,
                                    AHA_OWNED aha_library **out_library) AHA_PYTHON(__init__);

/**
 * The path of the library's file.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_library_copy_path(aha_library *library, AHA_BUFFER(capacity) char *buffer,
                                         size_t capacity, size_t *out_length);

/**
 * The number of the library's items, in all states. 0 also after an error: aha_last_error says why.
 * Errors: 0 for a bad handle, after errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API int64_t aha_library_count(aha_library *library) AHA_CPP(size) AHA_PYTHON(__len__);

/**
 * Returns one item, as last recorded. @param out_items A list of one; owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_get_item(aha_library *library, int64_t number,
                                        AHA_OWNED aha_items **out_items);

/**
 * Returns the item at a place. @param place A path or a URL. Borrowed for the call.
 * @param out_items  A list of one; owned by the caller.
 * Errors: as aha_library_get_item. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_find(aha_library *library, const char *place,
                                    AHA_OWNED aha_items **out_items) AHA_CONST;

/**
 * Checks one item's file now, updates the item, and returns it. An undecodable file is tried again,
 * as in scans but not in lists. A remote item is not contacted.
 * @param out_items  A list of one; owned by the caller.
 * Errors: as aha_library_get_item. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_check(aha_library *library, int64_t number,
                                     AHA_OWNED aha_items **out_items) AHA_CPP(look);

/**
 * Adds a file, or updates the item at its path and keeps its history. A file that is not a sound
 * becomes an item with a reason.
 * @param origin      AHA_ORIGIN_FOLDER, _DROP, _TAKE or _PIECE; 0: AHA_ORIGIN_FOLDER.
 * @param out_number  May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, errors of the library's file. Thread:
 * [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_add_file(
    aha_library *library, const char *path,
    AHA_POSITION AHA_DEFAULT(AHA_ORIGIN_FOLDER) aha_origin origin, AHA_NULLABLE int64_t *out_number)
    AHA_CPP(add) AHA_PYTHON(add);

/**
 * Adds a remote piece, such as an opened one, or updates the item at its place.
 * @param place       A URL, or the path of its sound. Borrowed for the call.
 * @param sha256      Of its sound, as 64 hexadecimal digits, upper or lower case; NULL: unknown.
 * @param origin      AHA_ORIGIN_…
 * @param state       One of AHA_ITEM_…. For a URL: AHA_ITEM_DOWNLOADABLE or _REMOTE_ONLY.
 * @param out_number  May be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_NOT_FOUND (no such folder), handle errors, errors
 * of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_add_piece(aha_library *library, aha_piece *piece, const char *place,
                                         AHA_NULLABLE const char *sha256,
                                         AHA_DEFAULT(AHA_ORIGIN_PIECE) aha_origin origin,
                                         AHA_DEFAULT(AHA_ITEM_REMOTE_ONLY) aha_item_state state,
                                         AHA_NULLABLE int64_t *out_number)
                                         AHA_CPP(add);

/**
 * Adds a finished drop, by its public URL, and records it in the history once, at the time of its
 * completion.
 * @param out_number  May be NULL.
 * Errors: AHA_ERROR_STATE (not done, or without a public URL), handle errors, errors of the
 * library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_add_drop(aha_library *library, aha_drop *drop,
                                        AHA_NULLABLE int64_t *out_number) AHA_CPP(add);

/**
 * Removes an item; its file and the history stay. For 7 days aha_library_restore undoes it, also in
 * other processes, and a file or piece added at the item's place, for example by a scan, becomes
 * the same item again. After that, the next open of the library deletes the item from the file, or
 * the next call of aha_library_forget.
 * Errors: AHA_ERROR_NOT_FOUND, errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_forget(aha_library *library,
                                      AHA_ID(Item) AHA_PYTHON(item) int64_t number);

/**
 * Removes the items below a folder whose files are gone, as after a volume has returned without
 * them. If a playable item has the same content, for example at another place, it gets the plays,
 * the history and the user's texts of the removed one; aha_library_restore undoes the other
 * removals, as that of aha_library_forget.
 * @param folder     An empty folder is refused: it may be the mount point of a volume that is not
 *                   mounted. So may an empty folder below it, whose items stay.
 * @param out_count  The number of removed items; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (no such folder), AHA_ERROR_STATE (it is empty, and items are below
 * it), errors of the library's file; items removed before stay removed. Thread: [blocking]. Since:
 * 1.0.
 */
AHA_API aha_result aha_library_forget_missing(aha_library *library, const char *folder,
                                              AHA_NULLABLE int64_t *out_count);

/**
 * Restores a forgotten item with its number, plays, analysis and tags. An item that is in the
 * library stays unchanged.
 * Errors: AHA_ERROR_NOT_FOUND (unknown, or forgotten more than 7 days ago), AHA_ERROR_STATE
 * (another item has its place), errors of the library's file. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_library_restore(aha_library *library,
                                       AHA_ID(Item) AHA_PYTHON(item) int64_t number);

/**
 * Sets a text of the user in place of that of the file, such as a corrected title. Lists, searches
 * and orders use it, and scans and syncs keep it. The file is not changed.
 * @param text   AHA_ITEM_TITLE, _ARTIST, _TAGS, _ALBUM or _ALBUM_ARTIST.
 * @param value  At most 4096 bytes. NULL: the text of the file again.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT (another text, or too long), errors of
 * the library's file. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_library_set_text(aha_library *library,
                                        AHA_ID(Item) AHA_PYTHON(item) int64_t number,
                                        aha_item_text text, AHA_NULLABLE const char *value);

/**
 * Starts a job that analyzes an item and stores its tempo, key and loudness. No event reports its
 * end. It continues after the library is released.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND; the job's: errors of sounds, AHA_ERROR_NOT_FOUND (its file is
 * missing), AHA_ERROR_UNSUPPORTED (it is remote), AHA_ERROR_STATE (it was changed meanwhile),
 * errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_analyze(
    aha_library *library, AHA_ID(Item) AHA_PYTHON(item) int64_t number,
    AHA_PYTHON(Analyzing) AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Returns the first page of a list of items.
 * @param query      NULL: playable items, the newest first.
 * @param out_items  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_NOT_FOUND (the item of a relation),
 * AHA_ERROR_UNSUPPORTED, errors of the library's file. Thread:
 * [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_list(aha_library *library, AHA_NULLABLE const aha_item_query *query,
                                    AHA_OWNED aha_items **out_items) AHA_CONST;

/**
 * Saves a query by name in the library, as a smart list; one of the same name is replaced.
 * @param name   1 to 255 bytes, without control characters.
 * @param query  Without a relation. NULL: playable items, the newest first.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (a relation), AHA_ERROR_LIMIT (over
 * 1000 queries), errors of the library's file. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_library_save_query(aha_library *library, const char *name,
                                          AHA_NULLABLE const aha_item_query *query);

/**
 * Returns the first page of a saved query: the items that it selects now.
 * @param out_items  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, errors of the library's file. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_library_run_query(aha_library *library, const char *name,
                                         AHA_OWNED aha_items **out_items) AHA_CONST;

/**
 * Renames a saved query.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_EXISTS (another one has the new name),
 * AHA_ERROR_INVALID_ARGUMENT, errors of the library's file. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_library_rename_query(aha_library *library, const char *name,
                                            const char *new_name);

/**
 * Removes a saved query; its items stay.
 * Errors: AHA_ERROR_NOT_FOUND, errors of the library's file. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_library_remove_query(aha_library *library, const char *name);

/**
 * Copies the names of all saved queries, sorted, each with a line break after it.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, errors of the library's file. Thread: [blocking]. Since:
 * 1.0.
 */
AHA_API aha_result aha_library_copy_query_names(aha_library *library,
                                                AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                                size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.8. */
static inline aha_result aha_library_retain(aha_library *library) {
  return aha_retain_as(library, AHA_KIND_LIBRARY);
}

/**
 * Releases one reference. The last release stops a watch and waits for it, as
 * aha_scan_stop_watch does; it waits for nothing else. Jobs continue.
 * Errors: handle errors. Thread: [any]. Since: 0.8.
 */
static inline aha_result aha_library_release(aha_library *library) {
  return aha_release_as(library, AHA_KIND_LIBRARY);
}

AHA_END_DECLARATIONS

#endif /* AHA_LIBRARY_H */
