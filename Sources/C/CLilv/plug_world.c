// lilv's world, its nodes, and the map of URIs to numbers.
#include "plug_inner.h"

#include <shims.h>
#include <stdlib.h>
#include <string.h>

int late_load_lilv(char *text, size_t size);

static pthread_mutex_t lock;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static LilvWorld *world;
static const LilvPlugin **plugins;
static uint32_t plugin_count;

static void make_lock(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  pthread_mutexattr_destroy(&kind);
}

void plug_lock(void) {
  pthread_once(&once, make_lock);
  shim_lock(&lock);
}
void plug_unlock(void) { pthread_mutex_unlock(&lock); }

LilvWorld *plug_world(void) { return world; }

// The list of names grows, so readers of a name hold the lock of the names.
typedef struct names {
  char **texts;
  LilvNode **nodes;
  uint32_t count, capacity;
} names;

static names uris;
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;

// The number of a name from 1; 0 without memory.
static uint32_t number_of(const char *uri) {
  for (uint32_t i = 0; i < uris.count; i++)
    if (strcmp(uris.texts[i], uri) == 0) return i + 1;
  if (uris.count == uris.capacity) {
    uint32_t wanted = uris.capacity * 2 + 128;
    char **texts = realloc(uris.texts, wanted * sizeof *texts);
    if (texts) uris.texts = texts;
    LilvNode **nodes = realloc(uris.nodes, wanted * sizeof *nodes);
    if (nodes) uris.nodes = nodes;
    if (!texts || !nodes) return 0;
    uris.capacity = wanted;
  }
  uris.nodes[uris.count] = NULL;
  uris.texts[uris.count] = strdup(uri);
  return uris.texts[uris.count] ? ++uris.count : 0;
}

uint32_t plug_map(void *unused, const char *uri) {
  (void)unused;
  if (!uri) return 0;
  shim_lock(&names_lock);
  uint32_t number = number_of(uri);
  pthread_mutex_unlock(&names_lock);
  return number;
}

const char *plug_unmap(void *unused, uint32_t urid) {
  (void)unused;
  shim_lock(&names_lock);
  const char *text = urid > 0 && urid <= uris.count ? uris.texts[urid - 1] : NULL;
  pthread_mutex_unlock(&names_lock);
  return text;
}

const LilvNode *plug_node(const char *uri) {
  shim_lock(&names_lock);
  uint32_t number = number_of(uri);
  LilvNode **place = number ? &uris.nodes[number - 1] : NULL;
  if (place && !*place) *place = lilv_new_uri(world, uri);
  const LilvNode *node = place ? *place : NULL;
  pthread_mutex_unlock(&names_lock);
  return node;
}

static plug_result no_memory(char *line) {
  strcpy(line, "no memory for the descriptions of LV2 plug-ins");
  return plug_no_memory;
}

static plug_result load(char *line) {
  if (late_load_lilv(line, plug_line_size) != 0) return plug_unsupported;
  LilvWorld *made = lilv_world_new();
  if (!made) return no_memory(line);
  lilv_world_load_all(made);
  const LilvPlugins *all = lilv_world_get_all_plugins(made);
  plugins = malloc((lilv_plugins_size(all) + 1) * sizeof *plugins);
  if (!plugins) {
    lilv_world_free(made);
    return no_memory(line);
  }
  LILV_FOREACH(plugins, i, all) plugins[plugin_count++] = lilv_plugins_get(all, i);
  world = made;
  return plug_ok;
}

plug_result plug_load(char *line) {
  plug_lock();
  plug_result result = world ? plug_ok : load(line);
  plug_unlock();
  return result;
}

uint32_t plug_count(void) { return plugin_count; }

const char *plug_uri_at(uint32_t index) {
  if (index >= plugin_count) return NULL;
  plug_lock();
  const char *uri = lilv_node_as_uri(lilv_plugin_get_uri(plugins[index]));
  plug_unlock();
  return uri;
}

const LilvPlugin *plug_find(const char *uri) {
  for (uint32_t i = 0; i < plugin_count; i++)
    if (strcmp(lilv_node_as_uri(lilv_plugin_get_uri(plugins[i])), uri) == 0) return plugins[i];
  return NULL;
}
