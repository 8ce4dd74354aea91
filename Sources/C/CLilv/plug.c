// An instance of a plug-in: its buffers, and the calls of the audio thread.
#include "plug_inner.h"

#include <shims.h>
#include <stdlib.h>
#include <string.h>

const plug_info *plug_about(const plug *plug) { return &plug->layout->info; }

static bool make_buffers(plug *plug) {
  const plug_layout *layout = plug->layout;
  float *memory = calloc(5 * plug_max_frames, sizeof *memory);
  plug->inputs[0] = memory;
  plug->values = calloc(layout->port_count + 1, sizeof *plug->values);
  plug->events = calloc(layout->port_count + 1, sizeof *plug->events);
  if (!memory || !plug->values || !plug->events) return false;
  plug->inputs[1] = memory + plug_max_frames;
  plug->outputs[0] = memory + 2 * plug_max_frames;
  plug->outputs[1] = memory + 3 * plug_max_frames;
  plug->silence = memory + 4 * plug_max_frames;
  for (uint32_t i = 0; i < layout->port_count; i++) {
    const plug_port *port = &layout->ports[i];
    plug->values[i] = port->value;
    if (port->role != plug_events_in && port->role != plug_events_out) continue;
    plug->events[i] = calloc(1, port->capacity + sizeof(LV2_Atom_Sequence));
    if (!plug->events[i]) return false;
  }
  return true;
}

static void *place_of(plug *plug, uint32_t side, uint32_t index) {
  const plug_port *port = &plug->layout->ports[index];
  switch (port->role) {
    case plug_value: return &plug->values[index];
    case plug_input: return plug->inputs[plug->side_count == 2 ? side : port->side];
    case plug_output: return plug->outputs[plug->side_count == 2 ? side : port->side];
    case plug_silence: return plug->silence;
    case plug_events_in:
    case plug_events_out: return plug->events[index];
    case plug_nothing: break;
  }
  return NULL;
}

// A mono plug-in has an instance for each side.
static bool make_side(plug *plug, uint32_t number, double rate) {
  plug_side *side = &plug->sides[number];
  side->plug = plug;
  plug_fill_features(side, rate);
  side->instance = lilv_plugin_instantiate(plug->layout->plugin, rate, side->features);
  if (!side->instance) return false;
  shim_guard_exit_after_loads();
  side->worker = lilv_instance_get_extension_data(side->instance, LV2_WORKER__interface);
  if (side->worker) {
    uint8_t *memory = calloc(4, plug_ring_size);
    if (!memory) return false;
    side->requests.bytes = memory;
    side->responses.bytes = memory + plug_ring_size;
    side->request = memory + 2 * plug_ring_size;
    side->response = memory + 3 * plug_ring_size;
  }
  for (uint32_t i = 0; i < plug->layout->port_count; i++)
    lilv_instance_connect_port(side->instance, i, place_of(plug, number, i));
  return true;
}

static bool make_sides(plug *plug, double rate) {
  const plug_info *info = plug_about(plug);
  plug->side_count = info->inputs == 1 && info->outputs == 1 ? 2 : 1;
  plug_lock();
  bool is_made = make_buffers(plug);
  for (uint32_t i = 0; i < plug->side_count && is_made; i++) is_made = make_side(plug, i, rate);
  plug_unlock();
  if (!is_made) return false;
  for (uint32_t i = 0; i < plug->side_count; i++) lilv_instance_activate(plug->sides[i].instance);
  return plug->is_offline || plug_start_worker(plug);
}

static plug_result refused(const plug_info *info, char *line) {
  snprintf(line, plug_line_size, "the LV2 plug-in %s cannot be an effect: %s", info->name,
           info->refusal);
  return plug_unsupported;
}

// Makes the values of a default state the parameters' defaults.
static void adopt(void *user_data, uint32_t parameter, float value) {
  ((plug *)user_data)->layout->parameters[parameter].standard = value;
}

plug_result plug_make(const char *uri, double rate, int is_offline, plug **out, char *line) {
  plug_info *info;
  plug_result result = plug_info_make(uri, rate, &info, line);
  *out = NULL;
  if (result != plug_ok) return result;
  plug *made = info->refusal[0] ? NULL : calloc(1, sizeof *made);
  if (!made) {
    result = info->refusal[0] ? refused(info, line) : plug_no_memory;
    plug_info_free(info);
    return result;
  }
  made->layout = (plug_layout *)info;
  made->is_offline = is_offline;
  made->gain = 1;
  pthread_mutex_init(&made->control, NULL);
  sem_init(&made->signal, 0, 0);
  if (!make_sides(made, rate)) {
    snprintf(line, plug_line_size, "the LV2 plug-in %s cannot be started: its library is missing "
             "or broken, or it refused", uri);
    plug_free(made);
    return plug_unsupported;
  }
  if (made->layout->has_default_state)
    plug_restore_preset(made, uri, 0, adopt, made, line);
  *out = made;
  return plug_ok;
}

void plug_free(plug *plug) {
  plug_end_worker(plug);
  for (uint32_t i = 0; i < plug->side_count; i++)
    if (plug->sides[i].instance) lilv_instance_deactivate(plug->sides[i].instance);
  plug_lock();
  for (uint32_t i = 0; i < plug->side_count; i++) {
    if (plug->sides[i].instance) lilv_instance_free(plug->sides[i].instance);
    free(plug->sides[i].requests.bytes);
  }
  plug_unlock();
  for (uint32_t i = 0; i < plug->layout->port_count && plug->events; i++) free(plug->events[i]);
  free(plug->events);
  free(plug->values);
  free(plug->inputs[0]);
  sem_destroy(&plug->signal);
  pthread_mutex_destroy(&plug->control);
  plug_info_free(&plug->layout->info);
  free(plug);
}

// MARK: Audio

static void empty_events(plug *plug) {
  for (uint32_t i = 0; i < plug->layout->port_count; i++) {
    const plug_port *port = &plug->layout->ports[i];
    LV2_Atom_Sequence *events = plug->events[i];
    if (!events) continue;
    bool is_input = port->role == plug_events_in;
    events->atom.size = is_input ? sizeof events->body : port->capacity;
    events->atom.type = is_input ? port->sequence : port->chunk;
    events->body = (LV2_Atom_Sequence_Body){0, 0};
  }
}

static void fill_inputs(plug *plug, const float *left, const float *right, uint32_t frames) {
  bool is_mono = plug->side_count == 1 && plug_about(plug)->inputs == 1;
  for (uint32_t i = 0; i < frames; i++) {
    plug->inputs[0][i] = is_mono ? 0.5f * (left[i] + right[i]) : left[i];
    plug->inputs[1][i] = right[i];
  }
}

static void take_outputs(plug *plug, float *left, float *right, uint32_t frames) {
  bool is_mono = plug->side_count == 1 && plug_about(plug)->outputs == 1;
  memcpy(left, plug->outputs[0], frames * sizeof *left);
  memcpy(right, plug->outputs[is_mono ? 0 : 1], frames * sizeof *right);
}

static void run(plug *plug, uint32_t frames) {
  empty_events(plug);
  for (uint32_t i = 0; i < plug->side_count; i++) {
    lilv_instance_run(plug->sides[i].instance, frames);
    plug_respond(&plug->sides[i]);
  }
  plug->is_dirty = true;
}

// Fades to silence before a state is restored, and back afterwards, in 480 frames.
static void fade(plug *plug, float *left, float *right, uint32_t frames) {
  bool ends = atomic_load(&plug->mode) == plug_asked;
  float goal = ends ? 0 : 1, step = ends ? -1.0f / 480 : 1.0f / 480;
  if (plug->gain == goal && goal == 1) return;
  for (uint32_t i = 0; i < frames; i++) {
    if (plug->gain != goal) plug->gain += step;
    if (ends ? plug->gain < 0 : plug->gain > 1) plug->gain = goal;
    left[i] *= plug->gain;
    right[i] *= plug->gain;
  }
  int asked = plug_asked;
  if (ends && plug->gain == 0) atomic_compare_exchange_strong(&plug->mode, &asked, plug_quiet);
}

int32_t plug_process(void *data, float *left, float *right, uint32_t frames, const float *values) {
  plug *plug = data;
  if (frames > plug_max_frames) return -1;
  // Order: plug_restore changes the mode, then reads is_running.
  atomic_store(&plug->is_running, 1);
  if (atomic_load(&plug->mode) == plug_quiet || atomic_load(&plug->wants_reset)) {
    memset(left, 0, frames * sizeof *left);
    memset(right, 0, frames * sizeof *right);
    plug->gain = 0;
  } else {
    for (uint32_t i = 0; i < plug_about(plug)->parameter_count; i++)
      plug->values[plug->layout->parameter_ports[i]] = values[i];
    fill_inputs(plug, left, right, frames);
    run(plug, frames);
    take_outputs(plug, left, right, frames);
    fade(plug, left, right, frames);
  }
  atomic_store(&plug->is_running, 0);
  return 0;
}

void plug_clear_audio(plug *plug) {
  for (uint32_t i = 0; i < plug->side_count; i++) {
    lilv_instance_deactivate(plug->sides[i].instance);
    lilv_instance_activate(plug->sides[i].instance);
  }
}

// deactivate() and activate() may allocate, so a live plug-in's thread calls them.
void plug_reset(void *data) {
  plug *plug = data;
  if (!plug->is_dirty) return;
  plug->is_dirty = false;
  if (plug->is_offline) return plug_clear_audio(plug);
  atomic_store(&plug->wants_reset, 1);
  sem_post(&plug->signal);
}

uint32_t plug_measure_latency(plug *plug, const float *values) {
  int port = plug->layout->latency_port;
  for (uint32_t i = 0; i < plug_about(plug)->parameter_count; i++)
    plug->values[plug->layout->parameter_ports[i]] = values[i];
  memset(plug->inputs[0], 0, 2 * plug_max_frames * sizeof(float));
  run(plug, plug_max_frames);
  plug_clear_audio(plug);
  plug->is_dirty = false;
  float frames = port < 0 ? 0 : plug->values[port];
  return frames > 0 && frames <= 1 << 20 ? (uint32_t)(frames + 0.5f) : 0;
}
