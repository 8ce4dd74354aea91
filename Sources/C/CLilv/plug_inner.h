// Shared by the files of this module.
#ifndef AHA_PLUG_INNER_H
#define AHA_PLUG_INNER_H

#include "clilv.h"

#include <lilv-0/lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/worker/worker.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

// The connection of a port.
typedef enum plug_role {
  plug_nothing,
  // A float: a parameter, an output of the plug-in, or a fixed value.
  plug_value,
  plug_input,
  plug_output,
  // An input of silence.
  plug_silence,
  // Sequences of atoms: always empty, and ignored.
  plug_events_in,
  plug_events_out
} plug_role;

typedef struct plug_port {
  plug_role role;
  // Side of an input or output.
  uint32_t side;
  // Of a plug_value.
  float value;
  const char *symbol;
  // Of events: bytes of the body, and the types of sequences and of empty space.
  uint32_t capacity, sequence, chunk;
} plug_port;

// plug_info with the ports.
typedef struct plug_layout {
  plug_info info;
  const LilvPlugin *plugin;
  plug_parameter *parameters;
  // The port of each parameter.
  uint32_t *parameter_ports;
  plug_port *ports;
  uint32_t port_count;
  // -1: none.
  int latency_port;
  bool has_state;
  bool has_default_state;
  char refusal[plug_line_size];
} plug_layout;

// lilv is not safe for threads: every call of it holds this recursive lock.
void plug_lock(void);
void plug_unlock(void);
LilvWorld *plug_world(void);
// Under the lock.
const LilvPlugin *plug_find(const char *uri);
// A node for a URI that lives as long as the world. Under the lock.
const LilvNode *plug_node(const char *uri);

// Whether libaha has a feature.
bool plug_has_feature(const char *uri);

uint32_t plug_map(void *unused, const char *uri);
const char *plug_unmap(void *unused, uint32_t urid);

// A byte ring for one writer and one reader, with messages of a size and a body.
enum { plug_ring_size = 1 << 16 };
typedef struct plug_ring {
  _Atomic uint32_t written, taken;
  uint8_t *bytes;
} plug_ring;
bool plug_ring_put(plug_ring *ring, uint32_t size, const void *data);
// Copies the next message to `data` of plug_ring_size bytes; false if the ring is empty.
bool plug_ring_take(plug_ring *ring, uint32_t *size, void *data);

// One LilvInstance; a mono plug-in has one for each side.
typedef struct plug_side {
  struct plug *plug;
  LilvInstance *instance;
  const LV2_Worker_Interface *worker;
  LV2_Worker_Schedule schedule;
  LV2_Feature schedule_feature;
  const LV2_Feature *features[16];
  plug_ring requests, responses;
  // A request in the worker, a response in the audio thread.
  uint8_t *request, *response;
} plug_side;

// Whether the plug-in runs, is asked to fade out, or is silent.
enum { plug_runs, plug_asked, plug_quiet };

struct plug {
  plug_layout *layout;
  plug_side sides[2];
  uint32_t side_count;
  bool is_offline, is_dirty;
  // Gain after a pause.
  float gain;
  float *values;
  float *inputs[2], *outputs[2], *silence;
  void **events;
  // plug_runs…; changed to plug_quiet by the audio thread, or by force.
  _Atomic int mode;
  _Atomic int is_running;
  _Atomic int wants_reset;
  // Excludes the worker while a state is restored.
  pthread_mutex_t control;
  pthread_t thread;
  sem_t signal;
  _Atomic int is_ending;
  bool has_thread;
};

LV2_Worker_Status plug_schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                const void *data);
// Delivers responses after run(). Thread: audio.
void plug_respond(plug_side *side);
bool plug_start_worker(plug *plug);
void plug_end_worker(plug *plug);
void plug_clear_audio(plug *plug);
// The features of each instance; `options` points to static values.
void plug_fill_features(plug_side *side, double sample_rate);

#endif
