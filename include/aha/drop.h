/* aha/drop.h: a piece leaves: its files are asked for, sent while the host still edits, and made
 * public. */
#ifndef AHA_DROP_H
#define AHA_DROP_H

#include "destination.h"
#include "piece.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** A piece on its way to a destination. */
typedef struct aha_drop aha_drop;

/** What a file is to a piece. */
typedef uint32_t aha_asset;

enum {
  /** The sound itself: required. */
  AHA_ASSET_MIX_STEM = 1,
  /** A shorter or smaller sound to listen to first; none: the mix stem serves. */
  AHA_ASSET_PREVIEW = 2,
  /** A picture; none: drawn from the piece. Scaled to 640 x 640. */
  AHA_ASSET_COVER = 3,
  /** Any file, at most 30 MB (30 000 000 bytes). */
  AHA_ASSET_ATTACHMENT = 4
};

/** How far a drop is. */
typedef uint32_t aha_drop_stage_code;

enum {
  AHA_DROP_PREPARING = 0,
  AHA_DROP_SIGNING_IN = 1,
  /** The host edits while files are sent. */
  AHA_DROP_EDITING = 2,
  /** Committed; files are still on their way. */
  AHA_DROP_SENDING = 3,
  AHA_DROP_CREATING = 4,
  /** Cancelled: what it left at the destination is being taken away, or could not be yet; then
   *  aha_drop_discard tries again. */
  AHA_DROP_CLEANING = 5,
  AHA_DROP_DONE = 6,
  /** It can be started again: aha_drop_open. */
  AHA_DROP_BROKEN = 7,
  /** It came to an end without success. */
  AHA_DROP_FAILED = 8,
  AHA_DROP_CANCELLED = 9
};

/** How a drop is made. */
typedef struct aha_drop_options {
  size_t struct_size;
  /** What the host calls it: comes back from aha_drop_context. Not touched. */
  void *context;
  /** Non-zero: committed from the beginning; nothing of it is edited. */
  uint32_t is_committed;
  /** Non-zero: waits until the destination's account is signed in. */
  uint32_t waits_for_sign_in;
} aha_drop_options;

/** Options with all defaults. */
static inline aha_drop_options aha_drop_options_init(void) {
  aha_drop_options options = {sizeof(aha_drop_options), NULL, 0, 0};
  return options;
}

/**
 * Makes a drop of a piece.
 * @param piece     Copied.
 * @param options   NULL: default.
 * @param out_drop  Owned by the caller. One that runs when the last owner lets go, goes on.
 * Errors: AHA_ERROR_OUT_OF_MEMORY, errors of the journal's file. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_create(aha_destination *destination, aha_piece *piece,
                                   const aha_drop_options *options, aha_drop **out_drop);

/**
 * Makes a drop of the same piece to another destination: it takes the files, edits and commit of
 * the first one, which alone asks for them. Where that cannot be started, is let go of, or ends
 * without success, this one asks for what it still needs.
 * @param out_drop  Owned by the caller.
 * Errors: AHA_ERROR_STATE (the first one was started), AHA_ERROR_INVALID_ARGUMENT (a destination of
 * another client), errors of aha_drop_create and, of what the first one was answered already, of
 * aha_drop_answer_file. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_share(aha_drop *drop, aha_destination *destination,
                                  aha_drop **out_drop);

/**
 * Starts a drop, or one that was opened and broke off. AHA_EVENT_DROP_ASSET_WANTED asks for each
 * file; answers may come before that.
 * @param out_job  Ends with the drop; cancelling it cancels the drop, and takes away what is at the
 *                 destination, within ten seconds. When that could not be done it ends with why,
 *                 and the drop stays AHA_DROP_CLEANING. Its stage is "decoding" while nothing but
 *                 the drawing of the sound is waited for. Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (started before; done; another process sends it; it is committed, and the
 * answer for an open asset was refused), AHA_ERROR_NOT_SIGNED_IN, errors of the piece
 * (AHA_ERROR_PIECE_…, when it is committed), and, where it failed before this start, why:
 * AHA_ERROR_UNSUPPORTED, AHA_ERROR_LIMIT, what a host answered. The job's: errors of requests and
 * files, AHA_ERROR_DAMAGED (a file changed meanwhile), AHA_ERROR_ATTACHMENT (too large),
 * AHA_ERROR_DISK_FULL (no room there), AHA_ERROR_ACCESS. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_start(aha_drop *drop, aha_job **out_job);

/**
 * Sends a drop in one call: answers with the mix stem, declines all other open assets, commits,
 * and starts.
 * @param mix_path  The mix stem's file, which must stay as it is until the drop is done. Borrowed
 *                  for the call. NULL: the mix stem was answered before.
 * @param out_job   As of aha_drop_start. Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (started before; the answer for another asset was refused, and the
 * asset is open), AHA_ERROR_INVALID_ARGUMENT (no mix stem), errors of the piece, of
 * aha_drop_answer_file and of aha_drop_start; after an error of the last, aha_drop_start tries
 * again. The job's: as of aha_drop_start. Thread: [blocking]. Since: 0.9.
 */
AHA_API aha_result aha_drop_send(aha_drop *drop, const char *mix_path, aha_job **out_job);

/**
 * Answers with a file, which must stay as it is until the drop is done. An answer that fails leaves
 * its asset open: the host answers again, and until then aha_drop_commit is refused; after the
 * commit a refused answer ends the drop, if it runs, with its error. That holds for every
 * aha_drop_answer_… .
 * @param path  Borrowed for the call.
 * @param type  Media type; NULL: as the file's name says, and a cover's content.
 * Errors: AHA_ERROR_STATE (answered before, or too late), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_UNSUPPORTED (a mix stem of a type that the destination does not take), AHA_ERROR_LIMIT
 * (larger than it takes), AHA_ERROR_ATTACHMENT, errors of files and pictures; of a mix stem and a
 * preview AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_EMPTY, AHA_ERROR_DAMAGED (no sound: libaha neither
 * decodes it nor knows its head, as it does of AAC, MP4, AMR and WMA by their types).
 * Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_answer_file(aha_drop *drop, aha_asset asset, const char *path,
                                        const char *type);

/** Answers with bytes, which are copied to a file of the journal's. @param type  As of
 *  aha_drop_answer_file, or NULL. Errors: as aha_drop_answer_file, AHA_ERROR_DISK_FULL. Thread:
 *  [blocking]. Since: 0.7. */
AHA_API aha_result aha_drop_answer_bytes(aha_drop *drop, aha_asset asset, const void *bytes,
                                         size_t size, const char *type);

/** Answers with a stream, which is read to its end before this returns. @param type  As of
 *  aha_drop_answer_file, or NULL. Errors: as aha_drop_answer_file, AHA_ERROR_DISK_FULL, errors of
 *  the stream. Thread: [blocking]. Since: 0.7. */
AHA_API aha_result aha_drop_answer_stream(aha_drop *drop, aha_asset asset, aha_stream *stream,
                                          const char *type);

/** Answers with the file that a job will have made when it ends, such as a bounce; when that fails,
 *  so does the asset. @param type  As of aha_drop_answer_file, or NULL. Errors: as
 *  aha_drop_answer_file. Thread: [blocking]. Since: 0.7. */
AHA_API aha_result aha_drop_answer_job(aha_drop *drop, aha_asset asset, aha_job *job,
                                       const char *path, const char *type);

/** Answers that there is none. Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT (a mix stem is
 *  required: the drop fails). Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_drop_answer_none(aha_drop *drop, aha_asset asset);

/** Answers that it could not be made: the drop fails with that line. Errors: AHA_ERROR_STATE,
 *  AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_drop_answer_error(aha_drop *drop, aha_asset asset, const char *line);

/**
 * Changes the piece while the drop is edited.
 * @param piece  Copied: title, description, listed flag and the rest take the place of what was.
 * Errors: AHA_ERROR_STATE (committed), handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_drop_set_piece(aha_drop *drop, aha_piece *piece);

/** Gives the cover another file while the drop is edited. Errors: AHA_ERROR_STATE (committed),
 *  errors of files and pictures. Thread: [blocking]. Since: 0.7. */
AHA_API aha_result aha_drop_set_cover(aha_drop *drop, const char *path);

/** Editing is over: it is made public when all files are there. Errors: AHA_ERROR_STATE (committed
 *  before; over; the answer for an asset was refused and the asset is open, which the line names: a
 *  running drop then ends with the error of that answer, and can be started again), errors of the
 *  piece. Thread: [blocking]. Since: 0.7. */
AHA_API aha_result aha_drop_commit(aha_drop *drop);

/** How far a drop is. */
typedef struct aha_drop_progress {
  size_t struct_size;
  /** AHA_DROP_… */
  aha_drop_stage_code stage;
  /** What it came to; AHA_PENDING before that. */
  aha_result result;
  /** Of all files that are known: confirmed by the destination, or on their way. */
  int64_t bytes_done;
  int64_t bytes_total;
  /** Bytes sent more than once, because uploads broke off. After the end of a process that nobody
   *  saw, a chunk on its way to S3 or Nextcloud counts whole where it is not there, and a chunk on
   *  its way to others does not count. */
  int64_t bytes_repeated;
} aha_drop_progress;

/** A progress structure with struct_size set. */
static inline aha_drop_progress aha_drop_progress_init(void) {
  aha_drop_progress progress = {sizeof(aha_drop_progress), 0, 0, 0, 0, 0};
  return progress;
}

/** Tells how far it is. Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 *  0.7. */
AHA_API aha_result aha_drop_get_progress(aha_drop *drop, aha_drop_progress *progress);

/** Texts of a drop. */
typedef uint32_t aha_drop_text;

enum {
  /** 32 hexadecimal letters. */
  AHA_DROP_ID = 0,
  AHA_DROP_TITLE = 1,
  /** The destination's name, kind (as in "webdav") and address. */
  AHA_DROP_DESTINATION = 2,
  AHA_DROP_KIND = 3,
  AHA_DROP_ADDRESS = 4,
  /** What people open; "" before it is done, or where there is none. */
  AHA_DROP_URL = 5,
  /** What the destination calls it; "" before it is done. */
  AHA_DROP_REMOTE_ID = 6,
  /** SHA-256 of the mix stem, as 64 hexadecimal letters; "" before it was sent. */
  AHA_DROP_SHA256 = 7,
  /** Why it failed or broke off; "" when it did not. */
  AHA_DROP_ERROR = 8,
  /** As AHA_DROP_SHA256, of the other files; "" for those that there are none of. */
  AHA_DROP_PREVIEW_SHA256 = 9,
  AHA_DROP_COVER_SHA256 = 10,
  AHA_DROP_ATTACHMENT_SHA256 = 11
};

/** Copies a text. Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors.
 *  Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_drop_copy_text(aha_drop *drop, aha_drop_text text, char *buffer,
                                      size_t capacity, size_t *out_length);

/** What the host called it; NULL for a bad handle. Thread: [any]. Since: 0.7. */
AHA_API void *aha_drop_context(aha_drop *drop);

/** How many drops of the client's application the journal in its state folder has: running, broken
 *  off and done ones. Drops of another application_id are neither counted nor opened.
 *  Errors: errors of the journal's file. Thread: [blocking]. Since: 0.7. */
AHA_API aha_result aha_client_get_drop_count(aha_client *client, uint32_t *out_count);

/** Copies the id of one of these drops, the newest first. Errors: AHA_ERROR_INVALID_ARGUMENT (no
 *  such index), AHA_ERROR_BUFFER_TOO_SMALL, errors of the journal's file. Thread: [blocking].
 *  Since: 0.7. */
AHA_API aha_result aha_client_copy_drop(aha_client *client, uint32_t index, char *buffer,
                                        size_t capacity, size_t *out_length);

/**
 * Opens a drop of the client's application: to look at it, to start it again when it broke off, or
 * to cancel or forget it.
 * @param id        As AHA_DROP_ID has it, or as many letters of its beginning as tell it apart.
 * @param out_drop  Owned by the caller. Its destination is the client's of the same kind and
 *                  address; starting it answers AHA_ERROR_NOT_FOUND while there is none. What would
 *                  change it answers AHA_ERROR_STATE while another process sends it, and when one
 *                  has changed it since: it is to be opened again.
 * Errors: AHA_ERROR_NOT_FOUND (also: it is another application's), AHA_ERROR_INVALID_ARGUMENT
 * (several begin so), errors of the journal's file. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_open(aha_client *client, const char *id, aha_drop **out_drop);

/** Starts a job that ends a drop that broke off, and takes away what it left at the destination;
 *  also what an earlier try could not. It takes a minute at most.
 *  @param out_job  Owned by the caller; may be NULL.
 *  Errors: AHA_ERROR_STATE (it runs: cancel its job; or it is done), AHA_ERROR_NOT_FOUND (its
 *  destination). The job's: errors of requests; the drop is AHA_DROP_CLEANING then.
 *  Thread: [blocking]. Since: 0.7. */
AHA_API aha_result aha_drop_discard(aha_drop *drop, aha_job **out_job);

/** Takes a drop that does not run out of the journal; what is at the destination stays there.
 *  Errors: AHA_ERROR_STATE (it runs), errors of the journal's file. Thread: [blocking]. Since:
 *  0.7. */
AHA_API aha_result aha_drop_forget(aha_drop *drop);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_drop_retain(aha_drop *drop);

/** Releases one owner. A running drop continues. If the last owner leaves an asset open, and its
 *  answer was refused or is refused later, the drop ends with the error of that answer. Errors:
 *  handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_drop_release(aha_drop *drop);

AHA_END_DECLARATIONS

#endif /* AHA_DROP_H */
