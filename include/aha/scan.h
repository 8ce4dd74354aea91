/* aha/scan.h: scans and watches: update a library from folders, now or whenever they change. */
#ifndef AHA_SCAN_H
#define AHA_SCAN_H

#include "library.h"
#include "report.h"

AHA_BEGIN_DECLARATIONS

/** Options of a scan. */
typedef struct aha_scan_options {
  size_t struct_size;
  /** Folders to scan; nested roots are scanned once. */
  AHA_LIST(root_count) const char *const *roots;
  /** Shell patterns of names, or of paths relative to a root, to skip, in addition to names that
   *  begin with a dot. */
  AHA_LIST(ignored_count) const char *const *ignored;
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
  AHA_FLAG uint32_t follow_links;
  /** True: names that begin with a dot are included. */
  AHA_FLAG uint32_t include_hidden;
  /** True: content is not hashed: faster, but a moved file becomes a new item. */
  AHA_FLAG uint32_t skip_hashes;
  /** Zero. */
  uint32_t reserved;
  /** True: unchanged files are read again too, for tags that an older libaha did not read. Since:
   *  1.0. */
  AHA_FLAG uint32_t reread;
  /** Zero. */
  uint32_t reserved_end;
} aha_scan_options;

/** Options with all defaults; roots must be set. */
static inline aha_scan_options aha_scan_options_init(void) {
  aha_scan_options options = {sizeof(aha_scan_options), NULL, NULL, 0, 0, 0, 0,
                              0,   0,    0, 0, 0, 0, 0};
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
AHA_API aha_result aha_scan_start(aha_library *library, const aha_scan_options *options,
                                  AHA_NULLABLE AHA_OWNED aha_report **out_report,
                                  AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CPP(scan);

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
 * @param options  As of aha_scan_start.
 * Errors: AHA_ERROR_NOT_FOUND (a root), AHA_ERROR_LIMIT (the user has too many watches), also
 * AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, AHA_ERROR_SYSTEM. Thread: [blocking]. Since:
 * 0.8.
 */
AHA_API aha_result aha_scan_start_watch(aha_library *library, const aha_scan_options *options)
                                        AHA_CPP(start_watch);

/**
 * Stops the watch and waits for its end. A running check of a file is aborted; a running write to
 * the library is completed. Has no effect without a watch.
 * Errors: handle errors. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_scan_stop_watch(aha_library *library)
                                       AHA_PYTHON(unwatch) AHA_CPP(stop_watch);

/**
 * The status of the watch.
 * @param status Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_scan_get_watch(aha_library *library, aha_watch_status *status)
                                      AHA_PYTHON(watch_status) AHA_CPP(watch);

AHA_END_DECLARATIONS

#endif /* AHA_SCAN_H */
