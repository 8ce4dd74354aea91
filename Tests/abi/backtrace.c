/* A host's callback gets a stack trace to main through the library: while a job reads a stream,
 * and while a sound is loaded on the host's own thread. */
#include "check.h"
#include <execinfo.h>
#include <signal.h>

enum { MAX_FRAMES = 128 };

static int calls, lost;

/* main is exported (-rdynamic), so that its name is known. */
static int sees_main(void) {
  void *frames[MAX_FRAMES];
  int count = backtrace(frames, MAX_FRAMES);
  char **names = backtrace_symbols(frames, count);
  int found = 0;
  for (int i = 0; i < count; i++) found |= strstr(names[i], "(main+") != NULL;
  if (!found)
    for (int i = 0; i < count; i++) fprintf(stderr, "%s\n", names[i]);
  free(names);
  return found;
}

static FILE *file;

static int64_t read_file(void *user_data, void *bytes, int64_t size) {
  calls++;
  if (!lost && !sees_main()) lost = 1;
  if (user_data) raise(SIGSEGV);
  return (int64_t)fread(bytes, 1, (size_t)size, file);
}

static int64_t seek_file(void *user_data, int64_t offset) {
  (void)user_data;
  return fseek(file, (long)offset, SEEK_SET) == 0 ? offset : -1;
}

static int64_t length_of_file(void *user_data) {
  (void)user_data;
  long position = ftell(file);
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  fseek(file, position, SEEK_SET);
  return length;
}

/* backtrace FILE [crash]: with "crash" it crashes in the callback, for a debugger. */
int main(int count, char **arguments) {
  aha_stream_callbacks callbacks = {
    .struct_size = sizeof callbacks, .read = read_file, .seek = seek_file,
    .length = length_of_file};
  aha_engine *engine;
  aha_stream *stream;
  aha_sound *sound;
  file = fopen(arguments[1], "rb");
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_stream_create(&callbacks, count > 2 ? &callbacks : NULL, NULL, &stream));
  NEED(aha_sound_load_stream(engine, stream, NULL, &sound));
  CHECK(calls > 0 && !lost, "%d calls", calls);
  NEED(aha_engine_release(engine));
  NEED(aha_stream_release(stream));
  return verdict();
}
