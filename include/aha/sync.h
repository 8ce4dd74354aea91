/* aha/sync.h: syncs: update a library from remote catalogs. */
#ifndef AHA_SYNC_H
#define AHA_SYNC_H

#include "scan.h"

AHA_BEGIN_DECLARATIONS

/** Options of a sync. */
typedef struct aha_sync_options {
  size_t struct_size;
  /** Max items; 0: 1 000 000. A sync with more ends with AHA_ERROR_LIMIT. */
  int64_t max_items;
  /**
   * True: the whole catalog is requested, and an empty catalog removes all items. False: only
   * changes are requested, and an empty catalog removes nothing, because an unmounted disk looks
   * empty; the report has a line on it.
   */
  AHA_FLAG uint32_t whole;
  /** Zero. */
  uint32_t reserved;
  /**
   * True: after the catalog was read, texts that the user has set (aha_library_set_text) are
   * written back to the manifests of the drops. The item follows the source again when the source
   * has them. A text that only one side has changed gets that side's value. Of a text that both
   * have changed, the user's wins: the report has a line on it, and "replaced" in the manifest
   * keeps the other. A drop that cannot be written is a line; its texts stay here for the next
   * sync. Folders, WebDAV and S3; others: AHA_ERROR_UNSUPPORTED. Since: 1.0.
   */
  AHA_FLAG uint32_t send;
  /** Zero. */
  uint32_t reserved_end;
} aha_sync_options;

/** Options with all defaults. */
static inline aha_sync_options aha_sync_options_init(void) {
  aha_sync_options options = {sizeof(aha_sync_options), 0, 0, 0, 0, 0};
  return options;
}

/**
 * Starts a job that updates a library from a destination: the drops in a folder, a WebDAV
 * collection, an S3 prefix or a Dropbox folder, or the tracks of a SoundCloud account. Only changes
 * since the last sync are requested. Items stored before a cancellation or the end of the process
 * are kept, and the next sync resumes there. An item that is gone remotely becomes
 * AHA_ITEM_MISSING, or is removed if it has no history. An item that was changed on both sides
 * keeps the local values, and the report has a line on it; `send` merges texts. The job's progress
 * counts items as frames; an event of the client reports its end.
 * @param options     NULL for the defaults.
 * @param out_report  Owned by the caller; may be NULL.
 * @param out_job     Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_UNSUPPORTED (the destination cannot be listed, or not written with `send`),
 * AHA_ERROR_INVALID_ARGUMENT, handle errors; the job's: errors of requests and, with `send`, of
 * files, AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_LIMIT, AHA_ERROR_CANCELLED, errors of the library's
 * file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_sync_start(aha_library *library, aha_destination *destination,
                                  AHA_NULLABLE const aha_sync_options *options,
                                  AHA_NULLABLE AHA_OWNED aha_report **out_report,
                                  AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CPP(sync);

/**
 * Starts a job that updates a library from a feed: RSS or Atom with enclosures, as of a podcast or
 * of a folder of drops (feed.xml), or JSON Feed 1.1 with sounds as attachments. Otherwise like
 * aha_sync_start.
 * @param url         http or https. Borrowed for the call.
 * @param options     NULL for the defaults.
 * @param out_report  Owned by the caller; may be NULL.
 * @param out_job     Owned by the caller; may be NULL.
 * Errors: as aha_sync_start; the job's: AHA_ERROR_UNKNOWN_FORMAT (not a feed). Thread:
 * [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_sync_start_feed(aha_library *library, aha_client *client, const char *url,
                                       AHA_NULLABLE const aha_sync_options *options,
                                       AHA_NULLABLE AHA_OWNED aha_report **out_report,
                                       AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CPP(sync);

/**
 * Starts a job that downloads the sound of an AHA_ITEM_DOWNLOADABLE item to a file. The file is
 * replaced only when the download is complete, and is verified if its hash is known. An interrupted
 * download resumes the next time, if the server supports it. The file then becomes its own item
 * with the metadata of the remote one, AHA_ORIGIN_REMOTE and the same hash; a query by hash and
 * aha_library_find with its path return it. The job's progress counts bytes; an event of the client
 * reports its end.
 * @param destination  The destination that the item came from, of the same client; its account,
 *                     password or key is used. NULL: none, for items of feeds and public items.
 * @param path         A file. Borrowed for the call.
 * @param out_job      Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (no such item, or an item of another destination), AHA_ERROR_STATE
 * (not downloadable), AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, handle errors; the job's:
 * errors of requests, AHA_ERROR_VERIFY (the content differs from the catalog), AHA_ERROR_REFUSED,
 * AHA_ERROR_NOT_FOUND, AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_CANCELLED, errors of files and of the
 * library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_sync_fetch(aha_library *library, aha_client *client,
                                  AHA_NULLABLE aha_destination *destination, int64_t number,
                                  const char *path, AHA_NULLABLE AHA_OWNED aha_job **out_job)
                                  AHA_CPP(fetch) AHA_CONST;

AHA_END_DECLARATIONS

#endif /* AHA_SYNC_H */
