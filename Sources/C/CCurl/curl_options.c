#define _GNU_SOURCE
#include "aha_curl.h"

#include <string.h>

// CURLOPT_PROTOCOLS works in every version; newer ones mark it deprecated.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

CURLcode aha_curl_set_basics(CURL *easy, void *context, char *error) {
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
  CURLcode results[] = {
      curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)),
      curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L),
      curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L),
      curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2),
  };
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
    if (results[i] != CURLE_OK) return results[i];
  }
  return CURLE_OK;
}

void aha_curl_set_functions(CURL *easy, void *context, aha_curl_data_fn header,
                            aha_curl_data_fn write, aha_curl_data_fn read, curl_seek_callback seek,
                            curl_xferinfo_callback progress, curl_prereq_callback prepared) {
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, write);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
  curl_easy_setopt(easy, CURLOPT_READDATA, context);
  curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
  curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
  curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, progress);
  curl_easy_setopt(easy, CURLOPT_XFERINFODATA, context);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, prepared);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

CURLcode aha_curl_set_number(CURL *easy, CURLoption option, int64_t value) {
  if (option >= CURLOPTTYPE_OFF_T) return curl_easy_setopt(easy, option, (curl_off_t)value);
  return curl_easy_setopt(easy, option, (long)value);
}

CURLcode aha_curl_set_text(CURL *easy, CURLoption option, const char *text) {
  return curl_easy_setopt(easy, option, text);
}

CURLcode aha_curl_set_authorities(CURL *easy, const char *file) {
  curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
  return curl_easy_setopt(easy, CURLOPT_CAINFO, file);
}

static void allow_authentication(CURL *easy, int allows_basic) {
  long schemes = (long)(CURLAUTH_DIGEST | (allows_basic ? CURLAUTH_BASIC : 0));
  curl_easy_setopt(easy, CURLOPT_HTTPAUTH, schemes);
}

CURLcode aha_curl_set_login(CURL *easy, const char *user, const char *password, int allows_basic) {
  allow_authentication(easy, allows_basic);
  CURLcode result = curl_easy_setopt(easy, CURLOPT_USERNAME, user);
  return result != CURLE_OK ? result : curl_easy_setopt(easy, CURLOPT_PASSWORD, password);
}

CURLcode aha_curl_set_netrc(CURL *easy, const char *file, int allows_basic) {
  allow_authentication(easy, allows_basic);
  curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_OPTIONAL);
  return curl_easy_setopt(easy, CURLOPT_NETRC_FILE, file);
}

CURLcode aha_curl_set_certificate(CURL *easy, const char *file, const char *key) {
  CURLcode results[] = {
      curl_easy_setopt(easy, CURLOPT_SSLCERT, file),
      curl_easy_setopt(easy, CURLOPT_SSLKEY, key != NULL ? key : file),
      // Without a password, OpenSSL asks for that of an encrypted key on the terminal.
      curl_easy_setopt(easy, CURLOPT_KEYPASSWD, ""),
  };
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
    if (results[i] != CURLE_OK) return results[i];
  }
  return CURLE_OK;
}

CURLcode aha_curl_set_headers(CURL *easy, struct curl_slist *headers) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

void aha_curl_set_multi_number(CURLM *multi, CURLMoption option, long value) {
  curl_multi_setopt(multi, option, value);
}

void aha_curl_wipe(struct curl_slist *headers) {
  for (struct curl_slist *line = headers; line != NULL; line = line->next) {
    explicit_bzero(line->data, strlen(line->data));
  }
  curl_slist_free_all(headers);
}

int64_t aha_curl_info(CURL *easy, CURLINFO info) {
  if ((info & CURLINFO_TYPEMASK) == CURLINFO_OFF_T) {
    curl_off_t value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
  }
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

void *aha_curl_next_ended(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    void *context = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
    return context;
  }
  return NULL;
}
