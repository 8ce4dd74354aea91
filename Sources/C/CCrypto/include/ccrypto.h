#ifndef AHA_CCRYPTO_H
#define AHA_CCRYPTO_H

#include <stddef.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

/// Loads the library: 0, or -1 with the reason in `text`. To be called before any other function.
int late_load_crypto(char *text, size_t size);

#endif
