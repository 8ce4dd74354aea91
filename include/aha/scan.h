/* aha/scan.h: a library is brought up to date: by folders, now or whenever they change. */
#ifndef AHA_SCAN_H
#define AHA_SCAN_H

#include "library.h"

AHA_BEGIN_DECLARATIONS

/** What came of a scan or a sync. */
typedef struct aha_report aha_report;

/** What a scan looks at. */
typedef struct aha_scan_options {
  size_t struct_size;
  /** Folders; of one that is in another, both are looked through once. */
  const char *const *roots;
  /** Patterns of the shell: names, or ways from a root, that are left out, besides names that begin
   *  with a dot. */
  const char *const *ignored;
  uint32_t root_count;
  uint32_t ignored_count;
  /** Sounds at most; 0: 10 000 000. A scan ends with AHA_ERROR_LIMIT where there are more. */
  int64_t max_files;
  /** Folders in folders, at most 65; 1: the roots alone; 0: 33. The report has a line where there
   *  are deeper ones, but for 1. */
  uint32_t max_depth;
  /** How many files are looked at side by side, 1 to 64; 0: 2. */
  uint32_t threads;
  /** Non-zero: links to folders are followed; each folder is looked through once. */
  uint32_t follows_links;
  /** Non-zero: names that begin with a dot are not left out. */
  uint32_t takes_hidden;
  /** Non-zero: content is not read for its hash: faster, but files that have moved are new ones. */
  uint32_t skips_hashes;
  /** Zero. */
  uint32_t reserved;
} aha_scan_options;

/** Options that are all default but for the roots, which there must be. */
static inline aha_scan_options aha_scan_options_init(void) {
  aha_scan_options options = {sizeof(aha_scan_options), NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Starts a job that brings a library to what is in folders: new sounds, changed ones, those that
 * have moved and those that are gone. What is as it was is not read. The library can be used
 * meanwhile. What was found until the job is cancelled or the process ends stays. The job counts
 * files as frames; there is no event when it ends, and it goes on when the library is released.
 * @param options     Copied, with what it leads to.
 * @param out_report  Owned by the caller; may be NULL.
 * @param out_job     Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (a root, or it is no folder), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_UNSUPPORTED; the job's: AHA_ERROR_LIMIT, AHA_ERROR_CANCELLED, errors of the library's
 * file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_scan(aha_library *library, const aha_scan_options *options,
                                    aha_report **out_report, aha_job **out_job);

/** What came of a scan or a sync, in numbers of items. */
typedef struct aha_report_info {
  size_t struct_size;
  /** That were looked at; of a scan: files that are called as sounds are. */
  int64_t seen;
  int64_t added;
  int64_t changed;
  /** Found again at another place. */
  int64_t moved;
  int64_t unchanged;
  /** That are not there any more. */
  int64_t missing;
  /** Of all that were seen, also of the unchanged: files that cannot be decoded. */
  int64_t undecodable;
  /** Changed there and here: what is here stays. */
  int64_t conflicts;
  /** Lines to read: aha_report_copy_line. */
  uint32_t line_count;
  /** Non-zero: the remote catalogue said that it is as it was. */
  uint32_t is_unchanged;
} aha_report_info;

/** A report with struct_size set. */
static inline aha_report_info aha_report_info_init(void) {
  aha_report_info info = {sizeof(aha_report_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return info;
}

/** Tells what came of it; of one that failed or was cancelled, until then. @param info  Filled in;
 *  struct_size must be set.
 *  Errors: AHA_ERROR_STATE (its job is not done), handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_report_get_info(aha_report *report, aha_report_info *info);

/**
 * Copies a line for a person: a folder that could not be read, an entry that was left out, an item
 * that is gone, a conflict. There are the first hundred.
 * @param index  Below line_count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 0.8.
 */
AHA_API aha_result aha_report_copy_line(aha_report *report, uint32_t index, char *buffer,
                                        size_t capacity, size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_report_retain(aha_report *report);

/** Takes an owner away; the job goes on. Errors: handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_report_release(aha_report *report);

/** What a watch has come to. */
typedef struct aha_watch_status {
  size_t struct_size;
  /** How often folders were scanned since it was started. */
  int64_t scans;
  /** Items that were added, changed, moved, or are missing since then. */
  int64_t changes;
  /** AHA_OK, or why the last scan failed; others follow. */
  aha_result result;
  /** Non-zero: there is a watch. */
  uint32_t is_watching;
  /** Non-zero: there are more folders than the kernel watches; all are scanned each minute. */
  uint32_t is_limited;
  uint32_t reserved;
} aha_watch_status;

/** A status with struct_size set. */
static inline aha_watch_status aha_watch_status_init(void) {
  aha_watch_status status = {sizeof(aha_watch_status), 0, 0, 0, 0, 0, 0};
  return status;
}

/**
 * Keeps a library as folders are: they are scanned, and those that change are scanned again, until
 * the watch is stopped or the last owner of the library lets go. It takes the place of another one.
 * @param options  As of aha_library_scan.
 * Errors: AHA_ERROR_NOT_FOUND (a root), AHA_ERROR_LIMIT (too many watches of this user), also
 * AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, AHA_ERROR_SYSTEM. Thread: [blocking]. Since:
 * 0.8.
 */
AHA_API aha_result aha_library_start_watch(aha_library *library, const aha_scan_options *options);

/** Ends the watch, and waits until it has: not for the end of a file, but for what is just written
 *  to the library. Does nothing where there is none. Errors: handle errors. Thread: [blocking].
 *  Since: 0.8. */
AHA_API aha_result aha_library_stop_watch(aha_library *library);

/** Tells what the watch has come to. @param status  Filled in; struct_size must be set.
 *  Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.8. */
AHA_API aha_result aha_library_get_watch(aha_library *library, aha_watch_status *status);

AHA_END_DECLARATIONS

#endif /* AHA_SCAN_H */
