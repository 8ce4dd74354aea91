/* aha/project.h: a project: tracks, buses, effects and their automation, in one file. */
#ifndef AHA_PROJECT_H
#define AHA_PROJECT_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/**
 * A project's file, NAME.aha: an SQLite database.
 * Every edit is one transaction: whatever ends the process, the file holds what was before or after
 * it. One handle at a time may write a file, any number may read it. Edits wait for the disk.
 */
typedef struct aha_project aha_project;

/** What a track, bus, effect, lane or marker of a project is called by; 0: none. */
typedef uint64_t aha_id;

/** The bus that all others of a project lead to. */
#define AHA_MASTER_ID ((aha_id)1)

/** The longest time in a project, in microseconds: a year. */
#define AHA_PROJECT_LONGEST_US INT64_C(31536000000000)

/** How a project is made or opened. */
typedef struct aha_project_options {
  size_t struct_size;
  /** Non-zero: only reads, whatever could be done. */
  uint32_t read_only;
  /** Non-zero: only reads when another handle writes the file; else that is AHA_ERROR_STATE. */
  uint32_t read_when_in_use;
  /** How long opening waits for another handle that writes the file, in any process, and how long a
   *  call waits for another program's transaction: 1 to 600000 ms; 0: 5000. With read_when_in_use,
   *  opening does not wait: it reads. */
  uint32_t busy_ms;
  /** Edits that can be undone, 1 to 1000000; 0: 1000. */
  uint32_t max_undo_steps;
} aha_project_options;

/** Options with all defaults. */
static inline aha_project_options aha_project_options_init(void) {
  aha_project_options options = {sizeof(aha_project_options), 0, 0, 0, 0};
  return options;
}

/** What holds for a whole project. */
typedef struct aha_project_settings {
  size_t struct_size;
  /** 1 to 1000; 0 to aha_project_set_settings: as it is, as for all below. */
  double tempo_bpm;
  /** 1 to 64. */
  uint32_t beats_per_bar;
  /** 4 is a quarter note; 1, 2, 4, 8, 16 or 32. */
  uint32_t beat_unit;
  /** What it is bounced at when nothing else is said, 8000 to 192000 Hz. */
  uint32_t sample_rate;
  /** Zero. */
  uint32_t reserved;
} aha_project_settings;

/** A settings structure with struct_size set. */
static inline aha_project_settings aha_project_settings_init(void) {
  aha_project_settings settings = {sizeof(aha_project_settings), 0.0, 0, 0, 0, 0};
  return settings;
}

/**
 * Makes a project in a file that is not there, or empty.
 * @param options     NULL: all default.
 * @param out_project Owned by the caller.
 * Errors: AHA_ERROR_EXISTS, AHA_ERROR_NOT_FOUND (its folder), AHA_ERROR_STATE (in use longer than
 * busy_ms).
 * Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_project_create(const char *path, const aha_project_options *options,
                                      aha_project **out_project);

/**
 * Opens a project; for reading only where its file or folder cannot be written.
 * @param options     NULL: all default.
 * @param out_project Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_STATE (in use for longer than busy_ms),
 * AHA_ERROR_UNKNOWN_FORMAT (no database), AHA_ERROR_EMPTY, AHA_ERROR_DAMAGED, AHA_ERROR_UNSUPPORTED
 * (another program's, or a newer one).
 * Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_project_open(const char *path, const aha_project_options *options,
                                    aha_project **out_project);

/** Non-zero when it only reads; 0 for a bad handle. Thread: [any]. Since: 0.4. */
AHA_API uint32_t aha_project_read_only(aha_project *project);

/**
 * A number that rises with every change: edits, undoing, and what other programs do to the file.
 * 0 for a bad handle. Thread: [any]. Since: 0.4.
 */
AHA_API uint64_t aha_project_revision(aha_project *project);

/**
 * Copies the project's path: absolute, without links.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_copy_path(aha_project *project, char *text, size_t capacity,
                                         size_t *out_length);

/**
 * Tells the settings.
 * @param settings  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_get_settings(aha_project *project, aha_project_settings *settings);

/**
 * Changes the settings.
 * @param settings  Fields of 0 stay as they are.
 * Errors: AHA_ERROR_INVALID_ARGUMENT; those of every edit: AHA_ERROR_ACCESS (reads only),
 * AHA_ERROR_STATE (another program's transaction), AHA_ERROR_DISK_FULL. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_set_settings(aha_project *project,
                                            const aha_project_settings *settings);

/**
 * Copies the title.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_copy_title(aha_project *project, char *text, size_t capacity,
                                          size_t *out_length);

/**
 * Sets the title.
 * @param title  UTF-8, at most 1000 letters, as every name in a project.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_set_title(aha_project *project, const char *title);

/**
 * Begins a group: all edits until aha_project_save_edit, of any thread, become one, which is undone
 * as one. Groups nest.
 * @param title  What undoing it is called.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_start_edit(aha_project *project, const char *title);

/**
 * Ends a group. When that fails nothing of the group is left.
 * Errors: AHA_ERROR_STATE (none is open), those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_save_edit(aha_project *project);

/**
 * Takes back what was done since the group began.
 * Errors: AHA_ERROR_STATE (none is open), handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_cancel_edit(aha_project *project);

/**
 * Takes the last edit back.
 * @return AHA_END when there is none.
 * Errors: AHA_ERROR_STATE (a group is open), those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_undo(aha_project *project);

/**
 * Does the last edit that was undone again.
 * @return AHA_END when there is none.
 * Errors: AHA_ERROR_STATE (a group is open), those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_redo(aha_project *project);

/**
 * Copies the title of the edit that would be undone.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * @return AHA_END, and "", when there is none.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_copy_undo_title(aha_project *project, char *text, size_t capacity,
                                               size_t *out_length);

/**
 * Copies the title of the edit that would be done again.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * @return AHA_END, and "", when there is none.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_copy_redo_title(aha_project *project, char *text, size_t capacity,
                                               size_t *out_length);

/**
 * Adds a marker.
 * @param name    "" for none.
 * @param out_id  May be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_add_marker(aha_project *project, int64_t time_us, const char *name,
                                          aha_id *out_id);

/**
 * Gives a marker another time and name.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_set_marker(aha_project *project, aha_id marker, int64_t time_us,
                                          const char *name);

/**
 * Removes a marker.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_remove_marker(aha_project *project, aha_id marker);

/** How many markers there are; 0 for a bad handle. Thread: [any]. Since: 0.4. */
AHA_API uint32_t aha_project_marker_count(aha_project *project);

/**
 * Gives a marker by its place in time.
 * @param index        Below the count.
 * @param out_id       May be NULL.
 * @param out_time_us  May be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_marker_at(aha_project *project, uint32_t index, aha_id *out_id,
                                         int64_t *out_time_us);

/**
 * Copies a marker's name.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_copy_marker_name(aha_project *project, aha_id marker, char *text,
                                                size_t capacity, size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.4. */
AHA_API aha_result aha_project_retain(aha_project *project);

/**
 * Takes an owner away. The last one takes back a group that is open; the file is closed when no
 * session and no bounce uses it any more.
 * Errors: handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_release(aha_project *project);

AHA_END_DECLARATIONS

#endif /* AHA_PROJECT_H */
