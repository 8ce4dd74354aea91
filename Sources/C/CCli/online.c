#define _GNU_SOURCE
#include "cli.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <termios.h>

int cli_open_url(const char *url) {
  const char *const arguments[] = {"xdg-open", url, NULL};
  pid_t child;
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  for (int descriptor = 0; descriptor < 3 && !error; descriptor++)
    error = posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  if (!error)
    error = posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int cli_read_input(int timeout_ms, void *bytes, size_t capacity) {
  /* The kernel would stop a background process that reads from its terminal. */
  int may_read = !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp();
  struct pollfd watched = {may_read ? STDIN_FILENO : -1, POLLIN, 0};
  if (poll(&watched, 1, timeout_ms) <= 0 || watched.revents == 0) return 0;
  ssize_t count = read(STDIN_FILENO, bytes, capacity);
  if (count > 0) return (int)count;
  return count < 0 && errno == EINTR ? 0 : -1;
}

void cli_hide_input(int hidden) {
  static struct termios before;
  static int is_hidden;
  if (hidden == is_hidden) return;
  if (hidden) {
    if (tcgetattr(STDIN_FILENO, &before) != 0 || tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
    struct termios quiet = before;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    is_hidden = tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet) == 0;
  } else {
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    is_hidden = 0;
  }
}
