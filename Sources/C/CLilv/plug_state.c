// States and presets of a plug-in.
#include "plug_inner.h"

#include <lv2/presets/presets.h>
#include <lv2/state/state.h>
#include <math.h>
#include <shims.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LABEL "http://www.w3.org/2000/01/rdf-schema#label"

static LV2_URID_Map map = {NULL, plug_map};
static LV2_URID_Unmap unmap = {NULL, plug_unmap};

static int parameter_named(const plug *plug, const char *symbol) {
  const plug_info *info = plug_about(plug);
  for (uint32_t i = 0; i < info->parameter_count; i++)
    if (strcmp(info->parameters[i].symbol, symbol) == 0) return (int)i;
  return -1;
}

typedef struct saving {
  const plug *plug;
  const float *values;
} saving;

static const void *value_of(const char *symbol, void *data, uint32_t *size, uint32_t *type) {
  const saving *saving = data;
  int found = parameter_named(saving->plug, symbol);
  *size = found < 0 ? 0 : sizeof(float);
  *type = found < 0 ? 0 : plug_map(NULL, LV2_ATOM__Float);
  return found < 0 ? NULL : &saving->values[found];
}

plug_result plug_save(plug *plug, const float *values, char **text, char *line) {
  saving data = {plug, values};
  plug_side *side = &plug->sides[0];
  shim_lock(&plug->control);
  plug_lock();
  LilvState *state = lilv_state_new_from_instance(
      plug->layout->plugin, side->instance, &map, NULL, NULL, NULL, NULL, value_of, &data,
      LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, side->features);
  char *made = state ? lilv_state_to_string(plug_world(), &map, &unmap, state, "urn:libaha:state",
                                            NULL) : NULL;
  *text = made ? strdup(made) : NULL;
  if (made) lilv_free(made);
  if (state) lilv_state_free(state);
  plug_unlock();
  pthread_mutex_unlock(&plug->control);
  if (!*text) snprintf(line, plug_line_size, "no memory for the state of %s",
                       plug_about(plug)->name);
  return *text ? plug_ok : plug_no_memory;
}

// Waits until the plug-in has faded out; forces it if the engine does not render.
static void pause_run(plug *plug, int wait_ms) {
  const struct timespec pause = {0, 1000000};
  int asked = plug_asked;
  atomic_store(&plug->mode, plug_asked);
  while (wait_ms-- > 0 && atomic_load(&plug->mode) == plug_asked) nanosleep(&pause, NULL);
  atomic_compare_exchange_strong(&plug->mode, &asked, plug_quiet);
  while (atomic_load(&plug->is_running)) nanosleep(&pause, NULL);
}

typedef struct restoring {
  const plug *plug;
  plug_set_fn set;
  void *user_data;
} restoring;

static void set_value(const char *symbol, void *data, const void *value, uint32_t size,
                      uint32_t type) {
  const restoring *to = data;
  int found = parameter_named(to->plug, symbol);
  double number = NAN;
  if (size == 4 && type == plug_map(NULL, LV2_ATOM__Float)) number = *(const float *)value;
  if (size == 8 && type == plug_map(NULL, LV2_ATOM__Double)) number = *(const double *)value;
  bool is_int = type == plug_map(NULL, LV2_ATOM__Int) || type == plug_map(NULL, LV2_ATOM__Bool);
  if (size == 4 && is_int) number = *(const int32_t *)value;
  if (size == 8 && type == plug_map(NULL, LV2_ATOM__Long)) number = (double)*(const int64_t *)value;
  if (found < 0 || !isfinite(number)) return;
  const plug_parameter *parameter = &plug_about(to->plug)->parameters[found];
  float result = fminf(fmaxf((float)number, parameter->minimum), parameter->maximum);
  to->set(to->user_data, (uint32_t)found, parameter->curve == 2 ? rintf(result) : result);
}

// The values of ports are the engine's: lilv gets no instance for them.
static void restore(plug *plug, const LilvState *state, int wait_ms, restoring *to) {
  if (plug->layout->has_state) {
    pause_run(plug, wait_ms);
    for (uint32_t i = 0; i < plug->side_count; i++) {
      plug_side *side = &plug->sides[i];
      lilv_state_restore(state, side->instance, NULL, NULL, 0, side->features);
    }
    atomic_store(&plug->mode, plug_runs);
  }
  lilv_state_restore(state, NULL, set_value, to, 0, NULL);
}

// The worker waits, then other users of lilv: always in this order.
static void enter(plug *plug) {
  shim_lock(&plug->control);
  plug_lock();
}

static void leave(plug *plug) {
  plug_unlock();
  pthread_mutex_unlock(&plug->control);
}

static bool is_for(const LilvState *state, const plug *plug) {
  const LilvNode *uri = lilv_state_get_plugin_uri(state);
  return uri && strcmp(lilv_node_as_uri(uri), plug_about(plug)->uri) == 0;
}

plug_result plug_restore(plug *plug, const char *text, int wait_ms, plug_set_fn set,
                         void *user_data, char *line) {
  restoring to = {plug, set, user_data};
  enter(plug);
  LilvState *state = lilv_state_new_from_string(plug_world(), &map, text);
  bool fits = state && is_for(state, plug);
  if (fits) restore(plug, state, wait_ms, &to);
  if (state) lilv_state_free(state);
  leave(plug);
  if (!fits) snprintf(line, plug_line_size, "the text is not a state of the LV2 plug-in %s",
                      plug_about(plug)->name);
  return fits ? plug_ok : plug_invalid;
}

plug_result plug_restore_preset(plug *plug, const char *uri, int wait_ms, plug_set_fn set,
                                void *user_data, char *line) {
  restoring to = {plug, set, user_data};
  enter(plug);
  LilvNode *node = lilv_new_uri(plug_world(), uri);
  if (node) lilv_world_load_resource(plug_world(), node);
  LilvState *state = node ? lilv_state_new_from_world(plug_world(), &map, node) : NULL;
  bool fits = state && is_for(state, plug);
  if (fits) restore(plug, state, wait_ms, &to);
  if (state) lilv_state_free(state);
  lilv_node_free(node);
  leave(plug);
  if (!fits) snprintf(line, plug_line_size, "the LV2 plug-in %s has no preset %s",
                      plug_about(plug)->name, uri);
  return fits ? plug_ok : plug_not_found;
}

static const char *title_of(const LilvNode *preset) {
  lilv_world_load_resource(plug_world(), preset);
  LilvNode *label = lilv_world_get(plug_world(), preset, plug_node(LABEL), NULL);
  const char *title = label ? lilv_node_as_string(label) : lilv_node_as_string(preset);
  title = plug_unmap(NULL, plug_map(NULL, title));
  lilv_node_free(label);
  return title;
}

typedef struct preset {
  const char *uri, *title;
} preset;

static int compare(const void *one, const void *other) {
  const preset *first = one, *second = other;
  int order = strcmp(first->title, second->title);
  return order ? order : strcmp(first->uri, second->uri);
}

plug_result plug_presets(const char *uri, void (*take)(void *, const char *, const char *),
                         void *user_data, char *line) {
  plug_lock();
  const LilvPlugin *plugin = plug_find(uri);
  LilvNodes *nodes =
      plugin ? lilv_plugin_get_related(plugin, plug_node(LV2_PRESETS__Preset)) : NULL;
  uint32_t count = 0;
  preset *found = calloc((nodes ? lilv_nodes_size(nodes) : 0) + 1, sizeof *found);
  if (nodes && found) LILV_FOREACH(nodes, i, nodes) {
    const LilvNode *node = lilv_nodes_get(nodes, i);
    const char *name = plug_unmap(NULL, plug_map(NULL, lilv_node_as_uri(node)));
    const char *title = title_of(node);
    if (name && title) found[count++] = (preset){name, title};
  }
  lilv_nodes_free(nodes);
  plug_unlock();
  if (found) qsort(found, count, sizeof *found, compare);
  for (uint32_t i = 0; i < count; i++) take(user_data, found[i].uri, found[i].title);
  free(found);
  if (!plugin) snprintf(line, plug_line_size,
                        "the LV2 plug-in %s is not installed in a folder of LV2_PATH", uri);
  return plugin ? plug_ok : plug_not_found;
}
