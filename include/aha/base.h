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

/* Annotations: facts of a declaration for its readers, the generated bindings and the tests. They
 * are nothing for a compiler. They stand before a result, parameter or field, and at the end of
 * other declarations. */

/* A number that is 0 (false) or any other (true). */
#define AHA_FLAG
/* Members are bits that are combined. */
#define AHA_FLAGS
/* NULL is allowed: the default, or none. */
#define AHA_NULLABLE
/* The caller owns the object set in this parameter, and releases it. */
#define AHA_OWNED
/* The object belongs to its parent; its handle is not released. */
#define AHA_BORROWED
/* libaha keeps a copy; other arguments are borrowed for the call. */
#define AHA_COPIED
/* Points to as many elements as the parameter `count` says. */
#define AHA_LIST(count)
/* Filled in, up to `capacity` elements. The length that follows it is always set; it may be NULL.
 * NULL asks for the length alone. */
#define AHA_BUFFER(capacity)
/* Text: words separated by commas. */
#define AHA_WORDS
/* Accepted numbers, both included. Others, and NaN, are AHA_ERROR_INVALID_ARGUMENT. */
#define AHA_RANGE(min, max)
/* The value that bindings use if a call does not name one. */
#define AHA_DEFAULT(value)
/* A field that bindings need, or a parameter or field that they accept by its position too. */
#define AHA_REQUIRED
#define AHA_POSITION
/* A flag that bindings name by its opposite, and milliseconds that they have in seconds. */
#define AHA_NOT(name)
#define AHA_SECONDS(name)
/* The parent of another argument: bindings take it from there. */
#define AHA_OF(argument)
/* The number of an effect's parameter, which bindings take by its name. */
#define AHA_NAMED
/* The enumeration of a number, by its name in bindings; of a result, the numbers of its bits. */
#define AHA_CLASS(name)
/* A value that stands for none, and the default of a parameter; -1: any negative number. */
#define AHA_NONE(value)
/* The positive results that the function returns besides AHA_OK. */
#define AHA_CODES(...)
/* Does not change its object, as functions named get, copy, at or count do not. */
#define AHA_CONST
/* Reading it begins a new measurement. */
#define AHA_RESETS
/* A structure that the host fills in, as one whose name ends in _options. */
#define AHA_OPTIONS
/* A structure that libaha fills in, a record of the bindings. */
#define AHA_RECORD
/* A record with one text for each member of the enumeration but its last. */
#define AHA_TEXTS(enumeration)
/* A record with the text that the function copies, or the count of the texts that it copies.
 * Bindings have the texts in the record. */
#define AHA_TEXT(function)
/* The id of a part of a project, or an item's number, as an object of that class in bindings. */
#define AHA_ID(name)
/* The values of a part of a project. The functions of its header take the project and its id. */
#define AHA_PART
/* Objects of this kind end with their parent. */
#define AHA_PARENT(handle)
/* Objects of this kind can run functions of the host. */
#define AHA_HOSTED
/* The name in the C++ or Python binding, if it is not the rest of the name in C. */
#define AHA_CPP(name)
#define AHA_PYTHON(name)
/* The base of an enumeration's class in the Python binding, if it is not the usual one. */
#define AHA_BASE(name)
/* The object works from then on, or until then: bindings that collect unused objects keep it. */
#define AHA_STARTS
#define AHA_STOPS
/* Bindings have the field of a record as an attribute of the record's object too, and keep the
 * argument or option in the new object. */
#define AHA_ATTRIBUTE(name)
/* The class of an error in bindings with exceptions, its bases, and its number in C's errno.h.
 * Without bases, the class is a base of others and written by hand. */
#define AHA_RAISES(...)
/* Bindings say it in another way. */
#define AHA_C_ONLY

AHA_BEGIN_DECLARATIONS

/** The position after the last element of a list, for functions that add or insert. */
#define AHA_LAST UINT32_MAX

/** The result of a call: 0 is success, a positive number a remark, a negative number an error. */
typedef int32_t aha_result AHA_BASE(enum.IntEnum);

enum {
  AHA_OK = 0,
  /** The end was reached: no data or item is left. */
  AHA_END = 1,
  /** Not finished yet: the job still runs, or the timeout expired. */
  AHA_PENDING = 2,

  /* Use: the call itself was wrong, or was made at the wrong moment. */
  /** A NULL, NaN, or out-of-range argument, or an object of another engine. */
  AHA_ERROR_INVALID_ARGUMENT AHA_RAISES(InvalidArgumentError, Error, ValueError) = -1,
  /** NULL, a foreign pointer, or a handle of another kind. */
  AHA_ERROR_INVALID_HANDLE AHA_RAISES(InvalidHandleError, Error, ValueError) = -2,
  /** The handle or its engine was released. */
  AHA_ERROR_RELEASED AHA_RAISES(ReleasedError, Error, RuntimeError) = -3,
  /** The object's state does not allow this call now. */
  AHA_ERROR_STATE AHA_RAISES(StateError, Error, RuntimeError) = -4,
  /** This version does not support the request. */
  AHA_ERROR_UNSUPPORTED = -5,
  /** Memory could not be allocated. */
  AHA_ERROR_OUT_OF_MEMORY AHA_RAISES(OutOfMemoryError, Error, MemoryError) = -6,
  /** A limit of the engine is reached: players, buses, or depth. */
  AHA_ERROR_LIMIT = -7,
  /** Cancelled by the host, or because its engine or client ended. */
  AHA_ERROR_CANCELLED = -8,
  /** The caller's buffer is too small; the needed length was set. */
  AHA_ERROR_BUFFER_TOO_SMALL = -9,
  /** A blocking call was made inside one of libaha's callbacks. */
  AHA_ERROR_REENTRANT AHA_RAISES(ReentrantError, Error, RuntimeError) = -10,
  /** The operating system refused a resource, such as a thread. */
  AHA_ERROR_SYSTEM AHA_RAISES(OperatingSystemError, Error, OSError, EAGAIN) = -11,

  /* Files and streams. */
  /** No file or folder of that name. */
  AHA_ERROR_NOT_FOUND AHA_RAISES(NotFoundError, Error, FileNotFoundError, ENOENT) = -20,
  /** Permission denied. */
  AHA_ERROR_ACCESS AHA_RAISES(AccessError, Error, PermissionError, EACCES) = -21,
  /** A directory where a file is needed. */
  AHA_ERROR_IS_DIRECTORY AHA_RAISES(IsDirectoryError, Error, IsADirectoryError, EISDIR) = -22,
  /** Reading or writing failed. */
  AHA_ERROR_IO AHA_RAISES(InputOutputError, Error, OSError, EIO) = -23,
  /** No space left on the device, or over quota. */
  AHA_ERROR_DISK_FULL AHA_RAISES(DiskFullError, Error, OSError, ENOSPC) = -24,
  /** A file of that name exists, and the call must not replace it. */
  AHA_ERROR_EXISTS AHA_RAISES(ExistsError, Error, FileExistsError, EEXIST) = -25,

  /* Formats. */
  /** Empty: no bytes at all. */
  AHA_ERROR_EMPTY AHA_RAISES(EmptyError, FormatError) = -40,
  /** Not audio, or an unknown format. */
  AHA_ERROR_UNKNOWN_FORMAT AHA_RAISES(UnknownFormatError, FormatError) = -41,
  /** Known format, but damaged: nothing can be decoded from it. */
  AHA_ERROR_DAMAGED AHA_RAISES(DamagedError, FormatError) = -42,
  /** A sample rate, channel count, length, or picture size that libaha does not support. */
  AHA_ERROR_FORMAT_LIMIT AHA_RAISES(FormatLimitError, FormatError) = -43,
  /** The written data failed verification: it could not be read back completely. */
  AHA_ERROR_VERIFY AHA_RAISES(VerifyError, FormatError) = -44,

  /* Devices. */
  /** No device with that id, or no device at all. */
  AHA_ERROR_NO_DEVICE AHA_RAISES(NoDeviceError, DeviceError) = -60,
  /** The device does not support the engine's rate or channel count. */
  AHA_ERROR_DEVICE_FORMAT AHA_RAISES(DeviceFormatError, DeviceError) = -61,
  /** The sound system refused: the device is busy, or its server has stopped. */
  AHA_ERROR_DEVICE = -62,

  /* Pieces: a value is out of range. */
  /** A piece's title is empty or only white space. */
  AHA_ERROR_TITLE_EMPTY AHA_RAISES(PieceError) = -80,
  /** A piece's title has more characters than libaha (1000) or its destination accepts. */
  AHA_ERROR_TITLE_LONG AHA_RAISES(PieceError) = -81,
  /** A piece's length is not positive. */
  AHA_ERROR_PIECE_SHORT AHA_RAISES(PieceError) = -82,
  /** A piece is longer than 1000 hours, or than its destination accepts. */
  AHA_ERROR_PIECE_LONG AHA_RAISES(PieceError) = -83,
  /** A tempo below 1, or not a number. */
  AHA_ERROR_TEMPO_LOW AHA_RAISES(PieceError) = -84,
  /** A tempo over 999.999. */
  AHA_ERROR_TEMPO_HIGH AHA_RAISES(PieceError) = -85,
  /** A loop that does not end after its start, or lies outside its piece. */
  AHA_ERROR_LOOP AHA_RAISES(PieceError) = -86,
  /** A time signature other than 1 to 16 over 2, 4, 8 or 16. */
  AHA_ERROR_TIME_SIGNATURE AHA_RAISES(PieceError) = -87,
  /** A piece's description (10 000) or artist (1000) has more characters than libaha or its
   *  destination accepts. */
  AHA_ERROR_TEXT_LONG AHA_RAISES(PieceError) = -88,
  /** An entry of the based-on list is not the id of a piece. */
  AHA_ERROR_BASED_ON AHA_RAISES(PieceError) = -89,
  /** A scale that has bits above the 12 notes, or lacks its own root. */
  AHA_ERROR_TONALITY AHA_RAISES(PieceError) = -90,
  /** An attachment without a MIME type, or over 30 MB. */
  AHA_ERROR_ATTACHMENT AHA_RAISES(PieceError) = -91,
  /** A text of a piece has a control that reorders the text after it, as U+202E. */
  AHA_ERROR_TEXT_DIRECTION AHA_RAISES(PieceError) = -92,

  /* Network. */
  /** Name resolution failed, or the connection failed or was lost. */
  AHA_ERROR_NETWORK AHA_RAISES(NetworkError) = -100,
  /** The timeout expired without data. */
  AHA_ERROR_TIMEOUT AHA_RAISES(TimedOutError, NetworkError, TimeoutError, ETIMEDOUT) = -101,
  /** The server's certificate is invalid, or TLS failed. */
  AHA_ERROR_TLS AHA_RAISES(TLSError, NetworkError) = -102,
  /** The server answered with an error status. */
  AHA_ERROR_HTTP AHA_RAISES(HTTPError, NetworkError) = -103,
  /** The server asks for a longer wait than the retries allow. */
  AHA_ERROR_RATE_LIMITED AHA_RAISES(RateLimitedError, HTTPError) = -104,
  /** The server's reply is unusable. */
  AHA_ERROR_REPLY AHA_RAISES(ReplyError, NetworkError) = -105,
  /** The account is not signed in. */
  AHA_ERROR_NOT_SIGNED_IN = -106,
  /** A sign-in was refused: by the user, by the server, or because the state parameter differs. */
  AHA_ERROR_REFUSED = -107
};

/** Releases the host's user_data; called exactly once, on any thread. */
typedef void (*aha_destroy_fn)(void *user_data);

/**
 * The name of a result code, as in "AHA_ERROR_NOT_FOUND".
 * @param code  Any number; an unknown one returns "AHA_UNKNOWN".
 * @return Static text.
 * Errors: none. Thread: [any] [render]. Since: 0.1.
 */
AHA_API const char *aha_result_name(aha_result code);

/**
 * One line about the last error on this thread; "" if no call failed. A successful call does not
 * change it.
 * @return Text that is valid until the next failing call on this thread.
 * Errors: none. Thread: [any] [render]. Since: 0.1.
 */
AHA_API const char *aha_last_error(void);

AHA_END_DECLARATIONS

#endif /* AHA_BASE_H */
