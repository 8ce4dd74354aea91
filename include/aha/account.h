/* aha/account.h: being signed in somewhere: providers, OAuth 2, tokens and where they are kept. */
#ifndef AHA_ACCOUNT_H
#define AHA_ACCOUNT_H

#include "client.h"

AHA_BEGIN_DECLARATIONS

/** Somebody's place at a provider: its token, kept from one run to the next. */
typedef struct aha_account aha_account;

/** Ways to sign in; a provider allows some. Flags. */
typedef uint32_t aha_grant;

enum {
  /** In a browser, by a code (RFC 6749 4.1, with PKCE S256 and state). */
  AHA_GRANT_CODE = 1,
  /** In a browser, by a token in the redirect URL: the Allihoopa protocol. */
  AHA_GRANT_IMPLICIT = 2,
  /** User name and password, for servers that still allow it. */
  AHA_GRANT_PASSWORD = 4,
  /** The application itself, without a user. */
  AHA_GRANT_CLIENT = 8
};

/** Where an account's token is kept. */
typedef uint32_t aha_store_kind;

enum {
  /** A file. */
  AHA_STORE_AUTO = 0,
  /** A file of mode 0600 in the client's state folder. */
  AHA_STORE_FILE = 1,
  /** The desktop's keyring, by the command secret-tool; the file, when that does not answer within
   *  three seconds. */
  AHA_STORE_SECRET_SERVICE = 2,
  /** The functions of aha_store_callbacks. */
  AHA_STORE_HOST = 3,
  /** Nowhere: signed out when the client ends. */
  AHA_STORE_MEMORY = 4
};

/** A provider. What is NULL or 0 is the built-in one's of that name: "soundcloud", "dropbox",
 *  "allihoopa", or "oauth2", which has no URLs of its own. Texts are copied. */
typedef struct aha_provider {
  size_t struct_size;
  /** Required. */
  const char *name;
  /** https, or http at this machine itself. */
  const char *authorization_url;
  const char *token_url;
  const char *revocation_url;
  /** What resources of requests are below. The token goes to the hosts of the provider's API alone;
      without this, to those of authorization_url and token_url. */
  const char *api_url;
  /** NULL: the environment's AHA_NAME_CLIENT_ID, as in AHA_SOUNDCLOUD_CLIENT_ID. */
  const char *client_id;
  /** NULL: that of secret_file, or AHA_NAME_CLIENT_SECRET; public clients have none. */
  const char *client_secret;
  /** A file whose first line is the secret; may be NULL. */
  const char *secret_file;
  /** As registered: "http://127.0.0.1:8765/callback", "myapp://signed-in". Port 0 takes a free one.
   *  NULL: "http://127.0.0.1:0/", or "ah-APPLICATION://authorize". */
  const char *redirect_url;
  /** Separated by spaces. */
  const char *scopes;
  /** What comes before the token, as in "Bearer" and "OAuth"; "" for nothing. */
  const char *token_style;
  /** NULL: "Authorization". */
  const char *token_header;
  /** AHA_GRANT_… together. */
  aha_grant grants;
  /** Non-zero: the client shows itself by Basic authentication; else in the form. */
  uint32_t uses_basic;
} aha_provider;

/** A provider of a name, all else built in. */
static inline aha_provider aha_provider_init(const char *name) {
  aha_provider provider = {sizeof(aha_provider), name, NULL, NULL, NULL, NULL, NULL, NULL,
                           NULL, NULL, NULL, NULL, NULL, 0, 0};
  return provider;
}

/**
 * The host's own place for tokens.
 * Called on threads of libaha's, one at a time for one account. Accounts of one user_data and load
 * are in one store: within a process one of them is changed at a time; other processes are the
 * host's to lock out. Inside them [blocking] calls answer AHA_ERROR_REENTRANT.
 */
typedef struct aha_store_callbacks {
  size_t struct_size;
  /** Copies what was saved; returns its length, also when that is over the capacity; 0: there is
   *  nothing; negative: failed. */
  int64_t (*load)(void *user_data, const char *provider, const char *name, void *bytes,
                  size_t capacity);
  /** Keeps bytes in place of what was saved, and returns 0 when they will still be there after a
   *  crash. */
  int32_t (*save)(void *user_data, const char *provider, const char *name, const void *bytes,
                  size_t size);
  /** Forgets; returns 0. */
  int32_t (*forget)(void *user_data, const char *provider, const char *name);
} aha_store_callbacks;

/** Callbacks that are all NULL, with struct_size set. */
static inline aha_store_callbacks aha_store_callbacks_init(void) {
  aha_store_callbacks callbacks = {sizeof(aha_store_callbacks), NULL, NULL, NULL};
  return callbacks;
}

/** How an account is opened. */
typedef struct aha_account_options {
  size_t struct_size;
  /** Tells accounts at one provider apart; NULL: "default". Up to 100 bytes. */
  const char *name;
  /** For AHA_STORE_HOST: all three are required. Copied. */
  const aha_store_callbacks *callbacks;
  void *user_data;
  /** Called with user_data once for each call that handed it in, also one that failed, as soon as
   *  no account uses that user_data any more. */
  aha_destroy_fn destroy;
  aha_store_kind store;
  uint32_t reserved;
} aha_account_options;

/** Options with all defaults. */
static inline aha_account_options aha_account_options_init(void) {
  aha_account_options options = {sizeof(aha_account_options), NULL, NULL, NULL, NULL, 0, 0};
  return options;
}

/**
 * Opens an account: signed in when its token is kept. A token of another client id, or of a
 * provider whose token_url or api_url led to another server, is not used. What is kept but is no
 * token, or is a file that others can read, is no error: the account is not signed in,
 * AHA_EVENT_ACCOUNT_FAILED with AHA_ERROR_DAMAGED or AHA_ERROR_ACCESS comes when something wants
 * the token, signing in replaces it and signing out removes it.
 * @param options      NULL: the file, "default".
 * @param out_account  Owned by the caller. Each open gives the same account, if provider and store
 *                     are the same.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (a URL that is not https; no client id), AHA_ERROR_STATE (no
 * api_key for the Allihoopa protocol; the account is open with another description of the
 * provider), errors of the store.
 * Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_account_open(aha_client *client, const aha_provider *provider,
                                    const aha_account_options *options,
                                    aha_account **out_account);

/** 1: signed in, as far as is known without asking the server; 0: not, or a bad handle.
 *  Thread: [any]. Since: 0.6. */
AHA_API uint32_t aha_account_is_signed_in(aha_account *account);

/** How to sign in. Texts are copied; the password is wiped after use. */
typedef struct aha_sign_in_options {
  size_t struct_size;
  /** AHA_GRANT_…; 0: the first that the provider allows, in their order. */
  aha_grant grant;
  /** Milliseconds for the person in the browser; 0: 300000. */
  uint32_t timeout_ms;
  /** For AHA_GRANT_PASSWORD. */
  const char *user;
  const char *password;
  /** Non-zero: opens no port; the host calls aha_handle_url or aha_account_enter_code. */
  uint32_t no_listener;
  uint32_t reserved;
} aha_sign_in_options;

/** Options with all defaults. */
static inline aha_sign_in_options aha_sign_in_options_init(void) {
  aha_sign_in_options options = {sizeof(aha_sign_in_options), 0, 0, NULL, NULL, 0, 0};
  return options;
}

/**
 * Begins to sign in.
 * In a browser: AHA_EVENT_ACCOUNT_URL_PREPARED comes, the host opens the URL that
 * aha_account_copy_text gives, and waits. With a redirect URL at 127.0.0.1 libaha listens there
 * until the browser comes back; other URLs come by aha_handle_url, codes by aha_account_enter_code.
 * @param options  NULL: default.
 * Requests that wait for the account fail with AHA_ERROR_NOT_SIGNED_IN when the sign-in fails.
 * @param out_job  Owned by the caller; may be NULL. Cancelling it ends the sign-in.
 * Errors: AHA_ERROR_STATE (one is going on), AHA_ERROR_UNSUPPORTED (a grant that the provider does
 * not allow), AHA_ERROR_EXISTS (the port is taken). The job's: AHA_ERROR_REFUSED,
 * AHA_ERROR_TIMEOUT, AHA_ERROR_REPLY and other errors of requests. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_account_sign_in(aha_account *account, const aha_sign_in_options *options,
                                       aha_job **out_job);

/**
 * Hands in the code that the provider showed, or the URL that the browser was sent to.
 * Errors: AHA_ERROR_STATE (no sign-in waits), AHA_ERROR_REFUSED (another state),
 * AHA_ERROR_INVALID_ARGUMENT (no code, or a URL that leads elsewhere), handle errors.
 * Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_account_enter_code(aha_account *account, const char *code);

/**
 * Gets a new token in place of the kept one, as requests do by themselves.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_NOT_SIGNED_IN; the job's: AHA_ERROR_REFUSED (signed out by that) and errors of
 * requests. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_account_refresh(aha_account *account, aha_job **out_job);

/**
 * Revokes the token at the provider, and forgets it whatever that says, also where the store cannot
 * be changed. One that was kept for another client id or server stays.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: handle errors; the job's: AHA_ERROR_HTTP and others when not all of it was revoked, those
 * of the store when that did not forget it.
 * Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_account_sign_out(aha_account *account, aha_job **out_job);

/** What there is to copy of an account. */
typedef uint32_t aha_account_text;

enum {
  /** The URL to open in a browser; "" when no sign-in waits. */
  AHA_ACCOUNT_URL = 0,
  AHA_ACCOUNT_PROVIDER = 1,
  AHA_ACCOUNT_NAME = 2,
  /** What the provider granted; "" when it did not say. */
  AHA_ACCOUNT_SCOPES = 3,
  /** Where the redirect leads: with the port that was free. */
  AHA_ACCOUNT_REDIRECT_URL = 4
};

/**
 * Copies a text of an account.
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.6.
 */
AHA_API aha_result aha_account_copy_text(aha_account *account, aha_account_text text, char *buffer,
                                         size_t capacity, size_t *out_length);

/** Where the token is really kept: AHA_STORE_…; AHA_STORE_AUTO for a bad handle.
 *  Thread: [any]. Since: 0.6. */
AHA_API aha_store_kind aha_account_store(aha_account *account);

/**
 * How many accounts are kept in the client's state folder.
 * Errors: handle errors, errors of files. Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_client_get_account_count(aha_client *client, uint32_t *out_count);

/**
 * Copies provider or name of an account that is kept.
 * @param index  Below the count.
 * @param text   AHA_ACCOUNT_PROVIDER or AHA_ACCOUNT_NAME.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors, errors of files.
 * Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_client_copy_account(aha_client *client, uint32_t index,
                                           aha_account_text text, char *buffer, size_t capacity,
                                           size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.6. */
AHA_API aha_result aha_account_retain(aha_account *account);

/** One owner less; stays signed in. Errors: handle errors. Thread: [any].
 *  Since: 0.6. */
AHA_API aha_result aha_account_release(aha_account *account);

AHA_END_DECLARATIONS

#endif /* AHA_ACCOUNT_H */
