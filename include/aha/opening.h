/* aha/opening.h: a piece comes back: from a page, a manifest, a folder, or an "ah-…://open" URL. */
#ifndef AHA_OPENING_H
#define AHA_OPENING_H

#include "account.h"
#include "drop.h"

AHA_BEGIN_DECLARATIONS

/** A piece that is being opened, or is open: its files are there for the asking. */
typedef struct aha_opening aha_opening;

/** How something is opened. */
typedef struct aha_opening_options {
  size_t struct_size;
  /** What the host calls it: comes back from aha_opening_context. Not touched. */
  void *context;
  /** Whose token requests carry; required for "ah-…" URLs, and their server is its provider's. */
  aha_account *account;
  /** Non-zero: what a manifest names may be nearer than the server that has it: at private
   *  addresses, or on this machine. */
  uint32_t allows_private;
  /** Milliseconds before a file that is not made yet is asked for again; 0: 3000. Ten times at
   *  most. */
  uint32_t poll_ms;
} aha_opening_options;

/** Options with all defaults. */
static inline aha_opening_options aha_opening_options_init(void) {
  aha_opening_options options = {sizeof(aha_opening_options), NULL, NULL, 0, 0};
  return options;
}

/**
 * Begins to open a piece; AHA_EVENT_OPENING_FINISHED comes with it, or with why not.
 * @param url          "ah-APPLICATION://open?uuid=…", the URL of a page or of its manifest, the
 *                     path of a folder or of a manifest, or a file: URL.
 * @param options      NULL: default.
 * @param out_opening  Owned by the caller.
 * @param out_job      Ends with it. Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (nothing of these; no account), AHA_ERROR_UNSUPPORTED (a URL
 * of another application, or of another kind); the job's: AHA_ERROR_NOT_FOUND, AHA_ERROR_DAMAGED
 * (no manifest, or an impossible one), AHA_ERROR_LIMIT (a manifest over 1 MiB), AHA_ERROR_REFUSED
 * (it leads to a private address), errors of requests. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_opening_create(aha_client *client, const char *url,
                                      const aha_opening_options *options,
                                      aha_opening **out_opening, aha_job **out_job);

/** Gives the piece. @param out_piece  Owned by the caller.
 *  Errors: AHA_ERROR_STATE (not open), handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_opening_get_piece(aha_opening *opening, aha_piece **out_piece);

/** Texts of what was opened. */
typedef uint32_t aha_opening_text;

enum {
  AHA_OPENING_ID = 0,
  /** What people open. */
  AHA_OPENING_URL = 1,
  /** ISO 8601, as in "2026-11-22T05:49:43Z". */
  AHA_OPENING_CREATED = 2
};

/** Copies a text; "" where nobody said. Errors: AHA_ERROR_STATE (not open),
 *  AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 *  0.7. */
AHA_API aha_result aha_opening_copy_text(aha_opening *opening, aha_opening_text text, char *buffer,
                                         size_t capacity, size_t *out_length);

/** A file of an opened piece. */
typedef struct aha_opening_asset {
  size_t struct_size;
  aha_asset asset;
  uint32_t reserved;
  /** Bytes; -1 where nobody said. */
  int64_t size;
  /** Its name and media type; cut at 255 and 127 bytes. */
  char name[256];
  char type[128];
  /** As 64 hexadecimal letters; "" where nobody said. */
  char sha256[72];
} aha_opening_asset;

/** An asset structure with struct_size set. */
static inline aha_opening_asset aha_opening_asset_init(void) {
  aha_opening_asset asset = {sizeof(aha_opening_asset), 0, 0, 0, {0}, {0}, {0}};
  return asset;
}

/** How many files it offers; 0 for a bad handle, or while it is not open. Thread: [any]. Since:
 *  0.7. */
AHA_API uint32_t aha_opening_asset_count(aha_opening *opening);

/** Describes one of them. Errors: AHA_ERROR_INVALID_ARGUMENT (no such index), AHA_ERROR_STATE,
 *  handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_opening_get_asset(aha_opening *opening, uint32_t index,
                                         aha_opening_asset *asset);

/**
 * Starts a job that brings a file here: checked by its hash, in place only when it is whole. One
 * that broke off goes on where it was.
 * @param asset   AHA_ASSET_…
 * @param type    The media type that is wanted, as in "audio/ogg"; NULL: the first that is offered.
 * @param path    Borrowed for the call.
 * @param out_job Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (not open), AHA_ERROR_NOT_FOUND (it has none of that),
 * AHA_ERROR_UNSUPPORTED (not of that type), errors of files; the job's: AHA_ERROR_ACCESS (also a
 * symbolic link at the path, which is not followed), AHA_ERROR_VERIFY (the hash), AHA_ERROR_LIMIT
 * (longer than was said; never ready), errors of requests. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_opening_save(aha_opening *opening, aha_asset asset, const char *type,
                                    const char *path, aha_job **out_job);

/**
 * Opens a file as a stream, to play it while it comes: see aha_sound_load_stream.
 * @param type        The media type that is wanted; NULL: the first that is offered.
 * @param out_stream  Owned by the caller.
 * Errors: as aha_opening_save, errors of aha_stream_open_remote. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_opening_open_stream(aha_opening *opening, aha_asset asset, const char *type,
                                           aha_stream **out_stream);

/** What the host called it; NULL for a bad handle. Thread: [any]. Since: 0.7. */
AHA_API void *aha_opening_context(aha_opening *opening);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_opening_retain(aha_opening *opening);

/** Releases one reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_opening_release(aha_opening *opening);

AHA_END_DECLARATIONS

#endif /* AHA_OPENING_H */
