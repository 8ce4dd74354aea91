/* A signed-in account at the fuzz targets' own server, and a host's store with its tokens: one
 * record for all names. */
#ifndef AHA_FUZZ_ACCOUNT_H
#define AHA_FUZZ_ACCOUNT_H

#include "online.h"

enum { RECORD = 1 << 18 };

#define SECRET "CANARY-password"
#define ACCESS "CANARY-access"

static struct {
  char bytes[RECORD];
  size_t size;
} kept;

static inline int64_t load(void *data, const char *provider, const char *name, void *bytes,
                           size_t room) {
  (void)data, (void)provider, (void)name;
  memcpy(bytes, kept.bytes, kept.size < room ? kept.size : room);
  return (int64_t)kept.size;
}
static inline int32_t save(void *data, const char *provider, const char *name, const void *bytes,
                           size_t size) {
  (void)data, (void)provider, (void)name;
  if (size > sizeof kept.bytes) return -1;
  memcpy(kept.bytes, bytes, size);
  kept.size = size;
  return 0;
}
static inline int32_t forget(void *data, const char *provider, const char *name) {
  (void)data, (void)provider, (void)name;
  kept.size = 0;
  return 0;
}

/* Signs in at that server. */
static inline void keep_tokens(const char *server) {
  kept.size = (size_t)snprintf(kept.bytes, sizeof kept.bytes,
                               "{\"version\":1,\"owner\":\"%s %s fuzz\",\"access_token\":\"" ACCESS
                               "\",\"refresh_token\":\"CANARY-refresh\",\"token_type\":\"\","
                               "\"scope\":\"a b\"}", server, server);
}

static inline aha_account *open_account(aha_client *client, const char *server, const char *name) {
  char authorize[64], token[64], revoke[64];
  static const aha_store_callbacks callbacks = {sizeof callbacks, load, save, forget};
  aha_provider provider = aha_provider_init("oauth2");
  aha_account_options options = aha_account_options_init();
  aha_account *account;
  snprintf(authorize, sizeof authorize, "%s/authorize", server);
  snprintf(token, sizeof token, "%s/token", server);
  snprintf(revoke, sizeof revoke, "%s/revoke", server);
  provider.authorization_url = authorize;
  provider.token_url = token;
  provider.revocation_url = revoke;
  provider.api_url = server;
  provider.redirect_url = "fuzz-app://back";
  provider.client_id = "fuzz";
  options.name = name;
  options.store = AHA_STORE_HOST;
  options.callbacks = &callbacks;
  aha_result result = aha_account_open(client, &provider, &options, &account);
  require(result == AHA_OK, "account", result);
  return account;
}

#endif /* AHA_FUZZ_ACCOUNT_H */
