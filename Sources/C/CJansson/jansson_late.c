// libjansson is loaded by the first call that needs it.
#include <late.h>

#define FUNCTIONS(X) \
  X(json_array) X(json_array_append_new) X(json_array_get) X(json_array_size) \
  X(json_deep_copy) X(json_delete) X(json_dumpb) X(json_equal) X(json_false) X(json_integer) \
  X(json_integer_value) X(json_loadb) X(json_null) X(json_object) X(json_object_del) \
  X(json_object_get) X(json_object_iter) X(json_object_iter_key) \
  X(json_object_iter_next) X(json_object_iter_value) X(json_object_set_new) X(json_real) \
  X(json_real_value) X(json_string_length) X(json_string_value) X(json_stringn) X(json_true)

LATE_LIBRARY(jansson, "libjansson.so.4", "libjansson4", "JSON documents", "json",
             "Piece manifests, replies of services, journals", FUNCTIONS)
