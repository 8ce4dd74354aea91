/* aha/opening.h: openings: open a published piece from a page, a manifest, a folder, or an
 * "ah-…://open" URL. */
#ifndef AHA_OPENING_H
#define AHA_OPENING_H

#include "account.h"
#include "drop.h"

AHA_BEGIN_DECLARATIONS

/** A piece that is being opened or is open; its files can be saved or streamed. */
typedef struct aha_opening aha_opening AHA_PARENT(aha_client);

/** Options of an opening. */
typedef struct aha_opening_options {
  size_t struct_size;
  /** The host's own pointer, returned by aha_opening_context; libaha does not use it. */
  void *context;
  /** The account whose token requests carry; required for "ah-…" URLs, which use the server of its
   *  provider. With an account of Dropbox, SoundCloud or a server of the Allihoopa protocol, links
   *  of that service open too. */
  aha_account *account;
  /** True: the manifest of a public server may refer to private addresses or to this machine. */
  AHA_FLAG uint32_t allow_private;
  /** Interval in milliseconds between requests for a file that is not ready; 0: 3000. At most ten
   *  retries. */
  uint32_t poll_ms;
} aha_opening_options;

/** Options with all defaults. */
static inline aha_opening_options aha_opening_options_init(void) {
  aha_opening_options options = {sizeof(aha_opening_options), NULL, NULL, 0, 0};
  return options;
}

/**
 * Starts to open a piece; AHA_EVENT_OPENING_FINISHED reports success or the error. A URL of one of
 * the client's destinations is requested with the keys of that destination.
 * @param url          "ah-APPLICATION://open?uuid=…", the URL of a drop's receipt, of a page or of
 *                     its manifest, "s3://BUCKET/KEY" of a destination of the client, the path of a
 *                     folder or of a manifest, or a file: URL.
 * @param options      NULL for the defaults.
 * @param out_opening  Owned by the caller.
 * @param out_job      Ends with the opening. Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (none of these forms; no account), AHA_ERROR_UNSUPPORTED (a
 * URL of another application, or of another kind); the job's: AHA_ERROR_NOT_FOUND,
 * AHA_ERROR_DAMAGED (no manifest, or an invalid one), AHA_ERROR_LIMIT (a manifest over 1 MiB),
 * AHA_ERROR_REFUSED (it refers to a private address), AHA_ERROR_EMPTY (a drop without files),
 * errors of the piece (a text or the length), errors of requests. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_opening_create(aha_client *client, const char *url,
                                      AHA_NULLABLE const aha_opening_options *options,
                                      AHA_OWNED aha_opening **out_opening,
                                      AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * The opened piece, a new object each time.
 * @param out_piece  Owned by the caller.
 * Errors: AHA_ERROR_STATE (not open), handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_opening_get_piece(aha_opening *opening, AHA_OWNED aha_piece **out_piece);

/** Texts of an opened piece. */
typedef uint32_t aha_opening_text;

enum {
  AHA_OPENING_ID = 0,
  /** The public URL. */
  AHA_OPENING_URL = 1,
  /** ISO 8601, as in "2026-11-22T05:49:43Z". */
  AHA_OPENING_CREATED = 2
};

/**
 * Copies a text; "" if it is unknown.
 * Errors: AHA_ERROR_STATE (not open), AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_opening_copy_text(aha_opening *opening, aha_opening_text text,
                                         AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                         size_t *out_length);

/** A file of an opened piece. */
typedef struct aha_opening_asset {
  size_t struct_size;
  aha_asset asset;
  uint32_t reserved;
  /** Bytes; none if unknown. */
  AHA_NONE(-1) int64_t size;
  /** Its name and media type; truncated to 255 and 127 bytes. */
  char name[256];
  char type[128];
  /** As 64 hexadecimal digits; "" if unknown. */
  char sha256[72];
} aha_opening_asset AHA_RECORD AHA_PYTHON(OpenedAsset);

/** An asset structure with struct_size set. */
static inline aha_opening_asset aha_opening_asset_init(void) {
  aha_opening_asset asset = {sizeof(aha_opening_asset), 0, 0, 0, {0}, {0}, {0}};
  return asset;
}

/**
 * The number of available files; 0 while the piece is not open.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.7.
 */
AHA_API uint32_t aha_opening_asset_count(aha_opening *opening) AHA_C_ONLY;

/**
 * The available files, by index; there is no file until it is open.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no such index), AHA_ERROR_STATE, handle errors. Thread:
 * [any]. Since: 0.7.
 */
AHA_API aha_result aha_opening_asset_get(aha_opening *opening, uint32_t index,
                                         aha_opening_asset *asset) AHA_PYTHON(assets);

/**
 * Starts a job that downloads a file. The file is verified by its hash, and appears only when it is
 * complete. An interrupted download resumes.
 * @param asset   AHA_ASSET_…
 * @param type    The requested media type, as in "audio/ogg", or another name of
 *                aha_format_copy_media_type; NULL: the first available one.
 * @param out_job Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (not open), AHA_ERROR_NOT_FOUND (the piece does not have that asset),
 * AHA_ERROR_UNSUPPORTED (not available in that type), errors of files; the job's: AHA_ERROR_ACCESS
 * (also a symbolic link at the path, which is not followed), AHA_ERROR_VERIFY (the hash),
 * AHA_ERROR_LIMIT (longer than announced; never ready), errors of requests. Thread: [blocking].
 * Since: 0.7.
 */
AHA_API aha_result aha_opening_save(aha_opening *opening, aha_asset asset,
                                    AHA_NULLABLE const char *type, const char *path,
                                    AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CONST;

/**
 * Writes the manifest of the piece beside its downloaded files. It names the files that
 * aha_opening_save has completed in the folder of path or below it, by their names there, and no
 * others, so that the folder can be opened and synchronized.
 * @param path  As in "folder/piece.json". Borrowed for the call.
 * Errors: AHA_ERROR_STATE (not open), AHA_ERROR_INVALID_ARGUMENT (a file name that a manifest
 * cannot have: hidden, with a colon or a backslash), AHA_ERROR_ACCESS (also a symbolic link at the
 * path, which is not followed), errors of the piece (aha_piece_check), errors of files. Thread:
 * [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_opening_save_manifest(aha_opening *opening, const char *path) AHA_CONST;

/**
 * Opens a file as a stream, to play it during the download: see aha_sound_load_stream.
 * @param type        As of aha_opening_save; NULL: the first available one.
 * @param out_stream  Owned by the caller.
 * Errors: as aha_opening_save, errors of aha_client_open_stream. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_opening_open_stream(
    aha_opening *opening, AHA_POSITION AHA_DEFAULT(AHA_ASSET_MIX_STEM) aha_asset asset,
    AHA_NULLABLE const char *type, AHA_OWNED aha_stream **out_stream) AHA_CPP(stream) AHA_CONST
    AHA_PYTHON(stream);

/** The host's own pointer from the options. Errors: NULL for a bad handle. Thread: [any]. Since:
 *  0.7. */
AHA_API void *aha_opening_context(aha_opening *opening);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
static inline aha_result aha_opening_retain(aha_opening *opening) {
  return aha_retain_as(opening, AHA_KIND_OPENING);
}

/** Releases one reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
static inline aha_result aha_opening_release(aha_opening *opening) {
  return aha_release_as(opening, AHA_KIND_OPENING);
}

AHA_END_DECLARATIONS

#endif /* AHA_OPENING_H */
