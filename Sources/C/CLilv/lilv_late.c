// liblilv is loaded by the first call that needs it.
#include <late.h>

#define FUNCTIONS(X) \
  X(lilv_instance_free) X(lilv_new_uri) X(lilv_node_as_float) X(lilv_node_as_int) \
  X(lilv_node_as_string) X(lilv_node_as_uri) X(lilv_node_equals) X(lilv_node_free) \
  X(lilv_node_is_float) X(lilv_node_is_int) X(lilv_node_is_uri) X(lilv_nodes_begin) \
  X(lilv_nodes_contains) X(lilv_nodes_free) X(lilv_nodes_get) X(lilv_nodes_is_end) \
  X(lilv_nodes_next) X(lilv_nodes_size) X(lilv_plugin_class_get_label) \
  X(lilv_plugin_get_author_name) X(lilv_plugin_get_class) \
  X(lilv_plugin_get_name) X(lilv_plugin_get_num_ports) X(lilv_plugin_get_port_by_index) \
  X(lilv_plugin_get_related) X(lilv_plugin_get_required_features) X(lilv_plugin_get_uri) \
  X(lilv_plugin_has_extension_data) X(lilv_plugin_has_feature) X(lilv_plugin_instantiate) \
  X(lilv_plugin_verify) X(lilv_plugins_begin) X(lilv_plugins_get) X(lilv_plugins_get_by_uri) \
  X(lilv_plugins_is_end) X(lilv_plugins_next) X(lilv_plugins_size) X(lilv_port_get) \
  X(lilv_port_get_name) X(lilv_port_get_range) X(lilv_port_get_scale_points) \
  X(lilv_port_get_symbol) X(lilv_port_has_property) X(lilv_port_is_a) \
  X(lilv_port_supports_event) X(lilv_scale_point_get_label) X(lilv_scale_point_get_value) \
  X(lilv_scale_points_begin) X(lilv_scale_points_free) X(lilv_scale_points_get) \
  X(lilv_scale_points_is_end) X(lilv_scale_points_next) X(lilv_scale_points_size) \
  X(lilv_state_free) X(lilv_state_get_plugin_uri) X(lilv_state_new_from_instance) \
  X(lilv_state_new_from_string) X(lilv_state_new_from_world) X(lilv_state_restore) \
  X(lilv_state_to_string) X(lilv_world_ask) X(lilv_world_free) X(lilv_world_get) \
  X(lilv_world_get_all_plugins) X(lilv_world_load_all) X(lilv_world_load_resource) \
  X(lilv_world_new) X(lilv_free)

LATE_LIBRARY(lilv, "liblilv-0.so.0", "liblilv-0-0", "LV2 plug-ins", "lv2",
             "LV2 plug-ins as effects", FUNCTIONS)
