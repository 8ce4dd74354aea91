/* 03_stream: reads bytes from the host's own functions: here a file inside another file.
 *   ./03_stream archive.bin OFFSET LENGTH */
#include <aha.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  FILE *file;
  long offset;
  int64_t length, position;
} part;

static int64_t part_read(void *data, void *bytes, int64_t size) {
  part *p = data;
  int64_t left = p->length - p->position;
  size_t wanted = (size_t)(size < left ? size : left);
  if (fseek(p->file, p->offset + (long)p->position, SEEK_SET)) return -1;
  size_t got = fread(bytes, 1, wanted, p->file);
  if (got < wanted && ferror(p->file)) return -1;
  p->position += (int64_t)got;
  return (int64_t)got;
}

static int64_t part_seek(void *data, int64_t offset) { return ((part *)data)->position = offset; }
static int64_t part_length(void *data) { return ((part *)data)->length; }
static void part_end(void *data) { fclose(((part *)data)->file); }

int main(int count, char **arguments) {
  static part bytes;
  aha_stream_callbacks callbacks = aha_stream_callbacks_init();
  aha_engine *engine;
  aha_stream *stream;
  aha_sound *sound;
  aha_sound_info info = aha_sound_info_init();
  if (count != 4) return fprintf(stderr, "usage: %s FILE OFFSET LENGTH\n", arguments[0]), 2;

  bytes = (part){fopen(arguments[1], "rb"), atol(arguments[2]), atoll(arguments[3]), 0};
  if (!bytes.file) return perror(arguments[1]), 1;
  callbacks.read = part_read;
  callbacks.seek = part_seek;
  callbacks.length = part_length;
  if (aha_stream_create(&callbacks, &bytes, part_end, &stream) != AHA_OK ||
      aha_engine_create(NULL, &engine) != AHA_OK ||
      aha_sound_load_stream(engine, stream, NULL, &sound) != AHA_OK ||
      aha_sound_get_info(sound, &info) != AHA_OK)
    return fprintf(stderr, "%s\n", aha_last_error()), 1;

  printf("%s, %s, %u Hz, %.3f seconds\n", aha_format_container_name(info.container),
         aha_format_encoding_name(info.encoding), info.sample_rate, info.seconds);
  aha_stream_release(stream); /* part_end is called when the sound no longer needs it */
  aha_engine_release(engine);
  return 0;
}
