// libcrypto is loaded by the first call that needs it.
#include <late.h>

#include <openssl/crypto.h>

#define FUNCTIONS(X) \
  X(EVP_DigestFinal_ex) X(EVP_DigestInit_ex) X(EVP_DigestUpdate) X(EVP_MD_CTX_copy_ex) \
  X(EVP_MD_CTX_free) X(EVP_MD_CTX_new) X(EVP_sha256) X(HMAC) X(OPENSSL_init_crypto)

// Called before libcurl initializes OpenSSL. If the process loads libcrypto only for libaha,
// OPENSSL_cleanup does not become an exit handler: an exit between its registration and that of
// libaha's own handler would clean up while the calling thread works. Without a second option the
// call would do nothing.
static int start(int was_loaded) {
  uint64_t options = OPENSSL_INIT_LOAD_CRYPTO_STRINGS;
  if (!was_loaded) options |= OPENSSL_INIT_NO_ATEXIT;
  return OPENSSL_init_crypto(options, NULL) == 1 ? 0 : -1;
}

LATE_STARTED(crypto, "libcrypto.so.3", "libssl3", "hashes", "hash",
             "SHA-256 and HMAC: projects, drops, openings, libraries", FUNCTIONS, start)
