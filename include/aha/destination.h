/* aha/destination.h: places where drops go: folders, WebDAV, S3, Dropbox, SoundCloud, Allihoopa,
 * and the host's own. */
#ifndef AHA_DESTINATION_H
#define AHA_DESTINATION_H

#include "account.h"

AHA_BEGIN_DECLARATIONS

/** A place where drops go. It belongs to a client. */
typedef struct aha_destination aha_destination;

/** What speaks to it. */
typedef uint32_t aha_destination_kind;

enum {
  /** A folder of this machine: no account, no network. */
  AHA_DESTINATION_FOLDER = 1,
  /** A collection of a WebDAV server (RFC 4918); Nextcloud's and ownCloud's in chunks. */
  AHA_DESTINATION_WEBDAV = 2,
  /** A bucket of Amazon S3 or of what speaks as it does. */
  AHA_DESTINATION_S3 = 3,
  AHA_DESTINATION_DROPBOX = 4,
  AHA_DESTINATION_SOUNDCLOUD = 5,
  /** A server of the Allihoopa protocol. */
  AHA_DESTINATION_ALLIHOOPA = 6,
  /** The functions of aha_destination_callbacks. */
  AHA_DESTINATION_HOST = 7
};

/** Which place it is. Texts are copied; those that are not needed may be NULL. */
typedef struct aha_destination_options {
  size_t struct_size;
  /** What the host calls it, up to 100 bytes; NULL: its address. Another of a name takes its place
   *  in the client's list. */
  const char *name;
  /** Folder: its path, or a file: URL; required. WebDAV: the collection's URL; required. S3: the
   *  endpoint; NULL: Amazon's in that region. Dropbox: the API's URL; others: what the account's
   *  provider has, or NULL. */
  const char *url;
  /** Who sends: for Dropbox, SoundCloud and Allihoopa; WebDAV with a token. */
  aha_account *account;
  /** WebDAV: the user; S3: the access key's id. */
  const char *user;
  /** WebDAV: the password; S3: the secret access key. Kept in memory only, and wiped. */
  const char *password;
  /** A file whose first line is the password. */
  const char *password_file;
  /** S3, with temporary keys. */
  const char *session_token;
  /** S3; NULL: "us-east-1". */
  const char *region;
  /** S3: required. */
  const char *bucket;
  /** A folder, or the beginning of keys, that all drops go below. */
  const char *prefix;
  /** What is before a drop's folder in the URLs that people open; NULL: as url has it. */
  const char *public_url;
  /** Dropbox: the URL that content goes to; NULL: beside url. */
  const char *content_url;
  /** SoundCloud: as in "cc-by" and "all-rights-reserved"; NULL: as the account has it. */
  const char *license;
  /** SoundCloud; NULL: none. */
  const char *genre;
  /** SoundCloud: with commas between them, besides the key and the tempo; NULL: none. */
  const char *tags;
  /** S3: a canned ACL, as in "public-read"; drops have a URL with that. NULL: as the bucket has
   *  it. */
  const char *acl;
  /** Bytes sent at a time; 0: the destination's own choice, about 8 MiB. */
  uint64_t chunk_bytes;
  /** S3, non-zero: BUCKET.HOST/KEY in place of HOST/BUCKET/KEY. */
  uint32_t uses_virtual_host;
  /** WebDAV: AHA_WEBDAV_… */
  uint32_t webdav;
  /** Milliseconds between questions whether a service has finished; 0: 3000. */
  uint32_t poll_ms;
  /** SoundCloud, non-zero: who listens may download the sound. */
  uint32_t is_downloadable;
} aha_destination_options;

/** How a WebDAV server takes large files. */
enum {
  /** In chunks where the URL has "/remote.php/dav/files/". */
  AHA_WEBDAV_AUTO = 0,
  AHA_WEBDAV_PLAIN = 1,
  AHA_WEBDAV_NEXTCLOUD = 2
};

/** Options with all defaults. */
static inline aha_destination_options aha_destination_options_init(void) {
  aha_destination_options options = {sizeof(aha_destination_options), NULL, NULL, NULL, NULL, NULL,
                                     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                     NULL, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Makes a destination, and puts it into the client's list. Nothing is asked of it yet.
 * @param options          Copied.
 * @param out_destination  Owned by the caller; the list has an owner of its own.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (what it needs is missing, a URL that is none, secrets without
 * https but at this machine, a license or an ACL that is not known), AHA_ERROR_NOT_FOUND (the
 * password's file). What a folder is in may come later: aha_destination_get_info says whether it is
 * there.
 * Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_destination_create(aha_client *client, aha_destination_kind kind,
                                          const aha_destination_options *options,
                                          aha_destination **out_destination);

/**
 * The functions of a host's own destination.
 * Called on threads of libaha's, one at a time for one drop. Each answers 0, or an AHA_ERROR_… ;
 * AHA_ERROR_NETWORK and AHA_ERROR_TIMEOUT mean that it may be tried again later. Inside them
 * [blocking] calls answer AHA_ERROR_REENTRANT.
 */
typedef struct aha_destination_callbacks {
  size_t struct_size;
  /** Begins an upload, or goes on with it: sets the bytes that are there already. Required.
   *  drop: its id; name: the file's; type: its media type; size: its bytes. */
  aha_result (*begin)(void *user_data, const char *drop, const char *name, const char *type,
                      int64_t size, int64_t *out_done);
  /** Takes bytes at an offset. Required. */
  aha_result (*send)(void *user_data, const char *drop, const char *name, const void *bytes,
                     size_t size, int64_t offset);
  /** All is there: makes of it what people see. manifest: the piece and its files, as piece.json
   *  has them. Copies a URL with NUL into url. Required; called again after a failure. */
  aha_result (*create)(void *user_data, const char *drop, const char *manifest, char *url,
                       size_t capacity);
  /** Takes away what a cancelled drop has left; may be NULL. */
  aha_result (*discard)(void *user_data, const char *drop);
} aha_destination_callbacks;

/** Callbacks that are all NULL, with struct_size set. */
static inline aha_destination_callbacks aha_destination_callbacks_init(void) {
  aha_destination_callbacks callbacks = {sizeof(aha_destination_callbacks), NULL, NULL, NULL, NULL};
  return callbacks;
}

/**
 * Makes a destination of the host's own functions.
 * @param name       Up to 100 bytes; required.
 * @param callbacks  Copied.
 * @param user_data  Handed to each function.
 * @param destroy    Called with user_data when nothing uses it any more, or when this call fails;
 *                   may be NULL.
 * @param out_destination  Owned by the caller; the list has an owner of its own.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_destination_create_host(aha_client *client, const char *name,
                                               const aha_destination_callbacks *callbacks,
                                               void *user_data, aha_destroy_fn destroy,
                                               aha_destination **out_destination);

/** What a destination can do. */
typedef struct aha_destination_info {
  size_t struct_size;
  aha_destination_kind kind;
  /** Non-zero: uploads go on where they broke off, also in another process. */
  uint32_t is_resumable;
  /** Non-zero: a drop has a URL that others can open. */
  uint32_t has_public_link;
  /** Non-zero: it leaves a page and a manifest beside the sound. */
  uint32_t has_page;
  /** Bytes of a file at most; 0: no limit that is known. */
  uint64_t max_bytes;
  /** AHA_OK, or why nothing can be sent now. */
  aha_result ready;
  uint32_t reserved;
} aha_destination_info;

/** An info structure with struct_size set. */
static inline aha_destination_info aha_destination_info_init(void) {
  aha_destination_info info = {sizeof(aha_destination_info), 0, 0, 0, 0, 0, 0, 0};
  return info;
}

/** Tells what it can do and whether it is ready, without the network; the last error says why not.
 *  Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [blocking]. Since: 0.7. */
AHA_API aha_result aha_destination_get_info(aha_destination *destination,
                                            aha_destination_info *info);

/**
 * Starts a job that asks the service whether a drop would be taken, and who is signed in; nothing
 * of it stays there. AHA_DESTINATION_OWNER and AHA_DESTINATION_APPLICATION are known afterwards.
 * Folder: it can be written. WebDAV: the collection is there, or what it would be made in. S3: the
 * bucket may be listed. Others: the account's token is good; at SoundCloud, upload time is left.
 * Of a host's own nothing is asked.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: handle errors; the job's: AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_ACCESS, AHA_ERROR_NOT_FOUND,
 * AHA_ERROR_REFUSED (as a signature that is wrong), AHA_ERROR_LIMIT, errors of requests.
 * Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_destination_check(aha_destination *destination, aha_job **out_job);

/** Texts of a destination. */
typedef uint32_t aha_destination_text;

enum {
  AHA_DESTINATION_NAME = 0,
  /** Where it is, without secrets. */
  AHA_DESTINATION_ADDRESS = 1,
  /** Media types of sounds that it takes, separated by spaces; "" for any. */
  AHA_DESTINATION_TYPES = 2,
  /** Who is signed in, as the last aha_destination_check was told: the name at the service, or
   *  WebDAV's user; "" before, and where nobody is. */
  AHA_DESTINATION_OWNER = 3,
  /** What the service calls the application, likewise: Allihoopa; "" elsewhere. */
  AHA_DESTINATION_APPLICATION = 4
};

/** Copies a text. Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors.
 *  Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_destination_copy_text(aha_destination *destination,
                                             aha_destination_text text, char *buffer,
                                             size_t capacity, size_t *out_length);

/** How many destinations the client has. Errors: handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_client_get_destination_count(aha_client *client, uint32_t *out_count);

/**
 * Returns a destination of the client's list, in the order they were made.
 * @param out_destination  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no such index), handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_client_get_destination(aha_client *client, uint32_t index,
                                              aha_destination **out_destination);

/** Takes a destination from its client's list; drops that use it go on. Errors: handle errors.
 *  Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_destination_remove(aha_destination *destination);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_destination_retain(aha_destination *destination);

/** Releases one reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_destination_release(aha_destination *destination);

AHA_END_DECLARATIONS

#endif /* AHA_DESTINATION_H */
