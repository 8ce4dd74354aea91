/* A JACK server for the test: started, killed and restarted under one name. */
#ifndef AHA_TEST_SERVER_H
#define AHA_TEST_SERVER_H

#include "../abi/check.h"
#include <fcntl.h>
#include <sched.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t server;
/* One name for all: JACK keeps only eight names of killed servers. */
static const char server_name[] = "aha-test";
static const char jack_id[] = "jack:system";
/* A busy machine may be late by seconds; a longer wait is a hang. */
static const double hang_seconds = 30;
/* The death of a server is seen at once. A device that requests no frames is lost after 2 s. */
static const double max_death_seconds = 1.5;
/* A release of a device whose server has died; a wait for the sound system takes five seconds. */
static const double max_release_seconds = 4;

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Processor time of the process. */
static inline double cpu_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static inline void pause_ms(long ms) {
  nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* Runs a program, with its output in a file beside the test's. */
static inline pid_t launch(char *const *arguments, const char *log) {
  pid_t child = fork();
  if (child != 0) return child;
  int to = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
  dup2(to, 1), dup2(to, 2);
  execvp(arguments[0], arguments);
  _exit(127);
}

static inline int exit_code(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A server with several threads answers until all of them have stopped. */
static inline void halt_server(void) {
  kill(server, SIGSTOP);
  waitpid(server, NULL, WUNTRACED);
}

static inline void stop_server(void) {
  if (server <= 0) return;
  kill(server, SIGKILL);
  waitpid(server, NULL, 0);
  server = 0;
}

/* Waits until the server answers: jack_wait is JACK's own client. It has this many channels each
 * way. */
static inline void launch_server(const char *period, const char *channels, const char *priority) {
  setenv("JACK_DEFAULT_SERVER", server_name, 1);
  char *const daemon[] = {"jackd", (char *)priority, "-n", (char *)server_name, "-d", "dummy",
                          "-r", "48000", "-p", (char *)period, "-C", (char *)channels,
                          "-P", (char *)channels, NULL};
  char *const wait[] = {"jack_wait", "-s", (char *)server_name, "-w", "-t", "30", NULL};
  atexit(stop_server);
  server = launch(daemon, "jackd.log");
  if (exit_code(launch(wait, "jackd.log")) != 0) fprintf(stderr, "no jackd\n"), exit(1);
}

static inline void start_server_of(const char *period, const char *channels) {
  launch_server(period, channels, "--no-realtime");
}

static inline void start_server(const char *period) { start_server_of(period, "2"); }

/* With real-time threads if the machine allows them. */
static inline int start_realtime_server(const char *period) {
  struct sched_param priority = {.sched_priority = 60};
  pid_t child = fork();
  if (child == 0) _exit(sched_setscheduler(0, SCHED_FIFO, &priority) != 0);
  int is_allowed = exit_code(child) == 0;
  launch_server(period, "2", is_allowed ? "-P60" : "--no-realtime");
  return is_allowed;
}

/* Waits for events, up to some seconds. */
static inline void wait_for_events(aha_engine *engine, double seconds) {
  struct pollfd events = {aha_engine_event_fd(engine), POLLIN, 0};
  if (events.fd < 0) fprintf(stderr, "no descriptor of events\n"), exit(1);
  if (seconds > 0) poll(&events, 1, (int)(seconds * 1000) + 1);
}

/* Reads events until one of this kind arrives. Returns the seconds, or -1 after `limit`. */
static inline double await(aha_engine *engine, aha_event_kind kind, double limit,
                           aha_event *event) {
  double begin = now();
  while (now() - begin < limit) {
    *event = aha_event_init();
    while (aha_engine_next_event(engine, event) == AHA_OK)
      if (event->kind == kind) return now() - begin;
    wait_for_events(engine, begin + limit - now());
  }
  return -1;
}

/* Two channels of recognizable noise, at -12 dB. */
static inline aha_sound *make_noise(aha_engine *engine, size_t frames) {
  float *noise = malloc(frames * 2 * sizeof *noise);
  uint32_t seed = 1;
  aha_sound *sound;
  for (size_t i = 0; i < frames * 2; i++) {
    seed = seed * 1664525u + 1013904223u;
    noise[i] = (float)(int32_t)seed / 2147483648.0f * 0.25f;
  }
  NEED(aha_sound_create(engine, noise, frames, 2, 48000, &sound));
  free(noise);
  return sound;
}

static inline aha_device *open_device(aha_engine *engine, const char *id, aha_device_loss loss) {
  aha_device_options options = aha_device_options_init();
  aha_device *device;
  options.id = id;
  options.on_loss = loss;
  NEED(aha_device_open(engine, &options, &device));
  return device;
}

static inline aha_device_status status_of(aha_device *device) {
  aha_device_status status = aha_device_status_init();
  NEED(aha_device_get_status(device, &status));
  return status;
}

/* Waits until a device has requested more frames than these. Returns 0 if it stands still. */
static inline int goes_past(aha_device *device, uint64_t frames) {
  for (double begin = now(); now() - begin < hang_seconds; pause_ms(5))
    if (status_of(device).frames > frames) return 1;
  return 0;
}

#endif /* AHA_TEST_SERVER_H */
