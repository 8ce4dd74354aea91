/* aha/destination.h: destinations of drops: the host's own, checks, and the client's list. */
#ifndef AHA_DESTINATION_H
#define AHA_DESTINATION_H

#include "destination_kinds.h"

AHA_BEGIN_DECLARATIONS

/**
 * The functions of a host's own destination. libaha calls them on its threads, one at a time per
 * drop. Each returns 0, or an AHA_ERROR_…; after AHA_ERROR_NETWORK and AHA_ERROR_TIMEOUT, libaha
 * may retry later. Inside the functions, [blocking] calls return AHA_ERROR_REENTRANT.
 */
typedef struct aha_destination_callbacks {
  size_t struct_size;
  /** Begins or resumes an upload: sets the number of bytes already stored. Required. drop: its id;
   *  name: the file's; type: its media type; size: its bytes. */
  aha_result (*begin)(void *user_data, const char *drop, const char *name, const char *type,
                      int64_t size, int64_t *out_done);
  /** Stores bytes at an offset. Required. */
  aha_result (*send)(void *user_data, const char *drop, const char *name, const void *bytes,
                     size_t size, int64_t offset);
  /** Publishes the drop after all uploads. manifest: the piece and its files, as in piece.json.
   *  Copies the public URL with NUL into url. Required; called again after a failure. */
  aha_result (*create)(void *user_data, const char *drop, const char *manifest, char *url,
                       size_t capacity);
  /** Deletes the files of a cancelled drop; may be NULL. */
  aha_result (*discard)(void *user_data, const char *drop);
} aha_destination_callbacks;

/** Callbacks that are all NULL, with struct_size set. */
static inline aha_destination_callbacks aha_destination_callbacks_init(void) {
  aha_destination_callbacks callbacks = {sizeof(aha_destination_callbacks), NULL, NULL, NULL, NULL};
  return callbacks;
}

/**
 * Creates a destination from the host's own functions.
 * @param name             Up to 100 bytes; required.
 * @param user_data        Passed to each function.
 * @param destroy          Called with user_data when it is no longer used, or when this call fails;
 *                         may be NULL.
 * @param out_destination  Owned by the caller; the list holds its own reference.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_destination_create_host(
    aha_client *client, const char *name, AHA_COPIED const aha_destination_callbacks *callbacks,
    void *user_data, AHA_NULLABLE aha_destroy_fn destroy,
    AHA_OWNED aha_destination **out_destination);

/** Capabilities and readiness of a destination. */
typedef struct aha_destination_info {
  size_t struct_size;
  aha_destination_kind kind;
  /** True: interrupted uploads can be resumed, also in another process. */
  AHA_FLAG uint32_t is_resumable;
  /** True: a drop has a URL that others can open. */
  AHA_FLAG uint32_t has_public_link;
  /** True: it stores a page and a manifest beside the sound. */
  AHA_FLAG uint32_t has_page;
  /** Max bytes of a file; 0: no known limit. */
  uint64_t max_bytes;
  /** AHA_OK, or the error that prevents sending now. */
  aha_result ready;
  uint32_t reserved;
  /** Bytes that the user may still store, as of the last check; -1: unknown, as for all but WebDAV
   *  servers with a quota. Since: 1.0. */
  int64_t free_bytes;
} aha_destination_info;

/** An info structure with struct_size set. */
static inline aha_destination_info aha_destination_info_init(void) {
  aha_destination_info info = {sizeof(aha_destination_info), 0, 0, 0, 0, 0, 0, 0, -1};
  return info;
}

/**
 * Reads the capabilities and the readiness, without the network; the last error says why it is not
 * ready.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [blocking]. Since: 0.7.
 */
AHA_API aha_result aha_destination_get_info(aha_destination *destination,
                                            aha_destination_info *info);

/**
 * Starts a job that checks with the service whether it would accept a drop, and reads the signed-in
 * user; it leaves no data there. Afterwards AHA_DESTINATION_OWNER, AHA_DESTINATION_APPLICATION and
 * free_bytes are known. The check for a folder: it is writable. WebDAV: the collection or its
 * parent exists. S3: the bucket can be listed. Others: the account's token is valid; for
 * SoundCloud, upload time is left. A host's own destination is not contacted.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: handle errors; the job's: AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_ACCESS, AHA_ERROR_NOT_FOUND,
 * AHA_ERROR_REFUSED (such as a wrong signature), AHA_ERROR_LIMIT, errors of requests. Thread:
 * [any]. Since: 0.7.
 */
AHA_API aha_result aha_destination_check(aha_destination *destination,
                                         AHA_NULLABLE AHA_OWNED aha_job **out_job)
                                         AHA_CPP(check_service) AHA_CONST;

/** Texts of a destination. */
typedef uint32_t aha_destination_text;

enum {
  AHA_DESTINATION_NAME = 0,
  /** The address, without secrets. */
  AHA_DESTINATION_ADDRESS = 1,
  /** Accepted media types of sounds, separated by spaces; "" for any. */
  AHA_DESTINATION_TYPES AHA_C_ONLY = 2,
  /** The signed-in user, as of the last check: the name at the service, or WebDAV's
   *  user; "" before a check, and without a user. */
  AHA_DESTINATION_OWNER = 3,
  /** The application's name at the service, as of the last check: Allihoopa only; "" elsewhere. */
  AHA_DESTINATION_APPLICATION = 4,
  /** The settings as in the user's file of destinations, without secrets: lines of NAME=VALUE; ""
   *  for a host's own destination. */
  AHA_DESTINATION_SETTINGS = 5
};

/** Copies a text. Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors.
 *  Thread: [any]. Since: 0.7. */
AHA_API aha_result aha_destination_copy_text(aha_destination *destination,
                                             aha_destination_text text,
                                             AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                             size_t *out_length);

/**
 * Returns the account that a destination signs in with, such as that of a saved destination: its
 * texts, its sign-in.
 * @param out_account  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (it has no account), AHA_ERROR_STATE (the client has opened the
 * account with other URLs or another client id), the error of an unusable saved destination, handle
 * errors. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_get_account(aha_destination *destination,
                                               AHA_OWNED aha_account **out_account);

/** The number of the client's destinations. Errors: 0 for a bad handle. Thread: [any].
 *  Since: 0.7. */
AHA_API uint32_t aha_destination_count(aha_client *client);

/**
 * Returns a destination of the client's list, in order of creation.
 * @param out_destination  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no such index), handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_destination_at(aha_client *client, uint32_t index,
                                      AHA_OWNED aha_destination **out_destination);

/**
 * Returns the destination of a name in the client's list.
 * @param name  As of its creation, or of aha_destination_load_saved.
 * @param out_destination  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any].
 * Since: 0.10.
 */
AHA_API aha_result aha_destination_find(aha_client *client, const char *name,
                                        AHA_OWNED aha_destination **out_destination);

/**
 * Adds the user's saved destinations to the client's list, each in place of the one of its name:
 * those of "aha destinations add" and aha_destination_save, in the file
 * $XDG_CONFIG_HOME/aha/destinations.json. A destination whose settings or secret cannot be used is
 * added too; aha_destination_get_info and its drops report the reason.
 * @param out_count  The count of saved destinations; 0 without the file. May be NULL.
 * Errors: AHA_ERROR_DAMAGED (not such a file, or a name is invalid or not unique), AHA_ERROR_ACCESS
 * (also if other users may write the file), handle errors, errors of files; nothing is added then.
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_load_saved(aha_client *client, AHA_NULLABLE uint32_t *out_count)
                                              AHA_PYTHON(load_destinations);

/**
 * Saves a destination under its name in the user's file of destinations, for all of the user's
 * programs. Its password, secret key or client secret is stored apart from the file.
 * @param store  AHA_STORE_AUTO or AHA_STORE_FILE: a file of mode 0600 in the folder
 *               $XDG_STATE_HOME/aha/destinations. AHA_STORE_SECRET_SERVICE: the desktop's keyring;
 *               the file, if it does not answer.
 * Errors: AHA_ERROR_EXISTS (the name is saved already), AHA_ERROR_INVALID_ARGUMENT (the name is not
 * 1 to 100 letters, digits, ".", "-" and "_", or is the word of a service), AHA_ERROR_UNSUPPORTED
 * (a host's own destination, temporary keys), handle errors, errors of files. Thread: [blocking].
 * Since: 0.10.
 */
AHA_API aha_result aha_destination_save(aha_destination *destination,
                                        AHA_DEFAULT(AHA_STORE_AUTO) aha_store_kind store)
                                        AHA_CONST;

/**
 * Removes a saved destination from the user's file, and its secret. The client's list and drops
 * keep it.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_DAMAGED (see aha_destination_load_saved), handle errors,
 * errors of files. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_destination_forget(aha_client *client, const char *name)
                                          AHA_PYTHON(forget_destination);

/**
 * Removes a destination from its client's list; drops that use it continue.
 * Errors: handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_destination_remove(aha_destination *destination);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
static inline aha_result aha_destination_retain(aha_destination *destination) {
  return aha_retain_as(destination, AHA_KIND_DESTINATION);
}

/** Releases one reference. Errors: handle errors. Thread: [any]. Since: 0.7. */
static inline aha_result aha_destination_release(aha_destination *destination) {
  return aha_release_as(destination, AHA_KIND_DESTINATION);
}

AHA_END_DECLARATIONS

#endif /* AHA_DESTINATION_H */
