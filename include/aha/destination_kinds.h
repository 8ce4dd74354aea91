/* aha/destination_kinds.h: kinds of destinations: folder, WebDAV, S3, Dropbox, SoundCloud,
 * Allihoopa. Each has options and a function that creates it, without contacting the service. */
#ifndef AHA_DESTINATION_KINDS_H
#define AHA_DESTINATION_KINDS_H

#include "account.h"
#include "piece.h"

AHA_BEGIN_DECLARATIONS

/** A destination of drops. It belongs to a client. */
typedef struct aha_destination aha_destination AHA_PARENT(aha_client) AHA_HOSTED;

/** Options of a local folder. Texts are copied. */
typedef struct aha_folder_options {
  size_t struct_size;
  /** Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
   *  client's list. */
  const char *name;
  /** Public URL in front of the drops' folders; NULL: not public. */
  const char *public_url;
  /** Bytes per chunk; 0: 8 MiB. */
  uint64_t chunk_bytes;
  /** A JSON file that describes a podcast, whose episodes the drops are; see docs/destinations.md.
   *  feed.xml is written in the folder of the drops, which needs a public URL. NULL: a feed without
   *  a description. Since: 1.0. */
  const char *feed;
} aha_folder_options;

/** Options with all defaults. */
static inline aha_folder_options aha_folder_options_init(void) {
  aha_folder_options options = {sizeof(aha_folder_options), NULL, NULL, 0, NULL};
  return options;
}

/**
 * Creates a local folder destination, and adds it to the client's list.
 * @param path  A path, or a file: URL. The first drop creates the folder, but not its parent.
 * @param options  May be NULL. Copied.
 * @param out_destination  Owned by the caller; the list holds its own reference.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no path of a folder, an invalid public URL), AHA_ERROR_ACCESS
 * (a symbolic link that another user may have created).
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_create_folder(aha_client *client, const char *path,
                                                 AHA_NULLABLE const aha_folder_options *options,
                                                 AHA_OWNED aha_destination **out_destination)
                                                 AHA_PYTHON(folder);

/** How large files are uploaded to a WebDAV server. */
enum {
  /** In chunks if the URL contains "/remote.php/dav/files/". */
  AHA_WEBDAV_AUTO = 0,
  AHA_WEBDAV_PLAIN = 1,
  AHA_WEBDAV_NEXTCLOUD = 2
} AHA_PYTHON(WebDAVStyle);

/** Options of a WebDAV collection. Texts are copied. */
typedef struct aha_webdav_options {
  size_t struct_size;
  /** Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
   *  client's list. */
  const char *name;
  /** Account whose token requests carry, in place of user and password. */
  aha_account *account;
  /** The user; NULL: requests carry no password. */
  AHA_POSITION const char *user;
  /** Held in memory only, and wiped. */
  AHA_POSITION const char *password;
  /** A file whose first line is the password. */
  const char *password_file;
  /** Folder of all drops, below the collection. */
  const char *prefix;
  /** Public URL in front of the drops' folders, the prefix included; NULL: not public. */
  const char *public_url;
  /** Bytes per chunk; 0: 8 MiB. */
  uint64_t chunk_bytes;
  /** How large files are uploaded, AHA_WEBDAV_… */
  AHA_CLASS(WebDAVStyle) AHA_PYTHON(webdav) uint32_t style;
  uint32_t reserved;
  /** A JSON file that describes a podcast, whose episodes the drops are; see docs/destinations.md.
   *  feed.xml is written in the folder of the drops, which needs a public URL. NULL: no feed.
   *  Since: 1.0. */
  const char *feed;
} aha_webdav_options;

/** Options with all defaults. */
static inline aha_webdav_options aha_webdav_options_init(void) {
  aha_webdav_options options = {sizeof(aha_webdav_options), NULL, NULL, NULL, NULL, NULL, NULL,
                                NULL, 0, 0, 0, NULL};
  return options;
}

/**
 * Creates a destination for a collection of a WebDAV server, and adds it to the client's list.
 * @param url  The collection's URL. Missing folders are created.
 * @param options  May be NULL. Copied.
 * @param out_destination  Owned by the caller; the list holds its own reference.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (an invalid URL, a user without a password, a password without
 * https to another machine), AHA_ERROR_NOT_FOUND (the password's file).
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_create_webdav(aha_client *client, const char *url,
                                                 AHA_NULLABLE const aha_webdav_options *options,
                                                 AHA_OWNED aha_destination **out_destination)
                                                 AHA_PYTHON(webdav);

/** Options of a bucket. Texts are copied. */
typedef struct aha_s3_options {
  size_t struct_size;
  /** Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
   *  client's list. */
  const char *name;
  /** URL of the service, with a path if the service has one; NULL: Amazon's in the region. */
  const char *endpoint;
  /** NULL: "us-east-1". If the service names another region in its first refusal, libaha uses that
   *  one, at Amazon with its host. */
  const char *region;
  /** The access key's id; required, unless there is a profile. */
  AHA_POSITION const char *key_id;
  /** The secret access key; required, unless there is a file or a profile. Held in memory only, and
   *  wiped. */
  AHA_POSITION const char *secret;
  /** A file whose first line is the secret access key. */
  AHA_PYTHON(password_file) const char *secret_file;
  /** Of temporary keys; else NULL. */
  const char *session_token;
  /** Prefix of all keys. */
  const char *prefix;
  /** Public URL in front of the drops' folders, the prefix included; NULL: the bucket's own URL if
   *  the ACL is public, else a presigned link that lasts 7 days. */
  const char *public_url;
  /** A canned ACL, as in "public-read", which gives drops a URL. NULL: the bucket's default. */
  const char *acl;
  /** Bytes per chunk; 0: 8 MiB. */
  uint64_t chunk_bytes;
  /** True: BUCKET.HOST/KEY in place of HOST/BUCKET/KEY. */
  AHA_PYTHON(virtual_host) AHA_FLAG uint32_t use_virtual_host;
  uint32_t reserved;
  /** A JSON file that describes a podcast, whose episodes the drops are; see docs/destinations.md.
   *  feed.xml is written in the folder of the drops, which needs a public URL. NULL: no feed.
   *  Since: 1.0. */
  const char *feed;
  /** Class of storage, as in "STANDARD_IA"; NULL: the bucket's default. Since: 1.0. */
  const char *storage_class;
  /** Server-side encryption: "AES256", "aws:kms" or "aws:kms:dsse"; NULL: the bucket's default.
   *  Since: 1.0. */
  const char *encryption;
  /** The id of the key for "aws:kms"; NULL: the service's own. Since: 1.0. */
  const char *kms_key_id;
  /** A profile of ~/.aws/credentials and ~/.aws/config, or of the files in
   *  AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE: its keys, region and endpoint replace missing
   *  ones. NULL: those files are not read. Since: 1.0. */
  const char *profile;
  /** "sha256" or "crc64nvme": every object has this checksum, which the service checks and keeps,
   *  as buckets with an object lock need. NULL: none. Since: 1.0. */
  const char *checksum;
} aha_s3_options;

/** Options with all defaults. */
static inline aha_s3_options aha_s3_options_init(void) {
  aha_s3_options options = {sizeof(aha_s3_options), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                            NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL};
  return options;
}

/**
 * Creates a destination for a bucket of Amazon S3 or of a compatible service, and adds it to the
 * client's list.
 * @param bucket  The bucket's name.
 * @param options  May be NULL. Copied.
 * @param out_destination  Owned by the caller; the list holds its own reference.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no key, an invalid URL or ACL, a session token without https
 * to another machine), AHA_ERROR_NOT_FOUND (the secret's file; the profile),
 * AHA_ERROR_UNSUPPORTED (the profile has no keys).
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_create_s3(aha_client *client, const char *bucket,
                                             AHA_NULLABLE const aha_s3_options *options,
                                             AHA_OWNED aha_destination **out_destination)
                                             AHA_PYTHON(s3);

/** Options of a Dropbox. Texts are copied. */
typedef struct aha_dropbox_options {
  size_t struct_size;
  /** Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
   *  client's list. */
  const char *name;
  /** The API's URL; NULL: the provider's. */
  const char *url;
  /** URL for content; NULL: derived from url. */
  const char *content_url;
  /** Folder of all drops, as in "/Music". */
  const char *prefix;
  /** Bytes per chunk; 0: 8 MiB. */
  uint64_t chunk_bytes;
} aha_dropbox_options;

/** Options with all defaults. */
static inline aha_dropbox_options aha_dropbox_options_init(void) {
  aha_dropbox_options options = {sizeof(aha_dropbox_options), NULL, NULL, NULL, NULL, 0};
  return options;
}

/**
 * Creates a destination for the Dropbox of an account, and adds it to the client's list.
 * @param account  The sender's account.
 * @param options  May be NULL. Copied.
 * @param out_destination  Owned by the caller; the list holds its own reference.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (a URL that is not the provider's, an invalid folder).
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_create_dropbox(AHA_OF(account) aha_client *client,
                                                  aha_account *account,
                                                  AHA_NULLABLE const aha_dropbox_options *options,
                                                  AHA_OWNED aha_destination **out_destination)
                                                  AHA_PYTHON(dropbox);

/** Options of SoundCloud tracks. Texts are copied. */
typedef struct aha_soundcloud_options {
  size_t struct_size;
  /** Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
   *  client's list. */
  const char *name;
  /** The API's URL; NULL: the provider's. */
  const char *url;
  /** As in "cc-by" and "all-rights-reserved"; NULL: the account's default. */
  const char *license;
  const char *genre;
  /** Tags, in addition to the key and the tempo. */
  AHA_WORDS const char *tags;
  /** Interval of polling for the end of SoundCloud's processing; by default 3 seconds. */
  AHA_SECONDS(poll) uint32_t poll_ms;
  /** True: listeners may download the sound. */
  AHA_PYTHON(downloadable) AHA_FLAG uint32_t allow_download;
} aha_soundcloud_options;

/** Options with all defaults. */
static inline aha_soundcloud_options aha_soundcloud_options_init(void) {
  aha_soundcloud_options options = {sizeof(aha_soundcloud_options), NULL, NULL, NULL, NULL, NULL, 0,
                                    0};
  return options;
}

/**
 * Creates a destination for the SoundCloud tracks of an account, and adds it to the client's list.
 * @param account  The sender's account.
 * @param options  May be NULL. Copied.
 * @param out_destination  Owned by the caller; the list holds its own reference.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (a URL that is not the provider's, an unknown license).
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_create_soundcloud(
    AHA_OF(account) aha_client *client, aha_account *account,
    AHA_NULLABLE const aha_soundcloud_options *options, AHA_OWNED aha_destination **out_destination)
    AHA_PYTHON(soundcloud);

/** Options of pieces of the Allihoopa protocol. Texts are copied. */
typedef struct aha_allihoopa_options {
  size_t struct_size;
  /** Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
   *  client's list. */
  const char *name;
  /** The API's URL; NULL: the provider's. */
  const char *url;
} aha_allihoopa_options;

/** Options with all defaults. */
static inline aha_allihoopa_options aha_allihoopa_options_init(void) {
  aha_allihoopa_options options = {sizeof(aha_allihoopa_options), NULL, NULL};
  return options;
}

/**
 * Creates a destination for the pieces of an account at a server of the Allihoopa protocol, and
 * adds it to the client's list.
 * @param account  The sender's account.
 * @param options  May be NULL. Copied.
 * @param out_destination  Owned by the caller; the list holds its own reference.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (a URL that is not the provider's).
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_create_allihoopa(
    AHA_OF(account) aha_client *client, aha_account *account,
    AHA_NULLABLE const aha_allihoopa_options *options, AHA_OWNED aha_destination **out_destination)
    AHA_PYTHON(allihoopa);

AHA_END_DECLARATIONS

#endif /* AHA_DESTINATION_KINDS_H */
