/* Every public function that takes a handle, with every kind of invalid handle; every function
 * that takes a pointer, with NULL and with an impossible struct_size; every enumeration with an
 * unknown member, every number outside its range. */
#include "check.h"

#include <unistd.h>

typedef enum { ENGINE, SOUND, BUS, PLAYER, EFFECT, CHAIN, JOB, DEVICE, RECORDER, STREAM, RECOVERY,
               INPUT, PROJECT, SESSION, PIECE, ANALYSIS, CLIENT, ACCOUNT, REQUEST,
               DESTINATION, DROP, OPENING, LIBRARY, ITEMS, REPORT, KINDS } kind;

static const char *const kind_names[KINDS] = {"engine", "sound", "bus", "player",
                                              "effect", "chain", "job", "device", "recorder",
                                              "stream", "recovery", "input", "project",
                                              "session", "piece", "analysis",
                                              "client", "account", "request", "destination",
                                              "drop", "opening", "library", "items", "report"};

/* Result of a getter: whether it returned the value that its comment promises. */
enum { PROMISED = 1000, OTHER = 1001 };

/* Valid arguments beside the bad one. */
static void *good[KINDS];
static const char *folder; /* files of clients */
static float frames[64];
#define URL "http://127.0.0.1:1/" /* no process listens there */
static void *const untouched = frames; /* an out parameter must not keep this */

static void check_out(aha_result result, const void *made) {
  CHECK(result >= 0 || made == NULL, "out parameter not NULL after %s", aha_result_name(result));
}

typedef struct {
  kind takes;
  int nullable;
  const char *name;
  aha_result (*call)(void *handle);
} function;

/* A parameter that is not a handle: whether it must not be NULL, and whether it has a
 * struct_size. */
typedef struct {
  const char *name, *parameter;
  int is_needed, is_sized;
  aha_result (*call)(void *pointer);
} pointer;

/* A number or enumerator, and values that it must not have. */
typedef struct {
  const char *name, *parameter;
  size_t count;
  double bad[3];
  aha_result (*call)(double value);
} value;

/* A field of a structure with a struct_size, and values that it must not have. */
typedef struct {
  value of; /* without a call */
  aha_result wanted;
  size_t size;
  void (*set)(void *structure, double value);
  aha_result (*call)(void *structure);
} field;

#include "functions.inc"

/* One call with a bad handle: checks the code, and the error line that describes the handle. */
static void check_call(const function *f, void *handle, const char *what, aha_result wanted) {
  const char *word = !handle ? "NULL" : wanted == AHA_ERROR_RELEASED ? "released" : "handle";
  mark_line();
  aha_result result = f->call(handle);
  CHECK(result == PROMISED || result == wanted, "%s with %s: %s", f->name, what,
        aha_result_name(result));
  CHECK(has_own_line() && strstr(aha_last_error(), word), "%s with %s: no line", f->name, what);
}

static void check_all(kind takes, void *handle, const char *what, aha_result wanted) {
  for (size_t i = 0; i < COUNT_OF(functions); i++)
    if (functions[i].takes == takes && !(functions[i].nullable && handle == NULL))
      check_call(&functions[i], handle, what, wanted);
}

static void check_pointer(const pointer *p, void *given, const char *text) {
  mark_line();
  aha_result result = p->call(given);
  int is_told = has_own_line() && strcasestr(aha_last_error(), text);
  CHECK(result == AHA_ERROR_INVALID_ARGUMENT && is_told, "%s of %s: %s", p->parameter, p->name,
        aha_result_name(result));
}

/* Impossible sizes: below the first version, above the size of any structure, and ending inside
 * a field. */
static void check_sizes(const pointer *p) {
  static const size_t sizes[] = {0, 1, 7, 8, 15, 17, 23, 36, (size_t)1 << 40, SIZE_MAX};
  static size_t structure[512];
  for (size_t i = 0; i < COUNT_OF(sizes); i++) {
    *structure = sizes[i];
    check_pointer(p, structure, "struct_size");
  }
}

static void check_pointers(void) {
  for (size_t i = 0; i < COUNT_OF(pointers); i++) {
    if (pointers[i].is_needed) check_pointer(&pointers[i], NULL, pointers[i].parameter);
    if (pointers[i].is_sized) check_sizes(&pointers[i]);
  }
}

/* The error line has the refused number, or names the parameter or field. */
static void check_value(const value *v, double bad, aha_result result, aha_result wanted) {
  char number[64];
  snprintf(number, sizeof number, fabs(bad) > 9 ? "%.0f" : "%g", bad);
  int is_told = strstr(aha_last_error(), number) || strstr(aha_last_error(), v->parameter);
  CHECK(result == wanted && has_own_line() && is_told, "%s %s of %s: %s", v->parameter, number,
        v->name, aha_result_name(result));
}

static void check_values(void) {
  for (size_t i = 0; i < COUNT_OF(values); i++)
    for (size_t k = 0; k < values[i].count; k++) {
      mark_line();
      aha_result result = values[i].call(values[i].bad[k]);
      check_value(&values[i], values[i].bad[k], result, AHA_ERROR_INVALID_ARGUMENT);
    }
}

static void check_fields(void) {
  for (size_t i = 0; i < COUNT_OF(fields); i++)
    for (size_t k = 0; k < fields[i].of.count; k++) {
      size_t structure[512] = {fields[i].size};
      mark_line();
      fields[i].set(structure, fields[i].of.bad[k]);
      check_value(&fields[i].of, fields[i].of.bad[k], fields[i].call(structure), fields[i].wanted);
    }
}

static void check_foreign(kind takes) {
  long on_stack[8] = {0};
  long *on_heap = calloc(8, sizeof *on_heap);
  static const uintptr_t numbers[] = {1, 2, 4096, (uintptr_t)1 << 32, UINTPTR_MAX,
                                      UINTPTR_MAX / 2, UINTPTR_MAX - 4095};
  check_all(takes, NULL, "NULL", AHA_ERROR_INVALID_HANDLE);
  check_all(takes, on_stack, "a stack address", AHA_ERROR_INVALID_HANDLE);
  check_all(takes, on_heap, "a heap address", AHA_ERROR_INVALID_HANDLE);
  check_all(takes, (void *)(uintptr_t)check_foreign, "a code address", AHA_ERROR_INVALID_HANDLE);
  for (size_t i = 0; i < COUNT_OF(numbers); i++)
    check_all(takes, (void *)numbers[i], "a number", AHA_ERROR_INVALID_HANDLE);
  free(on_heap);
}

/* A name without a file. */
static const char *take_path(void) {
  static char path[64];
  static int number;
  snprintf(path, sizeof path, "/tmp/aha-abuse-%d-%d.wav", (int)getpid(), ++number);
  return path;
}

/* A project in its own file, which is deleted immediately. */
static aha_project *make_project(void) {
  static char path[64], lock[64];
  static int number;
  aha_project *made;
  snprintf(path, sizeof path, "/tmp/aha-abuse-%d-%d.aha", (int)getpid(), ++number);
  snprintf(lock, sizeof lock, "/tmp/.aha-abuse-%d-%d.aha.lock", (int)getpid(), number);
  NEED(aha_project_create(path, NULL, &made));
  unlink(path);
  unlink(lock);
  return made;
}

static aha_analysis *make_analysis(void) {
  aha_analysis *made;
  NEED(aha_analysis_create(frames, 32, 2, 48000, &made));
  return made;
}

/* A client with an account that stores nothing, and a request of the account. */
static aha_client *make_client(aha_account **account, aha_request **made_request) {
  aha_client_options options = aha_client_options_init();
  aha_provider provider = aha_provider_init("oauth2");
  aha_account_options how = aha_account_options_init();
  aha_client *made;
  options.application_id = "abuse";
  options.state_folder = folder;
  provider.token_url = URL;
  provider.client_id = "id";
  how.store = AHA_STORE_MEMORY;
  NEED(aha_client_create(&options, &made));
  NEED(aha_account_open(made, &provider, &how, account));
  NEED(aha_request_create(made, *account, "GET", URL, NULL, made_request));
  return made;
}

/* A destination of a client, a drop to it, and an opening that will fail. */
static void make_drop(aha_client *owner, aha_piece *of, void **place, void **made, void **open) {
  NEED(aha_destination_create_folder(owner, folder, NULL, (aha_destination **)place));
  NEED(aha_drop_create(*place, of, NULL, (aha_drop **)made));
  if (open) NEED(aha_opening_create(owner, folder, NULL, (aha_opening **)open, NULL));
}

/* A library in its own file, which is deleted immediately; a page and a report of it. */
static aha_library *make_library(void **page, void **report) {
  static char path[64], other[80];
  static int number;
  aha_library *made;
  aha_scan_options options = aha_scan_options_init();
  aha_job *scan;
  snprintf(path, sizeof path, "/tmp/aha-abuse-%d-%d.library", (int)getpid(), ++number);
  NEED(aha_library_open(path, &made));
  options.roots = &folder, options.root_count = 1, options.max_depth = 1;
  if (page) NEED(aha_library_list(made, NULL, (aha_items **)page));
  if (report) {
    NEED(aha_scan_start(made, &options, (aha_report **)report, &scan));
    NEED(aha_job_wait(scan, -1));
    NEED(aha_job_release(scan));
  }
  unlink(path);
  snprintf(other, sizeof other, "%s-wal", path), unlink(other);
  snprintf(other, sizeof other, "%s-shm", path), unlink(other);
  return made;
}

/* One handle of each kind, from a new engine. */
static void make_handles(void *handles[KINDS]) {
  aha_engine *own;
  NEED(aha_engine_create(NULL, &own));
  handles[ENGINE] = own;
  handles[SOUND] = make_sound(own, 480);
  handles[STREAM] = make_wav(480);
  NEED(aha_recovery_open("/usr", (aha_recovery **)&handles[RECOVERY]));
  NEED(aha_recorder_create(own, NULL, take_path(), NULL, NULL,
                           (aha_recorder **)&handles[RECORDER]));
  NEED(aha_bus_create(own, NULL, (aha_bus **)&handles[BUS]));
  NEED(aha_player_create(own, handles[SOUND], NULL, NULL, (aha_player **)&handles[PLAYER]));
  NEED(aha_effect_create(own, AHA_EFFECT_FILTER, (aha_effect **)&handles[EFFECT]));
  aha_device_options stepped = aha_device_options_init();
  stepped.id = "stepped";
  NEED(aha_device_open(own, &stepped, (aha_device **)&handles[DEVICE]));
  NEED(aha_input_create(own, handles[BUS], NULL, NULL, (aha_input **)&handles[INPUT]));
  handles[PROJECT] = make_project();
  NEED(aha_session_create(handles[PROJECT], own, NULL, (aha_session **)&handles[SESSION]));
  NEED(aha_piece_create((aha_piece **)&handles[PIECE]));
  handles[ANALYSIS] = make_analysis();
  handles[CLIENT] = make_client((aha_account **)&handles[ACCOUNT],
                                (aha_request **)&handles[REQUEST]);
  make_drop(handles[CLIENT], handles[PIECE], &handles[DESTINATION], &handles[DROP],
            &handles[OPENING]);
  handles[LIBRARY] = make_library(&handles[ITEMS], &handles[REPORT]);
  handles[CHAIN] = aha_player_chain(handles[PLAYER]);
  NEED(aha_sound_start_load(own, handles[STREAM], NULL, &(aha_sound *){NULL},
                            (aha_job **)&handles[JOB]));
  NEED(aha_job_wait(handles[JOB], -1));
}

static void release_library(void *handles[KINDS]) {
  NEED(aha_library_release(handles[LIBRARY]));
  NEED(aha_items_release(handles[ITEMS]));
  NEED(aha_report_release(handles[REPORT]));
}

static void check_wrong_kinds(void *handles[KINDS]) {
  for (kind takes = 0; takes < KINDS; takes++)
    for (kind given = 0; given < KINDS; given++)
      if (takes != given)
        check_all(takes, handles[given], kind_names[given], AHA_ERROR_INVALID_HANDLE);
}

/* Live handles with an overwritten kind. Arguments after the first one are looked up in the same
 * way. */
static void check_forged(void *handles[KINDS]) {
  static const uintptr_t mask = (uintptr_t)0xff << 48;
  for (kind takes = 0; takes < KINDS; takes++)
    for (kind given = 0; given < KINDS; given++) {
      int is_chain = takes == CHAIN || given == CHAIN; /* a player's handle is the player's
                                                        * number */
      if (takes == given || (is_chain && (takes == PLAYER || given == PLAYER))) continue;
      uintptr_t number = ((uintptr_t)handles[given] & ~mask) | ((uintptr_t)handles[takes] & mask);
      check_all(takes, (void *)number, "a forged handle", AHA_ERROR_INVALID_HANDLE);
    }
}

/* Children before their parents; a chain ends with its player. */
static void release_all(void *handles[KINDS]) {
  for (int i = KINDS - 1; i >= 0; i--)
    if (i != CHAIN) NEED(aha_release(handles[i]));
}

static void check_released(void) {
  void *handles[KINDS];
  make_handles(handles);
  release_all(handles);
  for (kind takes = 0; takes < KINDS; takes++)
    check_all(takes, handles[takes], "a released handle", AHA_ERROR_RELEASED);
}

/* Objects created from an engine end with it; a stream does not. */
static void check_orphans(void) {
  void *handles[KINDS];
  make_handles(handles);
  void *master = aha_engine_master_bus(handles[ENGINE]);
  void *masters_chain = aha_bus_chain(master);
  NEED(aha_engine_release(handles[ENGINE]));
  NEED(aha_client_release(handles[CLIENT]));
  check_all(ACCOUNT, handles[ACCOUNT], "an account of an ended client", AHA_ERROR_RELEASED);
  check_all(REQUEST, handles[REQUEST], "a request of an ended client", AHA_ERROR_RELEASED);
  for (kind takes = DESTINATION; takes < LIBRARY; takes++)
    check_all(takes, handles[takes], "a handle of an ended client", AHA_ERROR_RELEASED);
  for (kind takes = 0; takes < STREAM; takes++)
    check_all(takes, handles[takes], "a handle of an ended engine", AHA_ERROR_RELEASED);
  check_all(SESSION, handles[SESSION], "a session of an ended engine", AHA_ERROR_RELEASED);
  check_all(BUS, master, "the master bus of an ended engine", AHA_ERROR_RELEASED);
  check_all(CHAIN, masters_chain, "the chain of an ended engine", AHA_ERROR_RELEASED);
  NEED(aha_stream_release(handles[STREAM]));
  NEED(aha_recovery_release(handles[RECOVERY]));
  NEED(aha_piece_release(handles[PIECE]));
  NEED(aha_analysis_release(handles[ANALYSIS]));
  release_library(handles);
  NEED(aha_project_release(handles[PROJECT]));
}

/* aha_retain and aha_release take a handle of every kind, but no chain. */
static void check_any_kind(void) {
  void *handles[KINDS];
  make_handles(handles);
  static const char chain[] = "belongs to its player or bus";
  INVALID(aha_retain(handles[CHAIN]), chain);
  INVALID(aha_release(handles[CHAIN]), chain);
  INVALID(aha_release(aha_bus_chain(aha_engine_master_bus(handles[ENGINE]))), chain);
  INVALID(aha_release(aha_engine_master_bus(handles[ENGINE])), "master bus");
  for (int i = KINDS - 1; i >= 0; i--) {
    if (i == CHAIN) continue;
    NEED(aha_retain(handles[i]));
    NEED(aha_release(handles[i]));
    NEED(aha_release(handles[i]));
    REFUSED(aha_release(handles[i]), AHA_ERROR_RELEASED, "released");
    REFUSED(aha_retain(handles[i]), AHA_ERROR_RELEASED, "released");
  }
  REFUSED(aha_release(handles[CHAIN]), AHA_ERROR_RELEASED, "chain");
}

/* Pointers and numbers that are handles of no kind. */
static void check_no_handle(aha_result (*call)(void *handle)) {
  static const uintptr_t unknown_kind = (uintptr_t)0xA47F << 48, engine_alias = 0x80;
  long on_stack[8] = {0};
  REFUSED(call(NULL), AHA_ERROR_INVALID_HANDLE, "the handle is NULL");
  REFUSED(call(on_stack), AHA_ERROR_INVALID_HANDLE, "not a handle of");
  REFUSED(call((void *)UINTPTR_MAX), AHA_ERROR_INVALID_HANDLE, "not a handle of");
  REFUSED(call((void *)unknown_kind), AHA_ERROR_INVALID_HANDLE, "not a handle of");
  REFUSED(call((void *)((uintptr_t)good[ENGINE] | engine_alias << 48)), AHA_ERROR_INVALID_HANDLE,
          "not a handle of");
}

static void check_kinds(void) {
  INVALID(aha_release_as(good[ENGINE], UINT32_MAX), "kind 4294967295 is not known");
  NEED(aha_retain_as(good[ENGINE], AHA_KIND_ANY));
  NEED(aha_release_as(good[ENGINE], AHA_KIND_ANY));
  REFUSED(aha_release_as(NULL, AHA_KIND_DROP), AHA_ERROR_INVALID_HANDLE, "the drop is NULL");
}

int main(int count, char **arguments) {
  void *handles[KINDS];
  folder = count > 1 ? arguments[1] : "/tmp";
  make_handles(good);
  make_handles(handles);
  check_pointers();
  check_values();
  check_fields();
  for (kind takes = 0; takes < KINDS; takes++) check_foreign(takes);
  check_wrong_kinds(handles);
  check_forged(handles);
  check_released();
  check_orphans();
  check_any_kind();
  check_no_handle(aha_retain);
  check_no_handle(aha_release);
  check_kinds();
  CHECK(aha_engine_render(good[ENGINE], frames, 16) == AHA_OK, "the engine no longer renders");
  release_all(handles);
  release_all(good);
  return verdict();
}
