/* aha/recovery.h: recoveries complete takes that a crash interrupted. */
#ifndef AHA_RECOVERY_H
#define AHA_RECOVERY_H

#include "recorder.h"

AHA_BEGIN_DECLARATIONS

/** The interrupted takes of a folder. */
typedef struct aha_recovery aha_recovery;

/** A recovered take. */
typedef struct aha_recovered_take {
  size_t struct_size;
  /** Frames in the file, at its rate. */
  uint64_t frames;
  /** Frames that were recorded but are missing in the file; up to one second more may be
   *  missing. */
  uint64_t lost_frames;
  /** Length in seconds. */
  double seconds;
  /** Hz. */
  uint32_t sample_rate;
  uint32_t channels;
  /** AHA_CONTAINER_… */
  aha_container container;
  /** AHA_ENCODING_… */
  aha_encoding encoding;
  /** AHA_OK. AHA_ERROR_EMPTY: the recording ended before its first frame was stored, and its file
   *  was deleted. Another error: the file cannot be read and stays unchanged;
   *  AHA_ERROR_UNKNOWN_FORMAT means that another file is in the take's place. */
  AHA_PYTHON(error) aha_result result;
  /** Zero. */
  uint32_t reserved;
} aha_recovered_take AHA_RECORD AHA_TEXT(aha_recovery_copy_path);

/** A structure with struct_size set. */
static inline aha_recovered_take aha_recovered_take_init(void) {
  aha_recovered_take take = {sizeof(aha_recovered_take), 0, 0, 0.0, 0, 0, 0, 0, 0, 0};
  return take;
}

/**
 * Finds the takes of a folder that a crash or a power failure interrupted, and completes their
 * files in place. A file without any frame is deleted. Takes that a process is still recording are
 * left unchanged. A recovered take is not found again.
 * @param folder        Searched without its subfolders.
 * @param out_recovery  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_ACCESS. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_recovery_open(const char *folder, AHA_OWNED aha_recovery **out_recovery)
                                     AHA_PYTHON(__init__);

/** The number of recovered takes. Errors: 0 for a bad handle. Thread: [any]. Since: 0.3. */
AHA_API uint32_t aha_recovery_count(aha_recovery *recovery) AHA_PYTHON(__len__);

/**
 * Reads the properties of a take.
 * @param index  Below the count; sorted by name.
 * @param take   Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recovery_get(aha_recovery *recovery, uint32_t index,
                                    aha_recovered_take *take) AHA_CPP(take);

/**
 * Copies the path of a take.
 * @param buffer      NULL asks for the length.
 * @param capacity    Bytes of the buffer.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors.
 * Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recovery_copy_path(aha_recovery *recovery, uint32_t index,
                                          AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                          size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
static inline aha_result aha_recovery_retain(aha_recovery *recovery) {
  return aha_retain_as(recovery, AHA_KIND_RECOVERY);
}

/** Releases one reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
static inline aha_result aha_recovery_release(aha_recovery *recovery) {
  return aha_release_as(recovery, AHA_KIND_RECOVERY);
}

AHA_END_DECLARATIONS

#endif /* AHA_RECOVERY_H */
