#include "aha_curl.h"
