/* aha/drop.h: drops: publish a piece; its files are requested, uploaded while the host still edits,
 * and made public. */
#ifndef AHA_DROP_H
#define AHA_DROP_H

#include "destination.h"
#include "job.h"
#include "piece.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** The upload of a piece to a destination. */
typedef struct aha_drop aha_drop AHA_PARENT(aha_client) AHA_HOSTED;

/** The role of a file in a piece. */
typedef uint32_t aha_asset;

enum {
  /** The sound itself: required. */
  AHA_ASSET_MIX_STEM = 1,
  /** A shorter or smaller sound for preview; without one, the mix stem is used. */
  AHA_ASSET_PREVIEW = 2,
  /** A picture, PNG or JPEG, scaled to 640 x 640 and converted as the destination needs it;
   *  without one, a cover is drawn from the piece, unless omit_cover is set. */
  AHA_ASSET_COVER = 3,
  /** Any file, at most 30 MB (30 000 000 bytes). */
  AHA_ASSET_ATTACHMENT = 4
};

/** The stage of a drop. */
typedef uint32_t aha_drop_stage_code AHA_PYTHON(DropStage);

enum {
  AHA_DROP_PREPARING = 0,
  AHA_DROP_SIGNING_IN = 1,
  /** The host edits the piece while files are sent. */
  AHA_DROP_EDITING = 2,
  /** Committed; files are still being sent. */
  AHA_DROP_SENDING = 3,
  AHA_DROP_CREATING = 4,
  /** Cancelled: its files at the destination are being deleted, or deletion failed;
   *  aha_drop_discard retries it. */
  AHA_DROP_CLEANING = 5,
  AHA_DROP_DONE = 6,
  /** Interrupted; it can be started again: aha_drop_open. */
  AHA_DROP_BROKEN = 7,
  /** It ended without success. */
  AHA_DROP_FAILED = 8,
  AHA_DROP_CANCELLED = 9
};

/** Options of a drop. */
typedef struct aha_drop_options {
  size_t struct_size;
  /** The host's own pointer, returned by aha_drop_context; libaha does not use it. */
  void *context;
  /** True: committed from the start; it cannot be edited. */
  AHA_FLAG uint32_t commit;
  /** True: waits until the destination's account is signed in. */
  AHA_FLAG uint32_t wait_for_sign_in;
  /** True: a declined cover is not drawn; the drop has no cover. Since: 0.10. */
  AHA_FLAG uint32_t omit_cover;
  /** Time for the host's answers, from the commit, in milliseconds; 0: 600000. At its end, the drop
   *  fails as after aha_drop_answer_error, with AHA_ERROR_TIMEOUT and the names of the missing
   *  files. Before the commit, there is no limit. Since: 0.10. */
  uint32_t answer_timeout_ms;
} aha_drop_options;

/** Options with all defaults. */
static inline aha_drop_options aha_drop_options_init(void) {
  aha_drop_options options = {sizeof(aha_drop_options), NULL, 0, 0, 0, 0};
  return options;
}

/**
 * Creates a drop of a piece.
 * @param options   NULL for the defaults.
 * @param out_drop  Owned by the caller. A running drop continues after the last release.
 * Errors: AHA_ERROR_OUT_OF_MEMORY, errors of the journal's file. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_create(aha_destination *destination, aha_piece *piece,
                                   AHA_NULLABLE const aha_drop_options *options,
                                   AHA_OWNED aha_drop **out_drop);

/**
 * Creates a drop of the same piece to another destination. It shares the files, edits and commit of
 * the first drop, and only the first drop asks for files. If the first drop cannot be started, is
 * released, or ends without success, the new drop asks for the missing files.
 * @param out_drop  Owned by the caller.
 * Errors: AHA_ERROR_STATE (the first one was started), AHA_ERROR_INVALID_ARGUMENT (a destination of
 * another client), errors of aha_drop_create and, for answers that the first drop already has, of
 * aha_drop_answer_file. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_share(aha_drop *drop, aha_destination *destination,
                                  AHA_OWNED aha_drop **out_drop) AHA_CONST;

/**
 * Starts a drop, or resumes an interrupted drop that was opened. AHA_EVENT_DROP_ASSET_WANTED asks
 * for each file; the host may answer earlier.
 * @param out_job  Ends with the drop. Cancelling it cancels the drop, and deletes its files at the
 *                 destination within ten seconds. If the deletion fails, the job ends with that
 *                 error and the drop stays AHA_DROP_CLEANING. The stage is "decoding" while the
 *                 drop only waits for the drawing of the sound. Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (already started; done; another process sends it; it is committed, and
 * the answer for an open asset was refused), AHA_ERROR_NOT_SIGNED_IN, errors of the piece
 * (AHA_ERROR_PIECE_…, when it is committed), and, if it failed before this start, that error:
 * AHA_ERROR_UNSUPPORTED, AHA_ERROR_LIMIT, or the host's error. The job's: errors of requests and
 * files, AHA_ERROR_DAMAGED (a file changed meanwhile), AHA_ERROR_ATTACHMENT (too large),
 * AHA_ERROR_DISK_FULL (no space at the destination), AHA_ERROR_ACCESS. Thread: [blocking]. Since:
 * 0.7.
 */
AHA_API aha_result aha_drop_start(aha_drop *drop, AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Sends a drop in one call: answers with the mix stem, declines all other open assets, commits, and
 * starts.
 * @param mix_path  The mix stem's file, which must not change until the drop is done. Borrowed for
 *                  the call. NULL: the mix stem was already answered.
 * @param out_job   As of aha_drop_start. Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (already started; the answer for another asset was refused, and the asset
 * is open), AHA_ERROR_INVALID_ARGUMENT (no mix stem), errors of the piece, of aha_drop_answer_file
 * and of aha_drop_start; after an error of the last, aha_drop_start tries again. The job's: as of
 * aha_drop_start. Thread: [blocking]. Since: 0.9.
 */
AHA_API aha_result aha_drop_send(aha_drop *drop, AHA_NULLABLE const char *mix_path,
                                 AHA_NULLABLE AHA_OWNED aha_job **out_job);

/** An answer for an asset: a file, bytes, a stream, none, or an error. Since: 1.0. */
typedef struct aha_answer {
  size_t struct_size;
  /** A file, which must not change until the drop is done. */
  const char *path;
  /** With a path: the job that writes the file, such as a bounce. If the job fails, or its file is
   *  refused, the drop fails as after an error. NULL: the file is finished. */
  aha_job *job;
  /** Read to its end before the call returns. */
  aha_stream *stream;
  /** Copied to a file in the journal. */
  const void *bytes;
  size_t size;
  /** Media type, or another name of aha_format_copy_media_type; NULL: from the name of the file,
   *  and for a cover from its content. */
  const char *type;
  /** The asset could not be made: the drop fails with this line and AHA_ERROR_IO, its place at the
   *  destination is deleted, and it leaves the journal. An interrupted drop that was opened starts
   *  for that. */
  const char *error;
  /** True: the drop has no such asset. A mix stem is required. */
  AHA_FLAG uint32_t is_declined;
  /** Zero. */
  uint32_t reserved;
} aha_answer AHA_OPTIONS;

/** An answer that is all NULL, with struct_size set. */
static inline aha_answer aha_answer_init(void) {
  aha_answer answer = {sizeof(aha_answer), NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 0};
  return answer;
}

/**
 * Answers for an asset. A refused answer leaves its asset open: the host must answer again, and
 * until then aha_drop_commit is refused. After the commit, a refused answer ends a running drop
 * with its error.
 * @param answer  One of path, stream, bytes, error and is_declined is set.
 * Errors: AHA_ERROR_STATE (already answered, or too late), AHA_ERROR_INVALID_ARGUMENT (also none or
 * two of these fields; a declined mix stem: the drop fails, as after an error),
 * AHA_ERROR_UNSUPPORTED (the destination does not accept the mix stem's type), AHA_ERROR_LIMIT (too
 * large for the destination), AHA_ERROR_ATTACHMENT, AHA_ERROR_DISK_FULL, errors of files, streams
 * and pictures; of a mix stem and a preview AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_EMPTY,
 * AHA_ERROR_DAMAGED (not a sound: libaha neither decodes it nor recognizes its header, as it does
 * for AAC, MP4, AMR and WMA by their types); for an error of an interrupted drop
 * AHA_ERROR_NOT_FOUND (its destination). Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_drop_answer(aha_drop *drop, aha_asset asset, const aha_answer *answer);

/** Answers with a file: see aha_answer. Errors: as aha_drop_answer. Thread: [blocking].
 *  Since: 0.7. */
static inline AHA_CPP(answer) aha_result aha_drop_answer_file(
    aha_drop *drop, aha_asset asset, const char *path, AHA_NULLABLE const char *type) {
  aha_answer answer = aha_answer_init();
  answer.path = path;
  answer.type = type;
  return aha_drop_answer(drop, asset, &answer);
}

/** Answers with bytes: see aha_answer. Errors: as aha_drop_answer. Thread: [blocking].
 *  Since: 0.7. */
static inline AHA_CPP(answer) aha_result aha_drop_answer_bytes(
    aha_drop *drop, aha_asset asset, AHA_LIST(size) const void *bytes, size_t size,
    AHA_NULLABLE const char *type) {
  aha_answer answer = aha_answer_init();
  answer.bytes = bytes;
  answer.size = size;
  answer.type = type;
  return aha_drop_answer(drop, asset, &answer);
}

/** Answers with a stream: see aha_answer. Errors: as aha_drop_answer. Thread: [blocking].
 *  Since: 0.7. */
static inline AHA_CPP(answer) aha_result aha_drop_answer_stream(
    aha_drop *drop, aha_asset asset, aha_stream *stream, AHA_NULLABLE const char *type) {
  aha_answer answer = aha_answer_init();
  aha_result result;
  answer.stream = stream;
  answer.type = type;
  result = aha_drop_answer(drop, asset, &answer);
  if (stream != NULL || result != AHA_ERROR_INVALID_ARGUMENT) return result;
  return aha_retain_as(stream, AHA_KIND_STREAM); /* the error of NULL */
}

/** Answers with the file that a job writes: see aha_answer. Errors: as aha_drop_answer.
 *  Thread: [blocking]. Since: 0.7. */
static inline AHA_CPP(answer) aha_result aha_drop_answer_job(
    aha_drop *drop, aha_asset asset, aha_job *job, const char *path,
    AHA_NULLABLE const char *type) {
  aha_answer answer = aha_answer_init();
  aha_result result;
  answer.job = job;
  answer.path = job == NULL ? NULL : path;
  answer.type = type;
  result = aha_drop_answer(drop, asset, &answer);
  if (job != NULL || result != AHA_ERROR_INVALID_ARGUMENT) return result;
  return aha_retain_as(job, AHA_KIND_JOB); /* the error of NULL */
}

/** Answers with no asset: see aha_answer. Errors: as aha_drop_answer. Thread: [blocking].
 *  Since: 0.7. */
static inline aha_result aha_drop_answer_none(aha_drop *drop, aha_asset asset) {
  aha_answer answer = aha_answer_init();
  answer.is_declined = 1;
  return aha_drop_answer(drop, asset, &answer);
}

/** Answers with an error: see aha_answer. Errors: as aha_drop_answer. Thread: [blocking].
 *  Since: 0.7. */
static inline aha_result aha_drop_answer_error(aha_drop *drop, aha_asset asset, const char *line) {
  aha_answer answer = aha_answer_init();
  answer.error = line;
  return aha_drop_answer(drop, asset, &answer);
}

/**
 * Replaces the piece while the drop is edited.
 * @param piece  Copied: title, description, listed flag and the rest replace the previous values.
 * Errors: AHA_ERROR_STATE (committed), handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_drop_set_piece(aha_drop *drop, aha_piece *piece);

/**
 * Replaces the cover's file while the drop is edited.
 * Errors: AHA_ERROR_STATE (committed), errors of files and pictures. Thread: [blocking]. Since:
 * 0.7.
 */
AHA_API aha_result aha_drop_set_cover(aha_drop *drop, const char *path);

/**
 * Ends editing: the drop is published when all files are uploaded.
 * Errors: AHA_ERROR_STATE (already committed; ended; the answer for an asset was refused and the
 * asset is open, which the line names: a running drop then ends with the error of that answer, and
 * can be started again), errors of the piece. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_commit(aha_drop *drop);

/** Progress of a drop. */
typedef struct aha_drop_progress {
  size_t struct_size;
  /** AHA_DROP_… */
  aha_drop_stage_code stage;
  /** The result; AHA_PENDING before the end. */
  aha_result result;
  /** Bytes of all known files: confirmed by the destination, or in flight. */
  int64_t bytes_done;
  int64_t bytes_total;
  /** Bytes sent more than once: by retries, and after interrupted uploads. After a crash of the
   *  process, a chunk in flight to S3 or Nextcloud that did not arrive counts completely; to other
   *  destinations, the bytes sent in the last 0.2 seconds may be missing. */
  int64_t bytes_repeated;
  /** AHA_ASSET_…: the first file that a committed drop waits for its host to answer; 0: none.
   *  Since: 0.10. */
  aha_asset waits_for;
  /** Time left for that answer in milliseconds; 0 without one. Since: 0.10. */
  uint32_t answer_left_ms;
} aha_drop_progress;

/** A progress structure with struct_size set. */
static inline aha_drop_progress aha_drop_progress_init(void) {
  aha_drop_progress progress = {sizeof(aha_drop_progress), 0, 0, 0, 0, 0, 0, 0};
  return progress;
}

/**
 * Reads the progress of the drop.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_drop_get_progress(aha_drop *drop, aha_drop_progress *progress);

/** Texts of a drop. */
typedef uint32_t aha_drop_text;

enum {
  /** Its name in the journal: 32 hexadecimal digits. */
  AHA_DROP_ID = 0,
  /** The piece's title. */
  AHA_DROP_TITLE = 1,
  /** The destination's name. */
  AHA_DROP_DESTINATION AHA_PYTHON(destination_name) = 2,
  /** The destination's kind, as in "webdav". */
  AHA_DROP_KIND = 3,
  /** The destination's address. */
  AHA_DROP_ADDRESS = 4,
  /** The URL to open: a page, a post, a shared link, a presigned link of a private bucket, or a
   *  file: URL; "" before the drop is done, or without one. */
  AHA_DROP_URL = 5,
  /** The id at the destination; "" before the drop is done. */
  AHA_DROP_REMOTE_ID = 6,
  /** SHA-256 of the mix stem, as 64 hexadecimal digits; "" before it was sent. */
  AHA_DROP_SHA256 = 7,
  /** The error of a failed or interrupted drop; "" for others. */
  AHA_DROP_ERROR = 8,
  /** SHA-256 of the preview; "" if the drop has none. */
  AHA_DROP_PREVIEW_SHA256 = 9,
  /** SHA-256 of the cover; "" if the drop has none. */
  AHA_DROP_COVER_SHA256 = 10,
  /** SHA-256 of the attachment; "" if the drop has none. */
  AHA_DROP_ATTACHMENT_SHA256 = 11,
  /** The end of the URL's life, as in "2026-11-22T05:49:43Z", for a presigned link to a private
   *  bucket; "": the URL stays. Since: 0.10. */
  AHA_DROP_URL_EXPIRES = 12,
  /** As AHA_EVENT_DROP_WARNING, until the drop is released; "" without one. Since: 0.10. */
  AHA_DROP_WARNING = 13
};

/** Copies a text. Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors.
 *  Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_drop_copy_text(aha_drop *drop, aha_drop_text text,
                                      AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                      size_t *out_length);

/** The host's own pointer from the options. Errors: NULL for a bad handle. Thread: [any]. Since:
 *  0.7. */
AHA_API void *aha_drop_context(aha_drop *drop);

/**
 * The number of drops of the client's application in the journal of its state folder: those of any
 * stage, until they are discarded. Drops of another application_id are neither counted nor opened.
 * 0 also after an error: aha_last_error says why, and aha_drop_copy_id returns it.
 * Errors: 0 for a bad handle, after errors of the journal's file. Thread: [blocking]. Since: 0.7.
 */
AHA_API uint32_t aha_drop_count(aha_client *client);

/** Copies the id of one of these drops, the newest first. Errors: AHA_ERROR_INVALID_ARGUMENT (no
 *  such index), AHA_ERROR_BUFFER_TOO_SMALL, errors of the journal's file. Thread: [blocking].
 *  Since: 0.7. */
AHA_API aha_result aha_drop_copy_id(aha_client *client, uint32_t index,
                                    AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                    size_t *out_length);

/**
 * Opens a drop of the client's application: to read it, to resume it after an interruption, or to
 * cancel or forget it.
 * @param id        An id as in AHA_DROP_ID, or a unique prefix of it. Since 0.10 also
 *                  AHA_DROP_URL or AHA_DROP_REMOTE_ID; of several drops that have it, the newest.
 * @param out_drop  Owned by the caller. Its destination is the client's one with the same kind and
 *                  address; without it, starting the drop returns AHA_ERROR_NOT_FOUND. Functions
 *                  that change the drop return AHA_ERROR_STATE while another process sends it, and
 *                  after another process has changed it; then open it again.
 * Errors: AHA_ERROR_NOT_FOUND (also for a drop of another application), AHA_ERROR_INVALID_ARGUMENT
 * (the prefix is not unique), errors of the journal's file. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_open(aha_client *client, const char *id, AHA_OWNED aha_drop **out_drop)
                                 AHA_PYTHON(open);

/**
 * Starts a job that ends an interrupted drop and deletes its files at the destination, also those
 * that an earlier try could not delete. Takes at most one minute.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (running: cancel its job; or done), AHA_ERROR_NOT_FOUND (its
 * destination). The job's: errors of requests; the drop is AHA_DROP_CLEANING then. Thread:
 * [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_discard(aha_drop *drop, AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Starts a job that makes a new link for a finished drop whose link expires, such as a presigned
 * one of S3: its page and manifest are written again. The files of the drop are not sent again.
 * AHA_DROP_URL and AHA_DROP_URL_EXPIRES are then those of the new link; earlier links stay valid
 * until they expire. If it fails, the drop stays AHA_DROP_DONE with its former link.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (not done; running; or its link does not expire), AHA_ERROR_NOT_FOUND
 * (its destination). The job's: errors of requests. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_drop_renew(aha_drop *drop, AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Removes a drop that is not running from the journal; its files at the destination stay.
 * Errors: AHA_ERROR_STATE (running), errors of the journal's file. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_drop_forget(aha_drop *drop);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
static inline aha_result aha_drop_retain(aha_drop *drop) {
  return aha_retain_as(drop, AHA_KIND_DROP);
}

/**
 * Releases one reference. A running drop continues. If an asset is open at the last release, and
 * its answer was refused or is refused later, the drop ends with the error of that answer.
 * Errors: handle errors. Thread: [any]. Since: 0.7.
 */
static inline aha_result aha_drop_release(aha_drop *drop) {
  return aha_release_as(drop, AHA_KIND_DROP);
}

AHA_END_DECLARATIONS

#endif /* AHA_DROP_H */
