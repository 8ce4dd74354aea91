/* aha/marker.h: the markers of a project. */
#ifndef AHA_MARKER_H
#define AHA_MARKER_H

#include "project.h"

AHA_BEGIN_DECLARATIONS

/**
 * Adds a marker.
 * @param name    "" for none.
 * @param out_id  May be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_marker_add(aha_project *project, int64_t time_us,
                                  AHA_DEFAULT("") const char *name, AHA_NULLABLE aha_id *out_id);

/**
 * Changes the time and name of a marker.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_marker_set(aha_project *project, aha_id marker, int64_t time_us,
                                  const char *name);

/**
 * Removes a marker.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_marker_remove(aha_project *project, aha_id marker);

/** The number of markers. Errors: 0 for a bad handle. Thread: [any]. Since: 0.4. */
AHA_API uint32_t aha_marker_count(aha_project *project);

/**
 * Returns a marker by its index in time order.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_marker_at(aha_project *project, uint32_t index, aha_id *out_id);

/** A marker, except its name. Since: 1.0. */
typedef struct aha_marker {
  size_t struct_size;
  /** Microseconds of the project. */
  int64_t time_us;
} aha_marker;

/** A marker with struct_size set. */
static inline aha_marker aha_marker_init(void) {
  aha_marker marker = {sizeof(aha_marker), 0};
  return marker;
}

/**
 * Reads the properties of a marker.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any].
 * Since: 1.0.
 */
AHA_API aha_result aha_marker_get(aha_project *project, aha_id marker, aha_marker *info);

/**
 * Copies a marker's name.
 * @param buffer      NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_marker_copy_name(aha_project *project, aha_id marker,
                                        AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                        size_t *out_length);

AHA_END_DECLARATIONS

#endif /* AHA_MARKER_H */
