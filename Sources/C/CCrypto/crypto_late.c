// libcrypto is loaded by the first call that needs it.
#include <late.h>

#include <openssl/crypto.h>

#define FUNCTIONS(X) \
  X(EVP_DigestFinal_ex) X(EVP_DigestInit_ex) X(EVP_DigestUpdate) X(EVP_MD_CTX_copy_ex) \
  X(EVP_MD_CTX_free) X(EVP_MD_CTX_new) X(EVP_sha256) X(HMAC) X(OPENSSL_init_crypto) \
  X(RAND_bytes)

// Registers OPENSSL_cleanup as an exit handler. Without an option the call would do nothing.
static int start(void) {
  return OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CRYPTO_STRINGS, NULL) == 1 ? 0 : -1;
}

LATE_STARTED(crypto, "libcrypto.so.3", "libssl3", "hashes", "hash",
             "SHA-256 and HMAC: projects, drops, openings, libraries", FUNCTIONS, start)
