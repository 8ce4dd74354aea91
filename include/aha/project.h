/* aha/project.h: projects: tracks, buses, effects and their automation, in one file. */
#ifndef AHA_PROJECT_H
#define AHA_PROJECT_H

#include "handle.h"

AHA_BEGIN_DECLARATIONS

/**
 * A project's file, NAME.aha: an SQLite database. Every edit is one transaction: after a crash, the
 * file holds the state before or after an edit. One handle at a time can write a file; any number
 * can read it. Edits wait for the disk.
 */
typedef struct aha_project aha_project;

/** The id of a track, bus, effect, lane or marker of a project; 0: none. */
typedef uint64_t aha_id;

/** The id of the master bus of every project. */
#define AHA_MASTER_ID ((aha_id)1)

/** Max time in a project, in microseconds: one year. */
#define AHA_PROJECT_LONGEST_US INT64_C(31536000000000)

/** The kind of object that owns a list of effects, or a lane. */
typedef uint32_t aha_owner_kind;

enum {
  AHA_OWNER_TRACK = 1,
  AHA_OWNER_BUS = 2,
  /** For lanes. */
  AHA_OWNER_EFFECT = 3
};

/** Options for creating or opening a project. */
typedef struct aha_project_options {
  size_t struct_size;
  /** True: opens for reading only. */
  AHA_FLAG uint32_t read_only;
  /** True: opens for reading only if another handle writes the file; else that is
   *  AHA_ERROR_STATE. */
  AHA_FLAG uint32_t read_when_in_use;
  /** Timeout of opening while another handle, in any process, writes the file, and of a call while
   *  another program's transaction is open: 1 to 600000 ms; 0: 5000. With read_when_in_use, opening
   *  does not wait: it opens for reading only. */
  AHA_RANGE(1, 600000) uint32_t busy_ms;
  /** Max edits that can be undone, 1 to 1000000; 0: 1000. */
  AHA_RANGE(1, 1000000) uint32_t max_undo_steps;
} aha_project_options;

/** Options with all defaults. */
static inline aha_project_options aha_project_options_init(void) {
  aha_project_options options = {sizeof(aha_project_options), 0, 0, 0, 0};
  return options;
}

/** Settings of a whole project. In aha_project_set_settings, 0 keeps a value. */
typedef struct aha_project_settings {
  size_t struct_size;
  /** Quarter notes per minute, 1 to 1000. */
  double tempo_bpm;
  /** 1 to 64. */
  uint32_t beats_per_bar;
  /** 4 is a quarter note; 1, 2, 4, 8, 16 or 32. */
  uint32_t beat_unit;
  /** Default sample rate of bounces, 8000 to 192000 Hz. */
  uint32_t sample_rate;
  /** Zero. */
  uint32_t reserved;
} aha_project_settings AHA_RECORD;

/** A settings structure with struct_size set. */
static inline aha_project_settings aha_project_settings_init(void) {
  aha_project_settings settings = {sizeof(aha_project_settings), 0.0, 0, 0, 0, 0};
  return settings;
}

/**
 * Creates a project in a file that does not exist or is empty.
 * @param options     NULL for the defaults.
 * @param out_project Owned by the caller.
 * Errors: AHA_ERROR_EXISTS, AHA_ERROR_NOT_FOUND (its folder), AHA_ERROR_STATE (in use longer than
 * busy_ms). Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_project_create(const char *path,
                                      AHA_NULLABLE const aha_project_options *options,
                                      AHA_OWNED aha_project **out_project) AHA_PYTHON(create);

/**
 * Opens a project; for reading only if its file or folder is not writable.
 * @param options     NULL for the defaults.
 * @param out_project Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_STATE (in use for longer than busy_ms),
 * AHA_ERROR_UNKNOWN_FORMAT (not a database), AHA_ERROR_EMPTY, AHA_ERROR_DAMAGED,
 * AHA_ERROR_UNSUPPORTED (another program's, or a newer version). Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_project_open(const char *path,
                                    AHA_NULLABLE const aha_project_options *options,
                                    AHA_OWNED aha_project **out_project) AHA_PYTHON(__init__);

/** The state of a project. Since: 1.0. */
typedef struct aha_project_info {
  size_t struct_size;
  /** Increases with every change: edits, undo, redo, and changes by other programs. */
  AHA_ATTRIBUTE(revision) uint64_t revision;
  /** True: open for reading only. */
  AHA_ATTRIBUTE(read_only) AHA_FLAG uint32_t is_read_only;
  /** True: aha_project_undo has an edit to undo. */
  AHA_FLAG uint32_t has_undo;
  /** True: aha_project_redo has an edit to redo. */
  AHA_FLAG uint32_t has_redo;
  uint32_t reserved;
} aha_project_info AHA_RECORD;

/** An information structure with struct_size set. */
static inline aha_project_info aha_project_info_init(void) {
  aha_project_info info = {sizeof(aha_project_info), 0, 0, 0, 0, 0};
  return info;
}

/**
 * The state of a project.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_project_get_info(aha_project *project, aha_project_info *info);

/** The texts of a project. Since: 1.0. */
typedef uint32_t aha_project_text;

enum {
  /** The path of the project's file: absolute, with symbolic links resolved. */
  AHA_PROJECT_TEXT_PATH = 0,
  AHA_PROJECT_TEXT_TITLE = 1,
  /** The title of the edit that an undo would revert; "" if no edit is left. */
  AHA_PROJECT_TEXT_UNDO_TITLE = 2,
  /** The title of the edit that a redo would repeat; "" if no edit is left. */
  AHA_PROJECT_TEXT_REDO_TITLE = 3
};

/**
 * Copies a text of a project.
 * @param buffer      NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 1.0.
 */
AHA_API aha_result aha_project_copy_text(aha_project *project, aha_project_text text,
                                         AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                         size_t *out_length);

/**
 * The settings.
 * @param settings  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_get_settings(aha_project *project, aha_project_settings *settings);

/**
 * Changes the settings; 0 keeps a value.
 * @param settings  A field of 0 keeps its value.
 * Errors: AHA_ERROR_INVALID_ARGUMENT; those of every edit: AHA_ERROR_ACCESS (open for reading
 * only), AHA_ERROR_STATE (another program's transaction), AHA_ERROR_DISK_FULL. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_set_settings(aha_project *project,
                                            const aha_project_settings *settings) AHA_PYTHON(set);

/**
 * The beat at a time, along the tempo of the settings or of the lane AHA_MASTER_TEMPO.
 * @param time_us   0 to AHA_PROJECT_LONGEST_US.
 * @param out_beat  Quarter notes from the beginning of the project.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_project_get_beat(aha_project *project, int64_t time_us, double *out_beat);

/**
 * The time of a beat.
 * @param beat         Quarter notes from the beginning of the project.
 * @param out_time_us  Microseconds of the project.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (before 0, or after AHA_PROJECT_LONGEST_US), handle errors.
 * Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_project_get_beat_us(aha_project *project, double beat,
                                           int64_t *out_time_us);

/** The lines of a grid. Since: 1.0. */
typedef uint32_t aha_grid;

enum {
  /** The beats of the time signature of the settings: eighths if beat_unit is 8. */
  AHA_GRID_BEAT = 0,
  /** Its bars. */
  AHA_GRID_BAR = 1
};

/**
 * The time of the beat or bar that is nearest to a time, for the start of a track or a marker.
 * @param time_us  0 to AHA_PROJECT_LONGEST_US.
 * @param grid     AHA_GRID_…
 * @param out_us   Microseconds of the project.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_project_get_grid_us(aha_project *project, int64_t time_us,
                                           AHA_DEFAULT(AHA_GRID_BEAT) aha_grid grid,
                                           int64_t *out_us);

/**
 * Sets the title.
 * @param title  UTF-8, at most 1000 characters, like every name in a project.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_set_title(aha_project *project, const char *title);

/**
 * Begins a group: all edits until aha_project_save_edit, from any thread, become one undo step.
 * Groups nest.
 * @param title  The title of the undo step.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_start_edit(aha_project *project, const char *title);

/**
 * Ends and saves a group. On failure the whole group is rolled back.
 * Errors: AHA_ERROR_STATE (no group is open), those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_save_edit(aha_project *project);

/**
 * Rolls back all edits since the group began.
 * Errors: AHA_ERROR_STATE (no group is open), handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_cancel_edit(aha_project *project);

/**
 * Undoes the last edit.
 * @return AHA_END if no edit is left.
 * Errors: AHA_ERROR_STATE (a group is open), those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_undo(aha_project *project) AHA_CODES(AHA_END);

/**
 * Redoes the last undone edit.
 * @return AHA_END if no edit is left.
 * Errors: AHA_ERROR_STATE (a group is open), those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_redo(aha_project *project) AHA_CODES(AHA_END);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.4. */
static inline aha_result aha_project_retain(aha_project *project) {
  return aha_retain_as(project, AHA_KIND_PROJECT);
}

/**
 * Releases one reference. The last release rolls back an open group. The file is closed when no
 * session and no bounce uses it.
 * Errors: handle errors. Thread: [any]. Since: 0.4.
 */
static inline aha_result aha_project_release(aha_project *project) {
  return aha_release_as(project, AHA_KIND_PROJECT);
}

AHA_END_DECLARATIONS

#endif /* AHA_PROJECT_H */
