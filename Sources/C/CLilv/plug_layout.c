// Reads a plug-in's description: the role of each port, and why libaha cannot use the plug-in.
#include "plug_inner.h"

#include <lv2/port-groups/port-groups.h>
#include <lv2/port-props/port-props.h>
#include <lv2/presets/presets.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SIDECHAIN_OF LV2_PORT_GROUPS__sideChainOf
#define SIDECHAIN LV2_CORE_PREFIX "isSideChain"
#define TYPE "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
#define OPTIONAL LV2_CORE__connectionOptional

static bool is_a(const plug_layout *layout, const LilvPort *port, const char *uri) {
  return lilv_port_is_a(layout->plugin, port, plug_node(uri));
}

static bool has(const plug_layout *layout, const LilvPort *port, const char *property) {
  return lilv_port_has_property(layout->plugin, port, plug_node(property));
}

static bool is_designated(const plug_layout *layout, const LilvPort *port, const char *uri) {
  LilvNode *found = lilv_port_get(layout->plugin, port, plug_node(LV2_CORE__designation));
  bool result = found && lilv_node_equals(found, plug_node(uri));
  lilv_node_free(found);
  return result;
}

// Keeps the first reason.
static void refuse(plug_layout *layout, const char *format, ...) {
  if (layout->refusal[0]) return;
  va_list words;
  va_start(words, format);
  vsnprintf(layout->refusal, sizeof layout->refusal, format, words);
  va_end(words);
}

static bool is_sidechain(const plug_layout *layout, const LilvPort *port) {
  if (has(layout, port, SIDECHAIN)) return true;
  LilvNode *group = lilv_port_get(layout->plugin, port, plug_node(LV2_PORT_GROUPS__group));
  bool result = group && lilv_world_ask(plug_world(), group, plug_node(SIDECHAIN_OF), NULL);
  lilv_node_free(group);
  return result;
}

static void read_audio(plug_layout *layout, const LilvPort *port, plug_port *to) {
  bool is_input = is_a(layout, port, LV2_CORE__InputPort);
  uint32_t *count = is_input ? &layout->info.inputs : &layout->info.outputs;
  if (is_input && is_sidechain(layout, port)) {
    to->role = plug_silence;
  } else if (*count >= 2 && has(layout, port, OPTIONAL)) {
    to->role = plug_nothing;
  } else {
    to->role = is_input ? plug_input : plug_output;
    to->side = (*count)++;
  }
}

// A sequence may be empty, so an effect also runs without the events that a port accepts.
static void read_events(plug_layout *layout, const LilvPort *port, plug_port *to) {
  bool is_input = is_a(layout, port, LV2_CORE__InputPort);
  to->role = is_input ? plug_events_in : plug_events_out;
  LilvNode *size = lilv_port_get(layout->plugin, port, plug_node(LV2_RESIZE_PORT__minimumSize));
  int asked = size && lilv_node_is_int(size) ? lilv_node_as_int(size) : 0;
  to->capacity = asked > 32768 && asked <= 1 << 24 ? (uint32_t)asked : 32768;
  lilv_node_free(size);
  to->sequence = plug_map(NULL, LV2_ATOM__Sequence);
  to->chunk = plug_map(NULL, LV2_ATOM__Chunk);
}

void plug_read_control(plug_layout *layout, const LilvPort *port, uint32_t index, double rate);

// Values that libaha sets for the host's part of a plug-in.
static bool read_designated(plug_layout *layout, const LilvPort *port, plug_port *to) {
  if (is_designated(layout, port, LV2_CORE__enabled)) {
    to->value = 1;
    return true;
  }
  return is_designated(layout, port, LV2_CORE__freeWheeling);
}

static void read_port(plug_layout *layout, uint32_t index, double rate) {
  const LilvPort *port = lilv_plugin_get_port_by_index(layout->plugin, index);
  plug_port *to = &layout->ports[index];
  bool is_input = is_a(layout, port, LV2_CORE__InputPort);
  to->symbol = lilv_node_as_string(lilv_port_get_symbol(layout->plugin, port));
  if (!is_input && !is_a(layout, port, LV2_CORE__OutputPort)) {
    refuse(layout, "its port %s is neither an input nor an output", to->symbol);
  } else if (is_a(layout, port, LV2_CORE__AudioPort)) {
    read_audio(layout, port, to);
  } else if (is_a(layout, port, LV2_CORE__ControlPort)) {
    to->role = plug_value;
    if (is_input && !read_designated(layout, port, to)) {
      plug_read_control(layout, port, index, rate);
    } else if (!is_input && (is_designated(layout, port, LV2_CORE__latency) ||
                             has(layout, port, LV2_CORE__reportsLatency))) {
      layout->latency_port = (int)index;
    }
  } else if (is_a(layout, port, LV2_ATOM__AtomPort)) {
    read_events(layout, port, to);
  } else if (!has(layout, port, OPTIONAL)) {
    refuse(layout, "its port %s has a type that libaha does not have", to->symbol);
  }
}

static void check_features(plug_layout *layout) {
  LilvNodes *needed = lilv_plugin_get_required_features(layout->plugin);
  LILV_FOREACH(nodes, i, needed) {
    const char *uri = lilv_node_as_uri(lilv_nodes_get(needed, i));
    if (!plug_has_feature(uri)) refuse(layout, "it needs the feature %s", uri);
  }
  lilv_nodes_free(needed);
}

static void check(plug_layout *layout) {
  const plug_info *info = &layout->info;
  if (!lilv_plugin_verify(layout->plugin)) refuse(layout, "its description is incomplete");
  check_features(layout);
  // Not lilv's class: that needs the bundle of LV2's own classes in LV2_PATH.
  if (lilv_world_ask(plug_world(), lilv_plugin_get_uri(layout->plugin), plug_node(TYPE),
                     plug_node(LV2_CORE__InstrumentPlugin)))
    refuse(layout, "it is an instrument");
  if (info->inputs == 0) refuse(layout, "it has no audio input");
  if (info->outputs == 0) refuse(layout, "it has no audio output");
  if (info->inputs > 2) refuse(layout, "it has %u audio inputs, not 1 or 2", info->inputs);
  if (info->outputs > 2) refuse(layout, "it has %u audio outputs, not 1 or 2", info->outputs);
}

static void read_texts(plug_layout *layout) {
  plug_info *info = &layout->info;
  LilvNode *name = lilv_plugin_get_name(layout->plugin);
  LilvNode *author = lilv_plugin_get_author_name(layout->plugin);
  info->uri = lilv_node_as_uri(lilv_plugin_get_uri(layout->plugin));
  // plug_map keeps texts for the life of the world.
  info->name = plug_unmap(NULL, plug_map(NULL, name ? lilv_node_as_string(name) : info->uri));
  info->author = plug_unmap(NULL, plug_map(NULL, author ? lilv_node_as_string(author) : ""));
  info->kind = lilv_node_as_string(
      lilv_plugin_class_get_label(lilv_plugin_get_class(layout->plugin)));
  lilv_node_free(name);
  lilv_node_free(author);
  LilvNodes *presets =
      lilv_plugin_get_related(layout->plugin, plug_node(LV2_PRESETS__Preset));
  info->preset_count = presets ? lilv_nodes_size(presets) : 0;
  lilv_nodes_free(presets);
}

static plug_layout *read(const LilvPlugin *plugin, double rate) {
  plug_layout *layout = calloc(1, sizeof *layout);
  uint32_t count = lilv_plugin_get_num_ports(plugin);
  if (!layout) return NULL;
  layout->plugin = plugin;
  layout->port_count = count;
  layout->latency_port = -1;
  layout->ports = calloc(count + 1, sizeof *layout->ports);
  layout->parameters = calloc(count + 1, sizeof *layout->parameters);
  layout->parameter_ports = calloc(count + 1, sizeof *layout->parameter_ports);
  if (!layout->ports || !layout->parameters || !layout->parameter_ports) {
    plug_info_free(&layout->info);
    return NULL;
  }
  layout->info.parameters = layout->parameters;
  read_texts(layout);
  for (uint32_t i = 0; i < count; i++) read_port(layout, i, rate);
  check(layout);
  layout->info.refusal = plug_unmap(NULL, plug_map(NULL, layout->refusal));
  layout->has_state = lilv_plugin_has_extension_data(plugin, plug_node(LV2_STATE__interface));
  layout->has_default_state =
      lilv_plugin_has_feature(plugin, plug_node(LV2_STATE__loadDefaultState));
  return layout;
}

plug_result plug_info_make(const char *uri, double rate, plug_info **info, char *line) {
  plug_lock();
  const LilvPlugin *plugin = plug_find(uri);
  plug_layout *layout = plugin ? read(plugin, rate) : NULL;
  plug_unlock();
  *info = layout ? &layout->info : NULL;
  if (layout) return plug_ok;
  snprintf(line, plug_line_size,
           plugin ? "no memory for the LV2 plug-in %s"
                  : "the LV2 plug-in %s is not installed in a folder of LV2_PATH", uri);
  return plugin ? plug_no_memory : plug_not_found;
}

void plug_info_free(plug_info *info) {
  plug_layout *layout = (plug_layout *)info;
  free(layout->ports);
  free(layout->parameters);
  free(layout->parameter_ports);
  free(layout);
}
