/* aha/report.h: reports of scans, synchronizations and downloads of a library. */
#ifndef AHA_REPORT_H
#define AHA_REPORT_H

#include "items.h"

AHA_BEGIN_DECLARATIONS

/** The result of a scan or a sync. */
typedef struct aha_report aha_report;

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
  /** Lines for a person, of aha_report_copy_line: folders that could not be read, entries that were
   *  left out, conflicts. */
  AHA_TEXT(aha_report_copy_line) uint32_t line_count;
  /** True: the remote catalog reported no change. */
  AHA_FLAG uint32_t is_unchanged;
  /** Items whose texts were written to the remote catalog, and read back. Since: 1.0. */
  int64_t sent;
} aha_report_info AHA_RECORD;

/** A report with struct_size set. */
static inline aha_report_info aha_report_info_init(void) {
  aha_report_info info = {sizeof(aha_report_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
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

AHA_END_DECLARATIONS

#endif /* AHA_REPORT_H */
