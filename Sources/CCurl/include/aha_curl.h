// libcurl, and what of it is variadic, which Swift does not call.
#ifndef AHA_CURL_H
#define AHA_CURL_H

#include <curl/curl.h>

/// Loads the library: 0, or -1 with the reason in `text`. To be called before any other function.
int late_load_curl(char *text, size_t size);

/// Receives `size * count` bytes, or fills them; a header line, a piece of a body.
typedef size_t (*aha_curl_data_fn)(char *data, size_t size, size_t count, void *context);

/// Prepares libcurl for the process, once: a CURLcode.
int aha_curl_prepare(void);

/// What every transfer is told: only HTTP and HTTPS, TLS 1.2 and better with its certificates
/// checked, no signals, no waiting for the end of an unwanted search for a name, no redirects (they
/// are followed by AhaNet), `error` (CURL_ERROR_SIZE bytes) for the reason of a failure.
CURLcode aha_curl_set_basics(CURL *easy, void *context, char *error);

/// The functions of a transfer, all of which get `context`. `prepared` is called when a connection
/// is there and the request is about to be sent.
void aha_curl_set_functions(CURL *easy, void *context, aha_curl_data_fn header,
                            aha_curl_data_fn write, aha_curl_data_fn read, curl_seek_callback seek,
                            curl_xferinfo_callback progress, curl_prereq_callback prepared);

CURLcode aha_curl_set_number(CURL *easy, CURLoption option, int64_t value);
CURLcode aha_curl_set_text(CURL *easy, CURLoption option, const char *text);
/* The authorities of a PEM file, and no others. */
CURLcode aha_curl_set_authorities(CURL *easy, const char *file);
CURLcode aha_curl_set_headers(CURL *easy, struct curl_slist *headers);
void aha_curl_set_multi_number(CURLM *multi, CURLMoption option, long value);

/// Frees a list of headers, none of which can be read in its memory afterwards.
void aha_curl_wipe(struct curl_slist *headers);

int64_t aha_curl_info(CURL *easy, CURLINFO info);

/// Where an address leads: to this machine, into the network around it (private, link-local, not to
/// be routed), or anywhere.
enum { AHA_CURL_HERE, AHA_CURL_NEAR, AHA_CURL_PUBLIC };

/// Of an address, or of a name that always means this machine. What is another name is
/// AHA_CURL_PUBLIC, wherever it leads.
int aha_curl_distance(const char *text);

struct aha_curl_fence {
  /// AHA_CURL_…
  int least;
  /// Becomes 1 when something was nearer.
  int refused;
};

/// Makes no connection to an address that is nearer, whatever a name was found to be.
void aha_curl_set_fence(CURL *easy, struct aha_curl_fence *fence);

/// The context of the next transfer that has ended, and what it came to; NULL when there is none.
void *aha_curl_next_ended(CURLM *multi, CURLcode *result);

#endif
