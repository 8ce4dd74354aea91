// libcurl, with wrappers for its variadic functions, which Swift cannot call.
#ifndef AHA_CURL_H
#define AHA_CURL_H

#include <curl/curl.h>

/// Loads and initializes the library: 0, or -1 with the reason in `text`. Call it before any other
/// function.
int late_load_curl(char *text, size_t size);

/// Receives `size * count` bytes of a header line or a body, or fills them.
typedef size_t (*aha_curl_data_fn)(char *data, size_t size, size_t count, void *context);

/// Options of every transfer: only HTTP and HTTPS, TLS 1.2 or later with verified certificates, no
/// signals, no wait for a cancelled name lookup, no redirects (AhaNet follows them), `error`
/// (CURL_ERROR_SIZE bytes) for the reason of a failure.
CURLcode aha_curl_set_basics(CURL *easy, void *context, char *error);

/// Sets the callbacks of a transfer; all receive `context`. `prepared` is called after the
/// connection is made, before the request is sent.
void aha_curl_set_functions(CURL *easy, void *context, aha_curl_data_fn header,
                            aha_curl_data_fn write, aha_curl_data_fn read, curl_seek_callback seek,
                            curl_xferinfo_callback progress, curl_prereq_callback prepared);

CURLcode aha_curl_set_number(CURL *easy, CURLoption option, int64_t value);
CURLcode aha_curl_set_text(CURL *easy, CURLoption option, const char *text);
/* Trusts only the certificate authorities of a PEM file. */
CURLcode aha_curl_set_authorities(CURL *easy, const char *file);
/// Answers the server's challenge: Digest, or Basic if that is allowed.
CURLcode aha_curl_set_login(CURL *easy, const char *user, const char *password, int allows_basic);
/// As aha_curl_set_login, with the user and password of a .netrc file for the host, if it has them.
CURLcode aha_curl_set_netrc(CURL *easy, const char *file, int allows_basic);
/// Client certificate, PEM. key: NULL: it is in the same file.
CURLcode aha_curl_set_certificate(CURL *easy, const char *file, const char *key);
CURLcode aha_curl_set_headers(CURL *easy, struct curl_slist *headers);
void aha_curl_set_multi_number(CURLM *multi, CURLMoption option, long value);

/// Overwrites and frees a list of headers, which may contain secrets.
void aha_curl_wipe(struct curl_slist *headers);

int64_t aha_curl_info(CURL *easy, CURLINFO info);

/// Class of an address: this machine, the local network (private, link-local, not routable), or
/// public.
enum { AHA_CURL_HERE, AHA_CURL_NEAR, AHA_CURL_PUBLIC };

/// The class of a numeric address, or of a name that always means this machine. Any other name is
/// AHA_CURL_PUBLIC, whatever it resolves to.
int aha_curl_distance(const char *text);

struct aha_curl_fence {
  /// The lowest allowed class, AHA_CURL_…
  int least;
  /// Set to 1 when an address was refused.
  int refused;
};

/// Refuses connections to addresses of a lower class, also after name resolution.
void aha_curl_set_fence(CURL *easy, struct aha_curl_fence *fence);

/// The context of the next finished transfer, and its result; NULL without one.
void *aha_curl_next_ended(CURLM *multi, CURLcode *result);

#endif
