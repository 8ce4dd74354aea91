// Calls of the system that Swift cannot make: variadic, missing in the Glibc module, or macros.
#define _GNU_SOURCE // accept4, posix_spawn_file_actions_addclosefrom_np, sync_file_range
#include "shims.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>

int shim_listen_on_loopback(int six, uint16_t port) {
  int fd = socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct sockaddr_in6 long_one = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  long_one.sin6_addr = in6addr_loopback;
  const struct sockaddr *address =
      six ? (const struct sockaddr *)&long_one : (const struct sockaddr *)&four;
  // Allows a port whose old connections are in TIME_WAIT, but not one in use.
  int one = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, address, six ? sizeof long_one : sizeof four) == 0 && listen(fd, 16) == 0) return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

int shim_socket_port(int fd) {
  struct sockaddr_in6 address;
  socklen_t size = sizeof address;
  if (getsockname(fd, (struct sockaddr *)&address, &size) != 0) return 0;
  // The port has the same offset in both address structures.
  return ntohs(address.sin6_port);
}

// An abstract name: it has no file, and ends with its socket.
static socklen_t abstract_address(struct sockaddr_un *address, const char *name) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  size_t length = strnlen(name, sizeof address->sun_path - 1);
  memcpy(address->sun_path + 1, name, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
}

static int abstract_socket(const char *name, int listens) {
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  struct sockaddr_un address;
  const socklen_t size = abstract_address(&address, name);
  const struct sockaddr *plain = (const struct sockaddr *)&address;
  if (listens ? bind(fd, plain, size) == 0 && listen(fd, 16) == 0 : connect(fd, plain, size) == 0)
    return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

int shim_listen_for_processes(const char *name) { return abstract_socket(name, 1); }

int shim_connect_to_process(const char *name) { return abstract_socket(name, 0); }

void shim_close_listener(int fd) {
  shutdown(fd, SHUT_RDWR);
  close(fd);
}

int shim_is_own_users(int fd, pid_t *process) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return 0;
  *process = peer.pid;
  return peer.uid == geteuid();
}

int shim_poll_set(void) { return epoll_create1(EPOLL_CLOEXEC); }

int shim_add_to_poll_set(int set, int fd) {
  struct epoll_event event = {.events = EPOLLIN};
  return epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
}

int shim_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

ssize_t shim_receive(int fd, void *bytes, size_t size) {
  return recv(fd, bytes, size, MSG_DONTWAIT);
}

ssize_t shim_send(int fd, const void *bytes, size_t size) {
  return send(fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void shim_end_sending(int fd) { shutdown(fd, SHUT_WR); }

int shim_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

// The child inherits the host's environment and these descriptors, and nothing else: no other
// descriptor, no ignored or blocked signal.
static int spawn_with(const char *path, char *const arguments[], int talk, int complaints,
                      posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                      pid_t *process) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_adddup2(actions, talk, 0);
  posix_spawn_file_actions_adddup2(actions, talk, 1);
  posix_spawn_file_actions_adddup2(actions, complaints, 2);
  posix_spawn_file_actions_addclosefrom_np(actions, 3);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return posix_spawn(process, path, actions, attributes, arguments, environ);
}

int shim_spawn(const char *path, char *const arguments[], int talk, int complaints,
               pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int error = spawn_with(path, arguments, talk, complaints, &actions, &attributes, process);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int shim_open_process(pid_t process) {
#if defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  errno = ENOSYS;
  return -1;
#endif
}

int shim_kill_process(int descriptor) {
#if defined(SYS_pidfd_send_signal)
  return (int)syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0);
#else
  (void)descriptor;
  return -1;
#endif
}

int shim_reap(pid_t process) {
  int status = 0;
  pid_t got;
  do {
    got = waitpid(process, &status, 0);
  } while (got < 0 && errno == EINTR);
  if (got != process || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

void shim_error_text(int error, char *buffer, size_t capacity) {
  char local[128];
  // The GNU form: returns the text, which need not be in the buffer.
  snprintf(buffer, capacity, "%s", strerror_r(error, local, sizeof local));
}

int shim_name_thread(pthread_t thread, const char *name) {
  return pthread_setname_np(thread, name);
}

int shim_start_writeback(int descriptor, int64_t offset, int64_t count) {
  return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

// getrandom, not arc4random, so that glibc 2.34 is enough.
int shim_random_bytes(void *bytes, size_t size) {
  unsigned char *next = bytes;
  while (size > 0) {
    ssize_t got = getrandom(next, size, 0);
    if (got < 0 && errno != EINTR) return 0;
    if (got > 0) {
      next += got;
      size -= (size_t)got;
    }
  }
  return 1;
}
