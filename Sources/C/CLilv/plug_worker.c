// The worker of a plug-in: requests run on a thread of the plug-in, or in run() if the engine is
// offline. Responses wait for the end of run().
#include "plug_inner.h"

#include <shims.h>
#include <string.h>

static void copy_in(plug_ring *ring, uint32_t at, const void *data, uint32_t size) {
  for (uint32_t i = 0; i < size; i++)
    ring->bytes[(at + i) % plug_ring_size] = ((const uint8_t *)data)[i];
}

static void copy_out(const plug_ring *ring, uint32_t at, void *data, uint32_t size) {
  for (uint32_t i = 0; i < size; i++)
    ((uint8_t *)data)[i] = ring->bytes[(at + i) % plug_ring_size];
}

bool plug_ring_put(plug_ring *ring, uint32_t size, const void *data) {
  uint32_t at = atomic_load_explicit(&ring->written, memory_order_relaxed);
  uint32_t used = at - atomic_load_explicit(&ring->taken, memory_order_acquire);
  if (!ring->bytes || size > plug_ring_size - sizeof size - used) return false;
  copy_in(ring, at, &size, sizeof size);
  copy_in(ring, at + sizeof size, data, size);
  atomic_store_explicit(&ring->written, at + sizeof size + size, memory_order_release);
  return true;
}

bool plug_ring_take(plug_ring *ring, uint32_t *size, void *data) {
  uint32_t at = atomic_load_explicit(&ring->taken, memory_order_relaxed);
  if (at == atomic_load_explicit(&ring->written, memory_order_acquire)) return false;
  copy_out(ring, at, size, sizeof *size);
  copy_out(ring, at + sizeof *size, data, *size);
  atomic_store_explicit(&ring->taken, at + sizeof *size + *size, memory_order_release);
  return true;
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                 const void *data) {
  plug_side *side = handle;
  bool fits = plug_ring_put(&side->responses, size, data);
  return fits ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE;
}

LV2_Worker_Status plug_schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                const void *data) {
  plug_side *side = handle;
  if (!side->worker || !side->instance) return LV2_WORKER_ERR_UNKNOWN;
  if (side->plug->is_offline)
    return side->worker->work(side->instance->lv2_handle, respond, side, size, data);
  if (!plug_ring_put(&side->requests, size, data)) return LV2_WORKER_ERR_NO_SPACE;
  sem_post(&side->plug->signal);
  return LV2_WORKER_SUCCESS;
}

void plug_respond(plug_side *side) {
  if (!side->worker) return;
  LV2_Handle instance = side->instance->lv2_handle;
  uint32_t size;
  while (plug_ring_take(&side->responses, &size, side->response)) {
    if (side->worker->work_response)
      side->worker->work_response(instance, size, side->response);
  }
  if (side->worker->end_run) side->worker->end_run(instance);
}

static void work(plug_side *side) {
  uint32_t size;
  while (side->worker && plug_ring_take(&side->requests, &size, side->request))
    side->worker->work(side->instance->lv2_handle, respond, side, size, side->request);
}

static void *serve(void *data) {
  plug *plug = data;
  while (true) {
    shim_begin_wait();
    while (sem_wait(&plug->signal) != 0) {}
    shim_end_wait();
    if (atomic_load(&plug->is_ending)) return NULL;
    shim_lock(&plug->control);
    if (atomic_load(&plug->wants_reset)) {
      plug_clear_audio(plug);
      atomic_store(&plug->wants_reset, 0);
    }
    for (uint32_t i = 0; i < plug->side_count; i++) work(&plug->sides[i]);
    pthread_mutex_unlock(&plug->control);
  }
}

bool plug_start_worker(plug *plug) {
  plug->has_thread = shim_start_thread(&plug->thread, serve, plug) == 0;
  return plug->has_thread;
}

void plug_end_worker(plug *plug) {
  if (!plug->has_thread) return;
  atomic_store(&plug->is_ending, 1);
  sem_post(&plug->signal);
  shim_begin_wait();
  pthread_join(plug->thread, NULL);
  shim_end_wait();
  plug->has_thread = false;
}
