// libcurl, and what of it is variadic, which Swift does not call.
#ifndef AHA_CURL_H
#define AHA_CURL_H

#include <curl/curl.h>

#endif
