#define _GNU_SOURCE
#include "cli.h"

#include <fcntl.h>
#include <sys/ioctl.h>

static volatile sig_atomic_t caught_signal;

const char *cli_program_name(void) {
  return *program_invocation_short_name ? program_invocation_short_name : "aha";
}

int cli_columns(int descriptor) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

int cli_write(int descriptor, const void *bytes, size_t size) {
  const char *next = bytes;
  while (size > 0) {
    ssize_t count = write(descriptor, next, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    next += count;
    size -= (size_t)count;
  }
  return 0;
}

int cli_is_same_file(const char *one, const char *other) {
  struct stat left, right;
  if (stat(one, &left) != 0 || stat(other, &right) != 0) return 0;
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

double cli_clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int cli_parse_double(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end != text && *end == 0;
}

int cli_format_fixed(char *text, size_t capacity, double value, int decimals) {
  return snprintf(text, capacity, "%.*f", decimals, value);
}

static void *read_all(int descriptor, size_t *size, int *error) {
  unsigned char *bytes = NULL;
  size_t count = 0, capacity = 0;
  ssize_t got = 1;
  *error = 0;
  while (got > 0) {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 1 << 20;
      unsigned char *more = realloc(bytes, capacity);
      if (!more) {
        *error = ENOMEM;
        break;
      }
      bytes = more;
    }
    got = read(descriptor, bytes + count, capacity - count);
    if (got < 0 && errno == EINTR && !caught_signal) {
      got = 1;
      continue;
    }
    if (got < 0) *error = errno;
    if (got > 0) count += (size_t)got;
  }
  *size = count;
  if (*error == 0 && count > 0) return bytes;
  free(bytes);
  return NULL;
}

void *cli_read_pipe(const char *path, size_t *size, int *error) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  *error = descriptor < 0 ? errno : 0;
  if (descriptor < 0) return NULL;
  void *bytes = read_all(descriptor, size, error);
  close(descriptor);
  return bytes;
}

int cli_write_pipe(const char *path, const void *bytes, size_t size) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  int error = cli_write(descriptor, bytes, size);
  close(descriptor);
  return error;
}

const void *cli_standard_input(size_t *size, int *error) {
  static const void *bytes;
  static size_t count;
  static int is_read;
  *error = 0;
  if (!is_read) bytes = read_all(0, &count, error);
  is_read = *error == 0;
  *size = count;
  return bytes;
}

static void note_signal(int signal_number) { caught_signal = signal_number; }

void cli_handle_signal(int signal_number, void (*handler)(int), int flags) {
  struct sigaction action;
  sigaction(signal_number, NULL, &action);
  if (action.sa_handler == SIG_IGN) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal_number, &action, NULL);
}

void cli_prepare(void) {
  for (int descriptor = 0; descriptor < 3; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // open returns the lowest free descriptor, this one. With the wrong access mode, its use fails
    // as it would when closed.
    int opened = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    (void)opened;
  }
  cli_handle_signal(SIGINT, note_signal, SA_RESTART);
  cli_handle_signal(SIGTERM, note_signal, SA_RESTART);
  cli_handle_signal(SIGHUP, note_signal, SA_RESTART);
  signal(SIGPIPE, SIG_IGN);
}

int cli_caught_signal(void) { return caught_signal; }

void cli_end_by_signal(int signal_number) {
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}
