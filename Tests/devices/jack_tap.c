/* An independent JACK client: records the output of two ports as raw floats.
 *   jack_tap FRAMES OUT PORT PORT; prints "ready" when it records.
 * Ends with 8 if the server skipped a cycle: the recorded sound is then inconclusive. */
#include <jack/jack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static jack_port_t *ports[2];
static float *frames;
static volatile size_t done;
static size_t wanted;
static jack_client_t *client;
static jack_nframes_t expected;
static volatile int records, missed;

static int process(jack_nframes_t count, void *unused) {
  const float *left = jack_port_get_buffer(ports[0], count);
  const float *right = jack_port_get_buffer(ports[1], count);
  jack_nframes_t time = jack_last_frame_time(client);
  (void)unused;
  if (!records) return 0;
  missed |= done > 0 && time != expected;
  expected = time + count;
  for (jack_nframes_t i = 0; i < count && done < wanted; i++, done++) {
    frames[2 * done] = left[i];
    frames[2 * done + 1] = right[i];
  }
  return 0;
}

static int note_xrun(void *unused) {
  (void)unused;
  missed |= records && done < wanted;
  return 0;
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  wanted = strtoul(arguments[1], NULL, 10);
  frames = calloc(2 * wanted, sizeof *frames);
  client = jack_client_open("tap", JackNoStartServer, NULL);
  if (client == NULL) return 3;
  ports[0] = jack_port_register(client, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  ports[1] = jack_port_register(client, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  jack_set_xrun_callback(client, note_xrun, NULL);
  jack_set_process_callback(client, process, NULL);
  if (jack_activate(client) != 0) return 4;
  if (jack_connect(client, arguments[3], jack_port_name(ports[0])) != 0) return 5;
  if (jack_connect(client, arguments[4], jack_port_name(ports[1])) != 0) return 6;
  nanosleep(&(struct timespec){0, 100000000}, NULL); /* a new client may cost a cycle */
  records = 1;
  puts("ready");
  fflush(stdout);
  while (done < wanted) nanosleep(&(struct timespec){0, 5000000}, NULL);
  jack_client_close(client);
  if (missed) return 8;
  FILE *out = fopen(arguments[2], "wb");
  if (out == NULL || fwrite(frames, 8, wanted, out) != wanted || fclose(out) != 0) return 7;
  return 0;
}
