/* Libraries that are loaded late: none for a host that only plays; a code and an error line if one
 * is missing or too old; loaded once for all threads, and until the process ends.
 *
 *   late played FILE.ogg              checks the mapped files after an Ogg was played
 *   late missing SONAME               LD_LIBRARY_PATH has an unusable file named SONAME
 *   late threads | memory             two threads load at once; memory is missing for a while
 *   late closed LIBRARY               libaha is closed and opened again */
#include "check.h"
#include <dlfcn.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MAX_FILES = 18, THREADS = 8 };

static aha_component_info component(uint32_t index) {
  aha_component_info info = aha_component_info_init();
  NEED(aha_component_get(index, &info));
  return info;
}

static uint32_t find(const char *name) {
  for (uint32_t i = 0; i < aha_component_count(); i++)
    if (strcmp(component(i).name, name) == 0) return i;
  exit(fprintf(stderr, "no component %s\n", name));
}

/* A component that this build does not have. */
static int is_absent(uint32_t index) {
  const char *absent = getenv("AHA_LATE_WITHOUT");
  return absent && strcmp(component(index).name, absent) == 0;
}

static int is_loaded(const char *name) {
  void *found = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
  if (found) dlclose(found);
  return found != NULL;
}

/* Shared objects of the process, including the program. */
static int mapped_files(void) {
  char line[4096], last[4096] = "";
  int files = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    char *path = strchr(line, '/');
    if (!path || !strstr(line, " r-xp ") || strcmp(path, last) == 0) continue;
    strcpy(last, path);
    files++;
  }
  if (maps) fclose(maps);
  return files;
}

static void play(const char *path, int streamed) {
  static float frames[2 * 256];
  aha_engine_options options = aha_engine_options_init();
  aha_sound_options how = aha_sound_options_init();
  aha_engine *engine;
  aha_sound *sound;
  aha_player *player;
  options.sample_rate = 44100;
  how.mode = streamed ? AHA_SOUND_STREAMED : AHA_SOUND_RESIDENT;
  NEED(aha_engine_create(&options, &engine));
  NEED(aha_sound_load(engine, path, &how, &sound));
  NEED(aha_player_create(engine, sound, NULL, NULL, &player));
  NEED(aha_player_start(player, NULL));
  NEED(aha_engine_render(engine, frames, 256));
  NEED(aha_engine_release(engine));
}

static void check_played(const char *path) {
  for (int streamed = 0; streamed < 2; streamed++) play(path, streamed);
  for (uint32_t i = 0; i < aha_component_count(); i++)
    CHECK(!is_loaded(component(i).name), "%s was loaded to play", component(i).name);
  CHECK(mapped_files() <= MAX_FILES, "%d files", mapped_files());
  printf("%d files; ", mapped_files());
}

/* The first function that needs the component, called as a host does. */
static aha_result use(const char *name) {
  const char *project = "/tmp/aha-late-project.aha", *picture = "/tmp/aha-late-picture.png";
  aha_client_options about = aha_client_options_init();
  static const float silence[2 * 4800];
  aha_engine *engine;
  aha_sound *sound;
  aha_project *made;
  aha_piece *piece;
  aha_client *client;
  aha_request *request;
  aha_job *job;
  aha_result result = AHA_ERROR_UNSUPPORTED;
  aha_strip_options strip = aha_strip_options_init();
  about.application_id = "late";
  if (strstr(name, "sqlite")) {
    result = aha_project_create(project, NULL, &made);
  } else if (strstr(name, "jansson")) {
    result = aha_piece_read("{}", 2, &piece);
  } else if (strstr(name, "soxr")) {
    NEED(aha_engine_create(NULL, &engine));
    result = aha_sound_create(engine, silence, 4800, 2, 44100, &sound);
    if (result == AHA_OK) NEED(aha_sound_release(sound));
    NEED(aha_engine_release(engine));
  } else if (strstr(name, "png")) {
    result = aha_picture_draw_waveform(getenv("AHA_LATE_SOUND"), picture, &strip);
  } else if (strstr(name, "curl")) {
    NEED(aha_client_create(&about, &client));
    result = aha_request_create(client, NULL, "GET", "http://127.0.0.1:9/", NULL, &request);
    if (result == AHA_OK) result = aha_request_start(request, &job);
    if (result == AHA_OK) result = aha_job_wait(job, -1);
    NEED(aha_client_release(client));
  } else if (strstr(name, "lilv")) {
    aha_lv2_info info = aha_lv2_info_init();
    result = aha_lv2_get(0, &info);
  } else {
    mark_line();
    result = aha_component_load(find(name));
  }
  unlink(project);
  unlink(picture);
  return result;
}

static void check_missing(const char *name) {
  uint32_t index = find(name);
  REFUSED(aha_component_load(index), AHA_ERROR_UNSUPPORTED, name);
  CHECK(strstr(aha_last_error(), component(index).package), "the line has no package");
  REFUSED(use(name), AHA_ERROR_UNSUPPORTED, name);
  REFUSED(use(name), AHA_ERROR_UNSUPPORTED, name);
}

static pthread_barrier_t together;

static void *load_all(void *results) {
  for (uint32_t i = 0; i < aha_component_count(); i++) {
    pthread_barrier_wait(&together);
    if (!is_absent(i) && aha_component_load(i) != AHA_OK) *(int *)results = 1;
  }
  return NULL;
}

static void check_threads(void) {
  pthread_t threads[THREADS];
  int failed[THREADS] = {0};
  pthread_barrier_init(&together, NULL, THREADS);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, load_all, &failed[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) CHECK(!failed[i], "thread %d", i);
}

static void check_memory(void) {
  uint32_t curl = find("libcurl.so.4");
  struct rlimit before, little;
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file && fscanf(file, "%ld", &pages) == 1, "statm");
  if (file) fclose(file);
  getrlimit(RLIMIT_AS, &before);
  little = before;
  little.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (2 << 20);
  setrlimit(RLIMIT_AS, &little);
  aha_result result = aha_component_load(curl);
  setrlimit(RLIMIT_AS, &before);
  CHECK(result == AHA_ERROR_UNSUPPORTED, "without memory: %s", aha_result_name(result));
  NEED(aha_component_load(curl));
}

/* Functions of a library that the test opened. */
static void check_closed(const char *path) {
  for (int round = 0; round < 3; round++) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) exit(fprintf(stderr, "%s\n", dlerror()));
    uint32_t (*count)(void);
    aha_result (*load)(uint32_t);
    *(void **)&count = dlsym(library, "aha_component_count");
    *(void **)&load = dlsym(library, "aha_component_load");
    for (uint32_t i = 0; i < count(); i++)
      CHECK(is_absent(i) || load(i) == AHA_OK, "round %d: %u", round, i);
    dlclose(library);
    CHECK(is_loaded("libcurl.so.4"), "libcurl went with libaha");
  }
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "", *argument = count > 2 ? arguments[2] : "";
  if (strcmp(what, "played") == 0) check_played(argument);
  if (strcmp(what, "missing") == 0) check_missing(argument);
  if (strcmp(what, "threads") == 0) check_threads();
  if (strcmp(what, "memory") == 0) check_memory();
  if (strcmp(what, "closed") == 0) check_closed(argument);
  return verdict();
}
