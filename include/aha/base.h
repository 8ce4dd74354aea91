/* aha/base.h: results, the last error, and the few macros that every header uses. */
#ifndef AHA_BASE_H
#define AHA_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define AHA_BEGIN_DECLARATIONS extern "C" {
#define AHA_END_DECLARATIONS }
#else
#define AHA_BEGIN_DECLARATIONS
#define AHA_END_DECLARATIONS
#endif

#if defined(__GNUC__)
#define AHA_API __attribute__((visibility("default")))
#else
#define AHA_API
#endif

AHA_BEGIN_DECLARATIONS

/** What a call came to: 0 is success, positive a remark, negative an error. */
typedef int32_t aha_result;

enum {
  AHA_OK = 0,
  /** The end was reached: nothing (more) to give. */
  AHA_END = 1,
  /** Not finished yet: the job still runs, or the time to wait was up. */
  AHA_PENDING = 2,

  /* Use: the call itself was wrong, or came at the wrong moment. */
  /** A NULL, NaN, or out-of-range argument. */
  AHA_ERROR_INVALID_ARGUMENT = -1,
  /** NULL, a foreign pointer, or a handle of another kind. */
  AHA_ERROR_INVALID_HANDLE = -2,
  /** The handle was released, or its engine was. */
  AHA_ERROR_RELEASED = -3,
  /** The object's state does not allow this call now. */
  AHA_ERROR_STATE = -4,
  /** Asked for something this version does not have. */
  AHA_ERROR_UNSUPPORTED = -5,
  /** Memory could not be had. */
  AHA_ERROR_OUT_OF_MEMORY = -6,
  /** A limit of the engine is reached: players, buses, or depth. */
  AHA_ERROR_LIMIT = -7,
  /** Cancelled by the host. */
  AHA_ERROR_CANCELLED = -8,
  /** The caller's buffer is too small; the needed length was set. */
  AHA_ERROR_BUFFER_TOO_SMALL = -9,
  /** A blocking call from inside one of libaha's callbacks. */
  AHA_ERROR_REENTRANT = -10,
  /** The operating system refused something, such as a thread. */
  AHA_ERROR_SYSTEM = -11,

  /* Files and streams. */
  /** No file or folder of that name. */
  AHA_ERROR_NOT_FOUND = -20,
  /** Not permitted. */
  AHA_ERROR_ACCESS = -21,
  /** A directory where a file is needed. */
  AHA_ERROR_IS_DIRECTORY = -22,
  /** Reading or writing failed. */
  AHA_ERROR_IO = -23,
  /** No space left on the device, or over quota. */
  AHA_ERROR_DISK_FULL = -24,
  /** A file of that name exists, and was not to be replaced. */
  AHA_ERROR_EXISTS = -25,

  /* Formats. */
  /** Empty: no bytes at all. */
  AHA_ERROR_EMPTY = -40,
  /** Not audio, or of a format that is not known. */
  AHA_ERROR_UNKNOWN_FORMAT = -41,
  /** Known format, but damaged: nothing can be decoded from it. */
  AHA_ERROR_DAMAGED = -42,
  /** A rate, channel count, length, or size of a picture that libaha does not take. */
  AHA_ERROR_FORMAT_LIMIT = -43,
  /** What was written does not read back whole. */
  AHA_ERROR_VERIFY = -44,

  /* Devices. */
  /** No device of that id, or none at all. */
  AHA_ERROR_NO_DEVICE = -60,
  /** The device has not the engine's rate, or not so many channels. */
  AHA_ERROR_DEVICE_FORMAT = -61,
  /** The sound system refused: the device is busy, or its server has gone. */
  AHA_ERROR_DEVICE = -62,

  /* Pieces: what one holds is out of range. */
  /** A piece's title has no characters, or white space only. */
  AHA_ERROR_TITLE_EMPTY = -80,
  /** A piece's title has over 50 characters. */
  AHA_ERROR_TITLE_LONG = -81,
  /** A piece's length is not positive. */
  AHA_ERROR_PIECE_SHORT = -82,
  /** A piece is longer than 20 minutes. */
  AHA_ERROR_PIECE_LONG = -83,
  /** A tempo below 1, or no number. */
  AHA_ERROR_TEMPO_LOW = -84,
  /** A tempo over 999.999. */
  AHA_ERROR_TEMPO_HIGH = -85,
  /** A loop that does not end after its start, or is not inside its piece. */
  AHA_ERROR_LOOP = -86,
  /** A time signature that is not of 1 to 16 over 2, 4, 8 or 16. */
  AHA_ERROR_TIME_SIGNATURE = -87,
  /** A piece's description or artist has over 140 characters. */
  AHA_ERROR_TEXT_LONG = -88,
  /** What a piece is based on is not the id of a piece. */
  AHA_ERROR_BASED_ON = -89,
  /** A scale that is not of 12 notes with its root among them. */
  AHA_ERROR_TONALITY = -90,
  /** An attachment without a MIME type, or over 30 MB. */
  AHA_ERROR_ATTACHMENT = -91,

  /* Network. */
  /** No name, no connection, or one that broke. */
  AHA_ERROR_NETWORK = -100,
  /** Nothing came in time. */
  AHA_ERROR_TIMEOUT = -101,
  /** The server's certificate is not good, or TLS failed. */
  AHA_ERROR_TLS = -102,
  /** The server answered with a status that is no success. */
  AHA_ERROR_HTTP = -103,
  /** The server asks to wait, longer than the retries did. */
  AHA_ERROR_RATE_LIMITED = -104,
  /** The server's answer is none that can be used. */
  AHA_ERROR_REPLY = -105,
  /** The account is not signed in. */
  AHA_ERROR_NOT_SIGNED_IN = -106,
  /** A sign-in was refused: by the person, by the server, or because its state is another. */
  AHA_ERROR_REFUSED = -107
};

/** Ends what a host handed over as user_data; called exactly once, on any thread. */
typedef void (*aha_destroy_fn)(void *user_data);

/**
 * The name of a result code, as in "AHA_ERROR_NOT_FOUND".
 * @param code  Any number; an unknown one gives "AHA_UNKNOWN".
 * @return Static text.
 * Errors: none. Thread: [any] [render]. Since: 0.1.
 */
AHA_API const char *aha_result_name(aha_result code);

/**
 * One line about the last error on this thread; "" when there was none.
 * A call that succeeds leaves it alone.
 * @return Text that stays until the next failing call on this thread.
 * Errors: none. Thread: [any] [render]. Since: 0.1.
 */
AHA_API const char *aha_last_error(void);

AHA_END_DECLARATIONS

#endif /* AHA_BASE_H */
