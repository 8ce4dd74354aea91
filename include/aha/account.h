/* aha/account.h: accounts: providers, OAuth 2 sign-in, tokens and token stores. */
#ifndef AHA_ACCOUNT_H
#define AHA_ACCOUNT_H

#include "client.h"

AHA_BEGIN_DECLARATIONS

/** OAuth 2 grant types; a provider allows some of them. Flags. */
typedef uint32_t aha_grant AHA_FLAGS;

enum {
  /** In a browser, with an authorization code (RFC 6749 4.1, with PKCE S256 and state). */
  AHA_GRANT_CODE = 1,
  /** In a browser, with a token in the redirect URL: the Allihoopa protocol. */
  AHA_GRANT_IMPLICIT = 2,
  /** User name and password, for servers that still allow it. */
  AHA_GRANT_PASSWORD = 4,
  /** The application itself, without a user. */
  AHA_GRANT_CLIENT = 8,
  /** On another device: the user opens the page AHA_ACCOUNT_URL in its browser, and enters
   *  AHA_ACCOUNT_USER_CODE (RFC 8628). Needs device_url. Since: 1.0. */
  AHA_GRANT_DEVICE = 16
};

/** The token store of an account. */
typedef uint32_t aha_store_kind;

enum {
  /** A file. */
  AHA_STORE_AUTO = 0,
  /** A file of mode 0600 in the client's state folder. */
  AHA_STORE_FILE = 1,
  /** The desktop's keyring, through the command secret-tool. Fallback: the file, if secret-tool
   *  does not answer within three seconds. */
  AHA_STORE_SECRET_SERVICE = 2,
  /** The functions of aha_store_callbacks. */
  AHA_STORE_HOST = 3,
  /** Memory only: the account is signed out when the client ends. */
  AHA_STORE_MEMORY = 4
};

/** A provider. A field of NULL or 0 uses the value of the built-in provider of that name:
 *  "soundcloud", "dropbox", "allihoopa", or "oauth2", which has no URLs. A credential of "" counts
 *  as NULL. Texts are copied. */
typedef struct aha_provider {
  size_t struct_size;
  /** Required. */
  const char *name;
  /** https, or http to this machine. */
  const char *authorization_url;
  const char *token_url;
  const char *revocation_url;
  /** Base URL of the resources of requests. The token is sent only to the hosts of the provider's
   *  API; without api_url, to those of authorization_url and token_url. */
  const char *api_url;
  /** NULL: the environment's AHA_NAME_CLIENT_ID, as in AHA_SOUNDCLOUD_CLIENT_ID. */
  const char *client_id;
  /** NULL: the secret of secret_file, or of the environment's AHA_NAME_CLIENT_SECRET; public
   *  clients have no secret. */
  const char *client_secret;
  /** A file whose first line is the secret; may be NULL. */
  const char *secret_file;
  /** As registered: "http://127.0.0.1:8765/callback", "myapp://signed-in". Port 0 selects a free
   *  port. NULL: "http://127.0.0.1:0/", or "ah-APPLICATION://authorize". */
  const char *redirect_url;
  /** Separated by spaces. */
  const char *scopes;
  /** The prefix of the token, as in "Bearer" and "OAuth"; "" for no prefix. */
  const char *token_style;
  /** The header with the token; NULL: "Authorization". */
  const char *token_header;
  /** AHA_GRANT_…, combined with |. */
  aha_grant grants;
  /** True: the client authenticates with HTTP Basic. False: in the form, and with HTTP Basic for
   *  AHA_GRANT_CLIENT. */
  AHA_FLAG uint32_t use_basic;
  /** True: the server leaves state out of its redirect. PKCE, and the single use of a pending
   *  sign-in, then protect it, so it needs AHA_GRANT_CODE. False: a code without state is refused.
   *  Since: 0.10. */
  AHA_FLAG uint32_t omit_state;
  /** True: aha_account_open fails with AHA_ERROR_STATE if the redirect URL has an application's
   *  scheme, such as myapp://, and the desktop has no program for it: see
   *  aha_client_register_scheme. Since: 0.10. */
  AHA_FLAG uint32_t require_scheme;
  /** The device authorization endpoint. Since: 1.0. */
  const char *device_url;
  /** Further parameters of authorization_url and device_url, as "audience=x&prompt=consent": names
   *  and values are percent-encoded. Since: 1.0. */
  const char *authorization_parameters;
  /** Further parameters of requests to token_url, in that form. Since: 1.0. */
  const char *token_parameters;
} aha_provider AHA_OPTIONS AHA_PYTHON(_ProviderValues);

/** A provider with a name and built-in values. */
static inline aha_provider aha_provider_init(const char *name) {
  aha_provider provider = {sizeof(aha_provider), name, NULL, NULL, NULL, NULL, NULL, NULL,
                           NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0,
                           NULL, NULL, NULL};
  return provider;
}

/**
 * The host's own token store. libaha calls the functions on its threads, one at a time per account.
 * Accounts with the same user_data and load share one store: within a process, one of them is
 * changed at a time; the host must lock against other processes. Inside the functions, [blocking]
 * calls return AHA_ERROR_REENTRANT.
 */
typedef struct aha_store_callbacks {
  size_t struct_size;
  /** Copies the saved bytes; returns their length, also if it exceeds the capacity; 0: no token is
   *  saved; negative: failed. */
  int64_t (*load)(void *user_data, const char *provider, const char *name, void *bytes,
                  size_t capacity);
  /** Saves bytes in place of the previous ones; returns 0 when they are durable, so that they
   *  survive a crash. */
  int32_t (*save)(void *user_data, const char *provider, const char *name, const void *bytes,
                  size_t size);
  /** Deletes the saved bytes; returns 0. */
  int32_t (*forget)(void *user_data, const char *provider, const char *name);
} aha_store_callbacks;

/** Callbacks that are all NULL, with struct_size set. */
static inline aha_store_callbacks aha_store_callbacks_init(void) {
  aha_store_callbacks callbacks = {sizeof(aha_store_callbacks), NULL, NULL, NULL};
  return callbacks;
}

/** Options for opening an account. */
typedef struct aha_account_options {
  size_t struct_size;
  /** Name that distinguishes accounts at one provider; NULL: "default". Up to 100 bytes. */
  const char *name;
  /** For AHA_STORE_HOST: all three are required. Copied. */
  const aha_store_callbacks *callbacks;
  void *user_data;
  /** Called with user_data once for each call that passed it, also a failed one, as soon as no
   *  account uses that user_data. */
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
 * Opens an account, which is signed in if its token is stored. A token of another client id, or of
 * a provider whose token_url or api_url had another server, is not used. A damaged token, or a
 * token file that other users can read, is not an error here: the account is not signed in, and
 * AHA_EVENT_ACCOUNT_FAILED with AHA_ERROR_DAMAGED or AHA_ERROR_ACCESS reports it when the token is
 * needed. Signing in replaces that token; signing out deletes it.
 * @param options      NULL for the defaults: AHA_STORE_FILE, "default".
 * @param out_account  Owned by the caller. Opening it again with the same provider and store
 *                     returns the same account.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (a URL that is not https; no client id), AHA_ERROR_STATE (no
 * api_key for the Allihoopa protocol; the account is open with another description of the
 * provider; require_scheme), errors of the store. Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_account_open(aha_client *client, const aha_provider *provider,
                                    AHA_NULLABLE const aha_account_options *options,
                                    AHA_OWNED aha_account **out_account);

/** The state of an account. Since: 1.0. */
typedef struct aha_account_info {
  size_t struct_size;
  /** The token store in use. */
  AHA_ATTRIBUTE(store) aha_store_kind store;
  /** True: signed in, as far as is known without asking the server. A token that the server refuses
   *  for good is deleted: AHA_EVENT_ACCOUNT_SIGNED_OUT reports it. */
  AHA_ATTRIBUTE(signed_in) AHA_FLAG uint32_t is_signed_in;
} aha_account_info AHA_RECORD;

/** An information structure with struct_size set. */
static inline aha_account_info aha_account_info_init(void) {
  aha_account_info info = {sizeof(aha_account_info), 0, 0};
  return info;
}

/**
 * The state of an account.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_account_get_info(aha_account *account, aha_account_info *info);

/** Options of a sign-in. Texts are copied; the password is wiped after use. */
typedef struct aha_sign_in_options {
  size_t struct_size;
  /** AHA_GRANT_…; 0: the first one that the provider allows, in the order of their values. */
  aha_grant grant;
  /** Timeout for the user in the browser, in milliseconds; 0: 300000. For AHA_GRANT_DEVICE at most
   *  the life of the code. */
  uint32_t timeout_ms;
  /** For AHA_GRANT_PASSWORD. */
  const char *user;
  const char *password;
  /** True: opens no port; the host calls aha_client_handle_url or aha_account_enter_code. */
  AHA_FLAG uint32_t no_listener;
  uint32_t reserved;
} aha_sign_in_options;

/** Options with all defaults. */
static inline aha_sign_in_options aha_sign_in_options_init(void) {
  aha_sign_in_options options = {sizeof(aha_sign_in_options), 0, 0, NULL, NULL, 0, 0};
  return options;
}

/**
 * Starts a sign-in. For a sign-in in a browser, AHA_EVENT_ACCOUNT_URL_PREPARED is sent, and the
 * host opens the URL from aha_account_copy_text. With a redirect URL at 127.0.0.1, libaha listens
 * there for the browser's redirect; the host passes other URLs to aha_client_handle_url and codes
 * to aha_account_enter_code. The sign-in is kept in the state folder until it ends, so that another
 * process of the user, which the desktop started for the redirect, can pass the URL on or, if this
 * process has died, finish the sign-in.
 * With AHA_GRANT_DEVICE, the event is sent when the provider has given AHA_ACCOUNT_URL and
 * AHA_ACCOUNT_USER_CODE; the job ends when the user has entered the code.
 * If the sign-in fails, requests that wait for the account fail with AHA_ERROR_NOT_SIGNED_IN.
 * @param options  NULL for the defaults.
 * @param out_job  Owned by the caller; may be NULL. Cancelling it ends the sign-in.
 * Errors: AHA_ERROR_STATE (a sign-in is in progress), AHA_ERROR_UNSUPPORTED (a grant that the
 * provider does not allow), AHA_ERROR_EXISTS (the port is in use). The job's: AHA_ERROR_REFUSED,
 * AHA_ERROR_TIMEOUT, AHA_ERROR_REPLY and other errors of requests. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_account_sign_in(aha_account *account,
                                       AHA_NULLABLE const aha_sign_in_options *options,
                                       AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Passes the code that the provider showed, or the URL that the browser was redirected to, to the
 * pending sign-in.
 * Errors: AHA_ERROR_STATE (no sign-in is pending), AHA_ERROR_REFUSED (the state parameter differs),
 * AHA_ERROR_INVALID_ARGUMENT (not a code, or a URL other than the redirect URL), handle errors.
 * Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_account_enter_code(aha_account *account, const char *code);

/** A token that its owner generated, such as on the service's page. Texts are copied, and wiped
 *  after use. Since: 0.10. */
typedef struct aha_token {
  size_t struct_size;
  /** The access token; NULL: that of the file. */
  const char *access;
  /** A file that only its user may read, with the access token in its first line; may be NULL. */
  const char *file;
  /** The refresh token; NULL: none. */
  const char *refresh;
  /** Separated by spaces; may be NULL. */
  const char *scopes;
  /** The lifetime from now, in seconds; 0: unknown. */
  uint64_t lifetime_s;
} aha_token;

/** A token that is all NULL, with struct_size set. */
static inline aha_token aha_token_init(void) {
  aha_token token = {sizeof(aha_token), NULL, NULL, NULL, NULL, 0};
  return token;
}

/**
 * Signs in with a ready token, and stores it in place of the account's token, which is not revoked.
 * AHA_EVENT_ACCOUNT_SIGNED_IN is sent. The server is not asked: a refused token is reported by the
 * first request. Without a refresh token, any text can be the provider's client_id.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no token, two, or one with blanks), AHA_ERROR_ACCESS (other
 * users may read the file), errors of files and of the store. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_account_set_token(aha_account *account, const aha_token *token);

/**
 * Refreshes the token; requests do so automatically.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_NOT_SIGNED_IN; the job's: AHA_ERROR_REFUSED (this signs the account out),
 * AHA_ERROR_UNSUPPORTED (the account has no refresh token) and errors of requests. Thread: [any].
 * Since: 0.6.
 */
AHA_API aha_result aha_account_refresh(aha_account *account,
                                       AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Revokes the token at the provider, and forgets it even if the provider refuses or the store
 * cannot be changed. This includes a token file that other users may read. A token that was stored
 * for another client id or server stays.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: handle errors; the job's: AHA_ERROR_HTTP and others if the token was not fully revoked,
 * AHA_ERROR_DAMAGED if a damaged file had none to revoke, those of the store if it could not delete
 * the token. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_account_sign_out(aha_account *account,
                                        AHA_NULLABLE AHA_OWNED aha_job **out_job);

/** The texts of an account. */
typedef uint32_t aha_account_text;

enum {
  /** The URL to open in a browser; "" if no sign-in is pending. */
  AHA_ACCOUNT_URL = 0,
  AHA_ACCOUNT_PROVIDER = 1,
  AHA_ACCOUNT_NAME = 2,
  /** The granted scopes; "" if the provider did not report them. */
  AHA_ACCOUNT_SCOPES = 3,
  /** The redirect URL in use, with the selected port. */
  AHA_ACCOUNT_REDIRECT_URL = 4,
  /** The code to enter at AHA_ACCOUNT_URL, with AHA_GRANT_DEVICE; "" if no such sign-in is pending.
   *  Since: 1.0. */
  AHA_ACCOUNT_USER_CODE = 5
};

/**
 * Copies a text of an account.
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.6.
 */
AHA_API aha_result aha_account_copy_text(aha_account *account, aha_account_text text,
                                         AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                         size_t *out_length);

/**
 * The number of accounts stored in the client's state folder. 0 also after an error:
 * aha_last_error says why, and aha_account_saved_copy_text returns it.
 * Errors: 0 for a bad handle, after errors of files. Thread: [blocking]. Since: 0.6.
 */
AHA_API uint32_t aha_account_saved_count(aha_client *client);

/**
 * Copies the provider or the name of a stored account.
 * @param index  Below the count.
 * @param text   AHA_ACCOUNT_PROVIDER or AHA_ACCOUNT_NAME.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors, errors of files.
 * Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_account_saved_copy_text(aha_client *client, uint32_t index,
                                               aha_account_text text,
                                               AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                               size_t *out_length) AHA_CPP(account_saved);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.6. */
static inline aha_result aha_account_retain(aha_account *account) {
  return aha_retain_as(account, AHA_KIND_ACCOUNT);
}

/**
 * Releases one reference; the account stays signed in.
 * Errors: handle errors. Thread: [any]. Since: 0.6.
 */
static inline aha_result aha_account_release(aha_account *account) {
  return aha_release_as(account, AHA_KIND_ACCOUNT);
}

AHA_END_DECLARATIONS

#endif /* AHA_ACCOUNT_H */
