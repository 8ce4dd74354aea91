// libidn2 is loaded by the first URL whose host has letters outside ASCII.
#include <late.h>

#define FUNCTIONS(X) X(idn2_free) X(idn2_lookup_u8)

LATE_LIBRARY(idn2, "libidn2.so.0", "libidn2-0", "host names in other scripts", "idn",
             "URLs whose hosts have letters outside ASCII", FUNCTIONS)
