/* aha/handle.h: handles: the kinds of objects, and the owners of an object of any kind. */
#ifndef AHA_HANDLE_H
#define AHA_HANDLE_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** The kind of object behind a handle. In a binding, it is the class of an object. */
typedef uint32_t aha_kind AHA_C_ONLY;

enum {
  /** An object of any kind. */
  AHA_KIND_ANY = 0,
  AHA_KIND_ENGINE = 1,
  AHA_KIND_SOUND = 2,
  AHA_KIND_PLAYER = 3,
  AHA_KIND_BUS = 4,
  AHA_KIND_JOB = 5,
  AHA_KIND_STREAM = 6,
  AHA_KIND_EFFECT = 7,
  AHA_KIND_DEVICE = 8,
  AHA_KIND_RECORDER = 9,
  AHA_KIND_RECOVERY = 10,
  AHA_KIND_INPUT = 11,
  AHA_KIND_PROJECT = 12,
  AHA_KIND_SESSION = 13,
  AHA_KIND_PIECE = 14,
  AHA_KIND_ANALYSIS = 15,
  AHA_KIND_CLIENT = 16,
  AHA_KIND_ACCOUNT = 17,
  AHA_KIND_REQUEST = 18,
  AHA_KIND_DESTINATION = 19,
  AHA_KIND_DROP = 20,
  AHA_KIND_OPENING = 21,
  AHA_KIND_LIBRARY = 22,
  AHA_KIND_ITEMS = 23,
  AHA_KIND_REPORT = 24
};

/**
 * Adds a reference to an object of any kind. The typed names, such as aha_player_retain, also
 * refuse a handle of another kind.
 * @param handle  Any handle except a chain, which belongs to its player or bus.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (a chain), handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_retain(void *handle);

/**
 * Releases one reference to an object of any kind, as the typed name of its kind does. For an
 * engine or a device, see aha_engine_release and aha_device_release: the call may block, and is
 * refused inside libaha's callbacks.
 * @param handle  Any handle except a chain, which belongs to its player or bus.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (a chain, the master bus), AHA_ERROR_REENTRANT, handle errors.
 * Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_release(void *handle);

/**
 * As aha_retain, but only for one kind. The typed names are this call.
 * @param handle  A handle of this kind.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (an unknown kind), handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_retain_as(void *handle, aha_kind kind);

/**
 * As aha_release, but only for one kind. The typed names are this call.
 * @param handle  A handle of this kind.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (an unknown kind, the master bus), AHA_ERROR_REENTRANT, handle
 * errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_release_as(void *handle, aha_kind kind);

AHA_END_DECLARATIONS

#endif /* AHA_HANDLE_H */
