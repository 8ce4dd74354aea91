/* Numbers, texts, bytes, structures and host functions for the fuzzer of calls. */
#ifndef AHA_TEST_CALLS_VALUES_H
#define AHA_TEST_CALLS_VALUES_H

#include "calls.h"
#include <math.h>
#include <stdint.h>

static char token[1]; /* for user_data */
static float frames_in[FRAMES * MAX_CHANNELS];
static uint8_t sound_bytes[44 + FRAMES * 2]; /* a WAV file */
static const char piece_bytes[] = "{\"title\": \"Tone\", \"length_us\": 85333, \"tempo\": 120}";
static const char *const two_texts[] = {"sounds", "sounds/deep", NULL};

/* Memory valid during the call. */
static void *room(caller *c, size_t size) {
  void *bytes = calloc(1, size > 0 ? size : 1);
  if (bytes == NULL || c->room_count == ROOMS) exit(3);
  return c->rooms[c->room_count++] = bytes;
}

static int64_t odd_whole(caller *c) {
  static const int64_t numbers[] = {
    -1, 0, 1, 2, 255, 256, 65535, 65536, 1 << 24, INT32_MAX, INT32_MIN, UINT32_MAX,
    (int64_t)1 << 48, INT64_MAX, INT64_MIN, INT64_MAX - 1};
  uint32_t kind = below(c, COUNT_OF(numbers) + 4);
  return kind < COUNT_OF(numbers) ? numbers[kind] : (int64_t)random_bits(c);
}

static int64_t legal_parameter(caller *c) {
  return (int64_t)(1 + below(c, 9)) << 8 | below(c, 5);
}

/* A number for a parameter or field of that name. */
static int64_t whole(caller *c, const char *name, int is_long) {
  static const uint32_t rates[] = {0, 8000, 44100, 48000, 96000};
  if (strcmp(name, "timeout_ms") == 0) return below(c, 20); /* a negative one never ends */
  if (strcmp(name, "reserved") == 0) return odd(c) ? odd_whole(c) : 0;
  if (odd(c)) return odd_whole(c);
  if (strcmp(name, "parameter") == 0) return legal_parameter(c);
  if (strcmp(name, "sample_rate") == 0) return rates[below(c, COUNT_OF(rates))];
  if (strcmp(name, "channels") == 0) return 1 + below(c, 2);
  if (strstr(name, "timeout") != NULL) return 1 + below(c, 200);
  if (strncmp(name, "max_", 4) == 0) return below(c, 2) ? 0 : 1 + below(c, 64);
  if (strcmp(name, "owner_kind") == 0) return 1 + below(c, 3);
  if (strcmp(name, "index") == 0) return below(c, 2) ? 0 : below(c, 4);
  if (strstr(name, "kind") != NULL) return below(c, 10);
  if (is_long) return below(c, 2) ? below(c, 8) : below(c, 2000000);
  return below(c, 3) ? below(c, 4) : below(c, 64);
}

static double real(caller *c) {
  static const double odd_ones[] = {NAN, INFINITY, -INFINITY, 1e30, -1e30, 1e-40, -0.0, 1e300};
  static const double plain[] = {0, 1, -1, 0.5, -6, 120, 440, 1000};
  if (odd(c)) return odd_ones[below(c, COUNT_OF(odd_ones))];
  return plain[below(c, COUNT_OF(plain))];
}

static const char *odd_text(caller *c) {
  static const char *const texts[] = {
    "", " ", "\xff\xfe\x80", "a\nb", "%s%n", "../../..", "no/such/folder/x.wav", "sounds",
    "http://127.0.0.1:1/x", "https://localhost:1/", "\xe2\x80\xae", "x.wav\x01", "-1", "NaN"};
  uint32_t kind = below(c, COUNT_OF(texts) + 2);
  if (kind < COUNT_OF(texts)) return texts[kind];
  if (kind == COUNT_OF(texts)) return NULL;
  size_t length = below(c, 70000);
  return memset(room(c, length + 1), 'a' + (int)below(c, 26), length);
}

/* A text for a parameter or field of that name. All paths are inside the folder. */
static const char *a_text(caller *c, const char *name) {
  static const char *const paths[] = {
    "sounds/tone.wav", "out.wav", "out.flac", "out.ogg", "piece.json", "out.png", "sounds", "drops",
    "no.wav", "take.wav"};
  static const char *const urls[] = {"http://127.0.0.1:1/a", "http://localhost:1/feed.json", "out"};
  static const char *const words[] = {"tone", "en-US", "Ann", "dropbox", "GET", "C major", "0"};
  if (odd(c)) return odd_text(c);
  /* SQLite does not survive another file in the place of an open database, so no sound is saved
   * there. */
  if (strcmp(c->function, "aha_library_open") == 0) return "library";
  if (strcmp(c->function, "aha_project_create") == 0 ||
      strcmp(c->function, "aha_project_open") == 0)
    return below(c, 2) ? "song.aha" : "b.aha";
  if (strcmp(c->function, "aha_track_add") == 0) return "sounds/tone.wav";
  if (strstr(name, "url") || strstr(name, "place") || strstr(name, "link") ||
      strstr(name, "resource") || strstr(name, "proxy"))
    return urls[below(c, COUNT_OF(urls))];
  if (strstr(name, "path") || strstr(name, "folder") || strstr(name, "file"))
    return paths[below(c, COUNT_OF(paths))];
  if (strstr(name, "application_id")) return "org.example.fuzz";
  return below(c, 4) ? words[below(c, COUNT_OF(words))] : NULL;
}

/* A structure with its size, in memory of exactly that size; most are valid. */
static void *sized(caller *c, const void *fields, size_t size, int is_device) {
  size_t claimed = size, least = is_device ? 16 : 0; /* the device's id stays */
  if (odd(c)) claimed = below(c, 30) ? least + below(c, (uint32_t)(size + 9 - least)) : SIZE_MAX;
  size_t there = claimed < sizeof claimed ? sizeof claimed : claimed <= size + 8 ? claimed : size;
  uint8_t *bytes = room(c, there);
  memcpy(bytes, fields, there < size ? there : size);
  memcpy(bytes, &claimed, sizeof claimed);
  c->is_illegal |= claimed < 16 || claimed % 8 != 0 || claimed > 4096;
  return bytes;
}

/* Bytes that stay valid: a stream may borrow them. */
static const void *bytes_in(caller *c, size_t *size) {
  if (below(c, 3) == 0) return *size = sizeof piece_bytes - 1, piece_bytes;
  *size = below(c, 2) ? sizeof sound_bytes : below(c, sizeof sound_bytes);
  if (!odd(c)) return sound_bytes;
  if (below(c, 2)) *size = 0;
  return *size == 0 && below(c, 2) ? NULL : sound_bytes;
}

static void *bytes_out(caller *c, size_t *capacity) {
  *capacity = below(c, 3) ? 256 : below(c, 20);
  return odd(c) ? NULL : room(c, *capacity);
}

/* Functions of a host that misbehaves at times. */
static _Atomic uint64_t host_calls;
static _Atomic int64_t host_place;

static int fails(void) { return atomic_fetch_add(&host_calls, 1) % 61 == 60; }

static int64_t on_aha_stream_callbacks_read(void *data, void *bytes, int64_t size) {
  int64_t place = atomic_load(&host_place), left = (int64_t)sizeof sound_bytes - place;
  (void)data;
  if (fails()) return atomic_load(&host_calls) % 2 ? -1 : size + 1; /* more than requested */
  if (left <= 0 || place < 0) return 0;
  if (size > left) size = left;
  memcpy(bytes, sound_bytes + place, (size_t)size);
  atomic_store(&host_place, place + size);
  return size;
}
static int64_t on_aha_stream_callbacks_write(void *data, const void *bytes, int64_t size) {
  return (void)data, (void)bytes, fails() ? -5 : size;
}
static int64_t on_aha_stream_callbacks_seek(void *data, int64_t offset) {
  (void)data;
  atomic_store(&host_place, offset);
  return fails() ? offset - 1 : offset;
}
static int64_t on_aha_stream_callbacks_length(void *data) {
  return (void)data, fails() ? INT64_MIN : (int64_t)sizeof sound_bytes;
}
static int64_t on_aha_store_callbacks_load(void *data, const char *provider, const char *name,
                                           void *bytes, size_t capacity) {
  (void)data, (void)provider, (void)name;
  if (bytes != NULL) memset(bytes, '{', capacity);
  return fails() ? INT64_MAX : (int64_t)capacity / 2;
}
static int32_t on_aha_store_callbacks_save(void *data, const char *provider, const char *name,
                                           const void *bytes, size_t size) {
  return (void)data, (void)provider, (void)name, (void)bytes, (void)size, fails();
}
static int32_t on_aha_store_callbacks_forget(void *data, const char *provider, const char *name) {
  return (void)data, (void)provider, (void)name, fails();
}
static aha_result on_aha_destination_callbacks_begin(void *data, const char *drop, const char *name,
                                                     const char *type, int64_t size,
                                                     int64_t *done) {
  (void)data, (void)drop, (void)name, (void)type;
  *done = fails() ? size + 1 : 0;
  return fails() ? AHA_ERROR_NETWORK : AHA_OK;
}
static aha_result on_aha_destination_callbacks_send(void *data, const char *drop, const char *name,
                                                    const void *bytes, size_t size,
                                                    int64_t offset) {
  (void)data, (void)drop, (void)name, (void)bytes, (void)size, (void)offset;
  return fails() ? -4711 : AHA_OK;
}
static aha_result on_aha_destination_callbacks_create(void *data, const char *drop,
                                                      const char *manifest, char *url,
                                                      size_t capacity) {
  (void)data, (void)drop, (void)manifest;
  if (fails()) return memset(url, 'u', capacity), AHA_OK; /* without its NUL */
  return snprintf(url, capacity, "http://127.0.0.1:1/made"), AHA_OK;
}
static aha_result on_aha_destination_callbacks_discard(void *data, const char *drop) {
  return (void)data, (void)drop, AHA_OK;
}
/* As many as libaha reads. */
static const aha_host_parameter host_parameters[64] = {
  [0 ... 63] = {"gain", 0, 2, 1, 5, AHA_UNIT_NONE, AHA_CURVE_LINEAR}};

static aha_result on_aha_host_effect_process(void *data, float *left, float *right, uint32_t frames,
                                             const float *values) {
  (void)data, (void)right;
  if (frames < 1 || frames > 512) abort();
  left[frames - 1] = fails() ? NAN : values[0];
  return fails() ? -4711 : AHA_OK;
}
static void on_aha_host_effect_reset(void *data) { (void)data; }
static void on_aha_destroy_fn(void *data) { (void)data; }
static void on_aha_log_fn(void *data, aha_log_level level, const char *line) {
  (void)data, (void)level, (void)strlen(line);
}

#endif
