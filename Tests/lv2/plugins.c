/* LV2 plug-ins with exactly known behavior. Ports: 0 and 1 audio inputs, 2 and 3 audio outputs, 4 a
 * control input, 5 a control output.
 *
 *   gain     multiplies by its control
 *   delay    mono: delays by 64 frames, and reports them
 *   midi     gain with events at port 5; silent if they are not an empty sequence
 *   worker   asks its worker for a gain of control * factor; factor is its state */
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdlib.h>
#include <string.h>

enum { DELAY = 64 };

typedef struct {
  float *ports[6];
  float line[DELAY];
  int place;
  /* Of the worker. */
  float asked, gain;
  int32_t factor;
  const LV2_Worker_Schedule *schedule;
  const LV2_URID_Map *map;
} state;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *path,
                              const LV2_Feature *const *features) {
  (void)rate, (void)path;
  if (strstr(descriptor->URI, "refusing")) return NULL;
  state *made = calloc(1, sizeof *made);
  made->factor = 1;
  for (; *features; features++) {
    if (strcmp((*features)->URI, LV2_WORKER__schedule) == 0) made->schedule = (*features)->data;
    if (strcmp((*features)->URI, LV2_URID__map) == 0) made->map = (*features)->data;
  }
  return made;
}

static void connect(LV2_Handle handle, uint32_t port, void *data) {
  if (port < 6) ((state *)handle)->ports[port] = data;
}

static void activate(LV2_Handle handle) {
  state *plugin = handle;
  memset(plugin->line, 0, sizeof plugin->line);
  plugin->place = 0;
}

static void gain(LV2_Handle handle, uint32_t frames) {
  state *plugin = handle;
  for (uint32_t i = 0; i < frames; i++) {
    plugin->ports[2][i] = plugin->ports[0][i] * *plugin->ports[4];
    plugin->ports[3][i] = plugin->ports[1][i] * *plugin->ports[4];
  }
}

static void midi(LV2_Handle handle, uint32_t frames) {
  state *plugin = handle;
  const LV2_Atom_Sequence *events = (const LV2_Atom_Sequence *)plugin->ports[5];
  LV2_URID kind = plugin->map->map(plugin->map->handle, LV2_ATOM__Sequence);
  float level = *plugin->ports[4];
  if (!events || events->atom.type != kind || events->atom.size != sizeof events->body)
    *plugin->ports[4] = 0;
  gain(handle, frames);
  *plugin->ports[4] = level;
}

static void delay(LV2_Handle handle, uint32_t frames) {
  state *plugin = handle;
  for (uint32_t i = 0; i < frames; i++) {
    float late = plugin->line[plugin->place];
    plugin->line[plugin->place] = plugin->ports[0][i];
    plugin->ports[2][i] = late;
    plugin->place = (plugin->place + 1) % DELAY;
  }
  *plugin->ports[5] = DELAY;
}

static void worker(LV2_Handle handle, uint32_t frames) {
  state *plugin = handle;
  for (uint32_t i = 0; i < frames; i++) {
    plugin->ports[2][i] = plugin->ports[0][i] * plugin->gain;
    plugin->ports[3][i] = plugin->ports[1][i] * plugin->gain;
  }
  float now = *plugin->ports[4] * (float)plugin->factor;
  if (now == plugin->asked) return;
  if (plugin->schedule->schedule_work(plugin->schedule->handle, sizeof now, &now) ==
      LV2_WORKER_SUCCESS)
    plugin->asked = now;
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle to, uint32_t size, const void *data) {
  (void)handle;
  return respond(to, size, data);
}

static LV2_Worker_Status respond(LV2_Handle handle, uint32_t size, const void *data) {
  if (size == sizeof(float)) memcpy(&((state *)handle)->gain, data, size);
  return LV2_WORKER_SUCCESS;
}

static LV2_URID number(state *plugin, const char *uri) {
  return plugin->map->map(plugin->map->handle, uri);
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store,
                             LV2_State_Handle to, uint32_t flags,
                             const LV2_Feature *const *features) {
  (void)flags, (void)features;
  state *plugin = handle;
  return store(to, number(plugin, "urn:aha-test:factor"), &plugin->factor, sizeof plugin->factor,
               number(plugin, LV2_ATOM__Int), LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle from, uint32_t flags,
                                const LV2_Feature *const *features) {
  (void)features;
  state *plugin = handle;
  size_t size = 0;
  uint32_t type = 0;
  const void *found = retrieve(from, number(plugin, "urn:aha-test:factor"), &size, &type, &flags);
  if (found && size == sizeof plugin->factor) memcpy(&plugin->factor, found, size);
  return LV2_STATE_SUCCESS;
}

static void end(LV2_Handle handle) { free(handle); }

static const void *extension(const char *uri) {
  static const LV2_Worker_Interface working = {work, respond, NULL};
  static const LV2_State_Interface states = {save, restore};
  if (strcmp(uri, LV2_WORKER__interface) == 0) return &working;
  return strcmp(uri, LV2_STATE__interface) == 0 ? &states : NULL;
}

static const void *none(const char *uri) {
  (void)uri;
  return NULL;
}

static const LV2_Descriptor plugins[] = {
  {"urn:aha-test:gain", instantiate, connect, NULL, gain, NULL, end, none},
  {"urn:aha-test:midi", instantiate, connect, NULL, midi, NULL, end, none},
  {"urn:aha-test:delay", instantiate, connect, activate, delay, NULL, end, none},
  {"urn:aha-test:worker", instantiate, connect, NULL, worker, NULL, end, extension},
  {"urn:aha-test:refusing", instantiate, connect, NULL, gain, NULL, end, none},
};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index < sizeof plugins / sizeof *plugins ? &plugins[index] : NULL;
}
