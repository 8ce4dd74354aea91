#define _GNU_SOURCE // dlinfo, memfd_create, RTLD_DEEPBIND
#include "pa_api.h"
#include "pa_slots.h"

#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <late.h>
#include <link.h>
#include <shims.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static const char library_name[] = "libportaudio.so.2";

static void (*take_line)(const char *text);

static void tell(const char *text) {
  if (take_line != NULL) take_line(text);
}

// PortAudio may fail an assertion when a sound server has just died, which would end the host.
// libaha's replacement never returns; the thread that waits for the call abandons this PortAudio.
static _Atomic unsigned stays;

unsigned pa_api_stays(void) { return stays; }

static void stay(const char *expression, const char *file, unsigned line, const char *function) {
  char text[256];
  (void)file;
  snprintf(text, sizeof text, "PortAudio: %s:%u: %s", function, line, expression);
  tell(text);
  stays++;
  shim_begin_wait();
  for (;;) pause();
}

// Redirects PortAudio's writes to stderr to libaha's log.
static int print(FILE *file, const char *format, va_list arguments) {
  char text[256];
  (void)file;
  int used = snprintf(text, sizeof text, "PortAudio: ");
  int more = vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
  tell(text);
  return more;
}

static void tame(void *library) {
  const pa_slot slots[] = {{"__assert_fail", stay}, {"vfprintf", print}};
  pa_slots_set(library, slots, sizeof slots / sizeof *slots);
}

// The first library is never unloaded: libjack would be unloaded with it, and threads of libjack
// may still wait for a dead server.
static void *first_library;

static void *load_first(void) {
  if (first_library != NULL) return first_library;
  // If the host has already loaded PortAudio, its assertions stay active: the host may want them.
  void *others = dlopen(library_name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  first_library = others != NULL ? others : dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (others == NULL && first_library != NULL) tame(first_library);
  return first_library;
}

static int copy_of(const char *path) {
  struct stat status;
  int copied = 0;
  int from = open(path, O_RDONLY | O_CLOEXEC);
  int to = memfd_create("portaudio", MFD_CLOEXEC);
  if (from >= 0 && to >= 0 && fstat(from, &status) == 0)
    copied = sendfile(to, from, NULL, (size_t)status.st_size) == status.st_size;
  if (from >= 0) close(from);
  if (copied) return to;
  if (to >= 0) close(to);
  return -1;
}

// A new path to the descriptor: the loader identifies a loaded library by its path. "/" and "/."
// do not change the destination, and encode a number in binary.
static void write_path(char *path, size_t size, int descriptor) {
  static uint32_t number;
  size_t used = (size_t)snprintf(path, size, "/proc/self/fd");
  for (uint32_t rest = ++number; rest != 0; rest >>= 1)
    used += (size_t)snprintf(path + used, size - used, rest & 1 ? "/." : "/");
  snprintf(path + used, size - used, "/%d", descriptor);
}

// Loads a copy, with its own state: the loader treats a file with another inode as another library.
static void *load_copy(void) {
  struct link_map *map = NULL;
  char path[128];
  void *library;
  // If the host links PortAudio, the copy's calls to itself would resolve to the host's library.
  int flags = RTLD_NOW | RTLD_LOCAL | (dlsym(RTLD_DEFAULT, "Pa_Initialize") ? RTLD_DEEPBIND : 0);
  int descriptor;
  if (load_first() == NULL || dlinfo(first_library, RTLD_DI_LINKMAP, &map) != 0) return NULL;
  descriptor = copy_of(map->l_name);
  if (descriptor < 0) return NULL;
  write_path(path, sizeof path, descriptor);
  library = dlopen(path, flags);
  close(descriptor);
  if (library != NULL) tame(library);
  return library;
}

// Sets the client name in a JACK server; PortAudio may be built without JACK.
static void name_jack_client(void *library) {
  PaError (*set_name)(const char *);
  void *function = dlsym(library, "PaJack_SetClientName");
  memcpy(&set_name, &function, sizeof function);
  if (set_name != NULL) set_name("libaha");
}

int pa_api_load(pa_api *api, int copy) {
  const struct { void *field; const char *name; } table[] = {
    {&api->initialize, "Pa_Initialize"},
    {&api->terminate, "Pa_Terminate"},
    {&api->error_text, "Pa_GetErrorText"},
    {&api->last_host_error, "Pa_GetLastHostErrorInfo"},
    {&api->device_count, "Pa_GetDeviceCount"},
    {&api->default_input, "Pa_GetDefaultInputDevice"},
    {&api->default_output, "Pa_GetDefaultOutputDevice"},
    {&api->device_info, "Pa_GetDeviceInfo"},
    {&api->host_api_info, "Pa_GetHostApiInfo"},
    {&api->is_format_supported, "Pa_IsFormatSupported"},
    {&api->open_stream, "Pa_OpenStream"},
    {&api->close_stream, "Pa_CloseStream"},
    {&api->start_stream, "Pa_StartStream"},
    {&api->abort_stream, "Pa_AbortStream"},
    {&api->is_stream_active, "Pa_IsStreamActive"},
    {&api->stream_info, "Pa_GetStreamInfo"},
  };
  memset(api, 0, sizeof *api);
  shim_begin_load();
  api->library = copy ? load_copy() : load_first();
  shim_end_load();
  if (api->library == NULL) return -1;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    void *function = dlsym(api->library, table[i].name);
    if (function == NULL) return -1;
    memcpy(table[i].field, &function, sizeof function);
  }
  name_jack_client(api->library);
  return 0;
}

static int load_component(char *text, size_t size) {
  pa_api api;
  if (pa_api_load(&api, 0) == 0) return 0;
  const char *reason = dlerror();
  snprintf(text, size, "sound devices need %s, which cannot be loaded: install libportaudio2 (%s)",
           library_name, reason ? reason : "no reason");
  return -1;
}

LATE_COMPONENT("libportaudio.so.2", "libportaudio2", "sound devices", "device",
               "Playing and recording with sound devices", load_component)

typedef void (*alsa_handler)(const char *, int, const char *, int, const char *, ...);
typedef int (*alsa_setter)(alsa_handler);
typedef void (*jack_setter)(void (*)(const char *));

static alsa_setter set_alsa;
static jack_setter set_jack_error, set_jack_info;

static void tell_alsa(const char *file, int line, const char *function, int error,
                      const char *format, ...) {
  char text[256];
  va_list arguments;
  (void)file, (void)line, (void)error;
  int used = snprintf(text, sizeof text, "ALSA: %s: ", function);
  if (used < 0 || (size_t)used >= sizeof text) return;
  va_start(arguments, format);
  vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
  va_end(arguments);
  tell(text);
}

static void tell_jack(const char *line) {
  char text[256];
  snprintf(text, sizeof text, "JACK: %s", line);
  tell(text);
}

static void redirect(void) {
  if (set_alsa != NULL) set_alsa(tell_alsa);
  if (set_jack_error != NULL) set_jack_error(tell_jack);
  if (set_jack_info != NULL) set_jack_info(tell_jack);
}

static void *find(const pa_api *api, const char *name) { return dlsym(api->library, name); }

void pa_api_redirect(const pa_api *api, void (*line)(const char *text)) {
  void *alsa = find(api, "snd_lib_error_set_handler");
  void *error = find(api, "jack_set_error_function");
  void *info = find(api, "jack_set_info_function");
  memcpy(&set_alsa, &alsa, sizeof alsa);
  memcpy(&set_jack_error, &error, sizeof error);
  memcpy(&set_jack_info, &info, sizeof info);
  take_line = line;
  redirect();
}

void pa_api_unload(pa_api *api) {
  if (api->library != NULL && api->library != first_library) {
    // PortAudio has installed a callback of its own in the process-wide libjack. Threads of JACK
    // clients, left over from a dead server, would call it after the unload.
    redirect();
    shim_begin_load();
    dlclose(api->library);
    shim_end_load();
  }
  memset(api, 0, sizeof *api);
}
