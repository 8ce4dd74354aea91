#include "cli.h"

#include <poll.h>
#include <termios.h>

static struct termios original;
static volatile sig_atomic_t reads_keys;

static const int fatal[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};

static int is_foreground(void) { return tcgetpgrp(STDIN_FILENO) == getpgrp(); }

/* Keys arrive unbuffered and without echo; Ctrl-C and similar keys still send signals. */
static void set_mode(void) {
  struct termios mode = original;
  mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

void cli_keys_end(void) {
  if (!reads_keys) return;
  reads_keys = 0;
  if (is_foreground()) tcsetattr(STDIN_FILENO, TCSANOW, &original);
}

static void end_fatally(int signal_number) {
  cli_keys_end();
  cli_end_by_signal(signal_number);
}

/* Ctrl-Z: restores the terminal for the shell until the program continues. */
static void stop_for_a_while(int signal_number) {
  int error = errno;
  if (reads_keys) tcsetattr(STDIN_FILENO, TCSANOW, &original);
  cli_handle_signal(signal_number, SIG_DFL, 0);
  raise(signal_number);
  cli_handle_signal(signal_number, stop_for_a_while, SA_RESTART | SA_NODEFER);
  if (reads_keys && is_foreground()) set_mode();
  errno = error;
}

int cli_keys_begin(void) {
  if (!isatty(STDIN_FILENO) || !is_foreground()) return 0;
  if (tcgetattr(STDIN_FILENO, &original) != 0) return 0;
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    cli_handle_signal(fatal[i], end_fatally, (int)(SA_RESETHAND | SA_NODEFER));
  cli_handle_signal(SIGTSTP, stop_for_a_while, SA_RESTART | SA_NODEFER);
  atexit(cli_keys_end);
  reads_keys = 1;
  set_mode();
  return 1;
}

int cli_wait(int events, int timeout_ms, unsigned char *keys, size_t capacity) {
  /* The kernel would stop a background process that reads from the terminal. */
  int listens = reads_keys && is_foreground();
  struct pollfd watched[2] = {{events, POLLIN, 0}, {listens ? STDIN_FILENO : -1, POLLIN, 0}};
  if (poll(watched, 2, timeout_ms) <= 0 || watched[1].revents == 0) return 0;
  ssize_t count = read(STDIN_FILENO, keys, capacity);
  if (count > 0) return (int)count;
  cli_keys_end(); /* the terminal is gone */
  return 0;
}
