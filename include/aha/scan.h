/* aha/scan.h: scans and watches: update a library from folders, now or whenever they change. */
#ifndef AHA_SCAN_H
#define AHA_SCAN_H

#include "library.h"

AHA_BEGIN_DECLARATIONS

/** The result of a scan or a sync. */
typedef struct aha_report aha_report;

/** Options of a scan. */
typedef struct aha_scan_options {
  size_t struct_size;
  /** Folders to scan; nested roots are scanned once. */
  const char *const *roots;
  /** Shell patterns of names, or of paths relative to a root, to skip, in addition to names that
   *  begin with a dot. */
  const char *const *ignored;
  uint32_t root_count;
  uint32_t ignored_count;
  /** Max sounds; 0: 10 000 000. A scan with more ends with AHA_ERROR_LIMIT. */
  int64_t max_files;
  /** Max folder depth, at most 65; 1: the roots only; 0: 33. The report has a line for deeper
   *  folders, except with 1. */
  uint32_t max_depth;
  /** Files checked in parallel, 1 to 64; 0: 2. */
  uint32_t threads;
  /** True: links to folders are followed; each folder is scanned once. */
  AHA_FLAG uint32_t follows_links;
  /** True: names that begin with a dot are included. */
  AHA_FLAG uint32_t takes_hidden;
  /** True: content is not hashed: faster, but a moved file becomes a new item. */
  AHA_FLAG uint32_t skips_hashes;
  /** Zero. */
  uint32_t reserved;
} aha_scan_options;

/** Options with all defaults; roots must be set. */
static inline aha_scan_options aha_scan_options_init(void) {
  aha_scan_options options = {sizeof(aha_scan_options), NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Starts a job that updates a library from folders: new, changed, moved and missing sounds.
 * Unchanged files are not read. The library can be used meanwhile. Results found before a
 * cancellation or the end of the process are kept. The job's progress counts files as frames. No
 * event reports its end, and it continues after the library is released.
 * @param options     Copied, with the texts that it points to.
 * @param out_report  Owned by the caller; may be NULL.
 * @param out_job     Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (a root is missing, or not a folder), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_UNSUPPORTED; the job's: AHA_ERROR_LIMIT, AHA_ERROR_CANCELLED, errors of the library's
 * file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_scan(aha_library *library, const aha_scan_options *options,
                                    AHA_NULLABLE AHA_OWNED aha_report **out_report,
                                    AHA_NULLABLE AHA_OWNED aha_job **out_job);

/** The result of a scan or a sync, in numbers of items. */
typedef struct aha_report_info {
  size_t struct_size;
  /** Checked items; for a scan: files with the file names of sounds. */
  int64_t seen;
  int64_t added;
  int64_t changed;
  /** Found at another place. */
  int64_t moved;
  int64_t unchanged;
  /** No longer found. */
  int64_t missing;
  /** Files that cannot be decoded, among all seen items, unchanged ones included. */
  int64_t undecodable;
  /** Changed remotely and locally; the local values stay. */
  int64_t conflicts;
  /** Number of lines for aha_report_copy_line. */
  uint32_t line_count;
  /** True: the remote catalog reported no change. */
  AHA_FLAG uint32_t is_unchanged;
} aha_report_info AHA_RECORD;

/** A report with struct_size set. */
static inline aha_report_info aha_report_info_init(void) {
  aha_report_info info = {sizeof(aha_report_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return info;
}

/**
 * The numbers; after a failure or a cancellation, those until then.
 * @param info Filled in; struct_size must be set.
 * Errors: AHA_ERROR_STATE (its job is not finished), handle errors. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_report_get_info(aha_report *report, aha_report_info *info);

/**
 * Copies a line for the user: an unreadable folder, a skipped entry, a missing item, a conflict.
 * The report has at most the first hundred.
 * @param index  Below line_count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_report_copy_line(aha_report *report, uint32_t index,
                                        AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                        size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.8. */
static inline aha_result aha_report_retain(aha_report *report) {
  return aha_retain_as(report, AHA_KIND_REPORT);
}

/** Releases one reference; the job continues. Errors: handle errors. Thread: [any]. Since: 0.8. */
static inline aha_result aha_report_release(aha_report *report) {
  return aha_release_as(report, AHA_KIND_REPORT);
}

/** Status of a watch. */
typedef struct aha_watch_status {
  size_t struct_size;
  /** Number of folder scans since the start. */
  int64_t scans;
  /** Items that were added, changed, moved, or are missing since then. */
  int64_t changes;
  /** AHA_OK, or the error of the last scan; the watch continues after an error. */
  aha_result result;
  /** True: a watch is active. */
  AHA_FLAG uint32_t is_watching;
  /** True: there are more folders than the kernel can watch; all are scanned every minute. */
  AHA_FLAG uint32_t is_limited;
  uint32_t reserved;
} aha_watch_status AHA_RECORD;

/** A status with struct_size set. */
static inline aha_watch_status aha_watch_status_init(void) {
  aha_watch_status status = {sizeof(aha_watch_status), 0, 0, 0, 0, 0, 0};
  return status;
}

/**
 * Starts a watch, which keeps a library up to date: folders are scanned, and scanned again after a
 * change, until the watch is stopped or the library is released for the last time. It replaces a
 * running watch.
 * @param options  As of aha_library_scan.
 * Errors: AHA_ERROR_NOT_FOUND (a root), AHA_ERROR_LIMIT (the user has too many watches), also
 * AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, AHA_ERROR_SYSTEM. Thread: [blocking]. Since:
 * 0.8.
 */
AHA_API aha_result aha_library_start_watch(aha_library *library, const aha_scan_options *options);

/**
 * Stops the watch and waits for its end. A running check of a file is aborted; a running write to
 * the library is completed. Has no effect without a watch.
 * Errors: handle errors. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_stop_watch(aha_library *library) AHA_PYTHON(unwatch);

/**
 * The status of the watch.
 * @param status Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_library_get_watch(aha_library *library, aha_watch_status *status)
                                         AHA_PYTHON(watch_status);

AHA_END_DECLARATIONS

#endif /* AHA_SCAN_H */
