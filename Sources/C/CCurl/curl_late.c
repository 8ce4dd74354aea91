// libcurl is loaded by the first call that needs it.
#include <curl/curl.h>
#include <late.h>

#define FUNCTIONS(X) \
  X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_pause) \
  X(curl_easy_setopt) X(curl_easy_strerror) X(curl_global_init) \
  X(curl_multi_add_handle) X(curl_multi_cleanup) X(curl_multi_info_read) X(curl_multi_init) \
  X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_remove_handle) X(curl_multi_setopt) \
  X(curl_multi_wakeup) X(curl_slist_append) X(curl_slist_free_all)

// late_load calls it once, under its lock: two calls at once are not safe before libcurl 7.84.
static int start(int was_loaded) {
  (void)was_loaded;
  return (int)curl_global_init(CURL_GLOBAL_DEFAULT);
}

LATE_STARTED(curl, "libcurl.so.4", "libcurl4", "transfers", "transfer",
             "Requests, accounts, drops to servers, openings of URLs", FUNCTIONS, start)
