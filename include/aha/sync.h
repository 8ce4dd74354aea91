/* aha/sync.h: a library is brought up to date by what is elsewhere: remote catalogues. */
#ifndef AHA_SYNC_H
#define AHA_SYNC_H

#include "scan.h"

AHA_BEGIN_DECLARATIONS

/** How a remote catalogue is taken. */
typedef struct aha_sync_options {
  size_t struct_size;
  /** Items at most; 0: 1 000 000. A sync ends with AHA_ERROR_LIMIT where there are more. */
  int64_t max_items;
  /**
   * Non-zero: all is asked for, whatever is known from before; and where nothing is any more, all
   * items are gone. Else nothing is removed then, for a disk that is not mounted looks so: the
   * report has a line on it.
   */
  uint32_t is_whole;
  /** Zero. */
  uint32_t reserved;
} aha_sync_options;

/** Options with all defaults. */
static inline aha_sync_options aha_sync_options_init(void) {
  aha_sync_options options = {sizeof(aha_sync_options), 0, 0, 0};
  return options;
}

/**
 * Starts a job that brings a library to what is at a destination: the drops in a folder, a WebDAV
 * collection, an S3 prefix or a Dropbox folder, or the tracks of a SoundCloud account. Only what
 * has changed since the last time is asked for. What was taken until the job is cancelled or the
 * process ends stays, and the next sync goes on there. What is gone there becomes
 * AHA_ITEM_MISSING, or leaves the library when nothing was done with it; what was changed here as
 * well stays as it is here, and the report has a line on it. The job counts items as frames; its
 * end is an event of the client.
 * @param options     NULL: default.
 * @param out_report  Owned by the caller; may be NULL.
 * @param out_job     Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_UNSUPPORTED (nothing can be listed there), AHA_ERROR_INVALID_ARGUMENT, handle
 * errors; the job's: errors of requests, AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_LIMIT,
 * AHA_ERROR_CANCELLED, errors of the library's file. Thread: [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_sync(aha_library *library, aha_destination *destination,
                                    const aha_sync_options *options, aha_report **out_report,
                                    aha_job **out_job);

/**
 * Starts a job that brings a library to what a feed has: JSON Feed 1.1 with attachments that are
 * sounds. The rest is as in aha_library_sync.
 * @param url         http or https. Borrowed for the call.
 * @param options     NULL: default.
 * @param out_report  Owned by the caller; may be NULL.
 * @param out_job     Owned by the caller; may be NULL.
 * Errors: as aha_library_sync; the job's: AHA_ERROR_UNKNOWN_FORMAT (no feed). Thread: [blocking].
 * Since: 0.8.
 */
AHA_API aha_result aha_library_sync_feed(aha_library *library, aha_client *client, const char *url,
                                         const aha_sync_options *options, aha_report **out_report,
                                         aha_job **out_job);

/**
 * Starts a job that brings the sound of an AHA_ITEM_DOWNLOADABLE item into a file. The file is what
 * it was until all of it is there, and is compared with its hash where that is known; what breaks
 * off goes on there the next time, where the other side can. Then the file is an item of its own,
 * with all that is known of the remote one, AHA_ORIGIN_REMOTE and the same hash, which a list can
 * be asked for: aha_library_find gives it by its path. The job counts bytes; its end is an event of
 * the client.
 * @param destination  Whose account, password or key is used: the one that the item came from, of
 *                     the same client. NULL: none, for items of feeds and what everybody may have.
 * @param path         A file. Borrowed for the call.
 * @param out_job      Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (no such item, or none of that destination), AHA_ERROR_STATE (it is
 * not downloadable), AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, handle errors; the job's:
 * errors of requests, AHA_ERROR_VERIFY (not what was told), AHA_ERROR_REFUSED, AHA_ERROR_NOT_FOUND,
 * AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_CANCELLED, errors of files and of the library's file. Thread:
 * [blocking]. Since: 0.8.
 */
AHA_API aha_result aha_library_fetch(aha_library *library, aha_client *client,
                                     aha_destination *destination, int64_t number,
                                     const char *path, aha_job **out_job);

AHA_END_DECLARATIONS

#endif /* AHA_SYNC_H */
