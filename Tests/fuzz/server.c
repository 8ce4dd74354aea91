/* The thread serves one connection at a time and drops requests of a former input. */
#include "server.h"
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { HEAD = 1 << 16, MAX = 1 << 18, QUEUE = 64, SECONDS = 2 };

static const char gone[] = "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int listener;
/* Pending replies. Invariant: accessed with the lock held. */
static uint8_t replies[MAX];
static const uint8_t *next;
static size_t left, body_length;
static int asked;
static uint16_t port;

/* Reads the rest of a body: a client that is answered earlier may lose the reply. */
static int skip(int connection, size_t size) {
  static char body[1 << 16];
  while (size > 0) {
    ssize_t got = recv(connection, body, size < sizeof body ? size : sizeof body, 0);
    if (got <= 0) return 0;
    size -= (size_t)got;
  }
  return 1;
}

/* Reads a head and its body. */
static int hear(int connection) {
  static char head[HEAD];
  size_t size = 0;
  while (size < sizeof head - 1) {
    ssize_t got = recv(connection, head + size, sizeof head - 1 - size, 0);
    if (got <= 0) return 0;
    head[size += (size_t)got] = 0;
    const char *end = strstr(head, "\r\n\r\n"), *length = strcasestr(head, "\r\nContent-Length:");
    if (!end) continue;
    size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
    size_t there = size - (size_t)(end + 4 - head);
    return skip(connection, body > there ? body - there : 0);
  }
  return 0;
}

static void put(int connection, const void *bytes, size_t size) {
  const char *start = bytes;
  while (size > 0) {
    ssize_t sent = send(connection, start, size, MSG_NOSIGNAL);
    if (sent <= 0) return;
    start += sent;
    size -= (size_t)sent;
  }
}

/* Bytes missing in a reply's body. */
static void fill(int connection, const uint8_t *reply, size_t size) {
  static const char zeros[1 << 16];
  const uint8_t *end = size ? memmem(reply, size, "\r\n\r\n", 4) : NULL;
  size_t body = end ? (size_t)(reply + size - end - 4) : 0;
  while (body < body_length) {
    size_t part = body_length - body < sizeof zeros ? body_length - body : sizeof zeros;
    put(connection, zeros, part);
    body += part;
  }
}

static void answer(int connection) {
  asked++;
  if (!next) return put(connection, gone, sizeof gone - 1);
  const uint8_t *mark = left ? memmem(next, left, NEXT_REPLY, strlen(NEXT_REPLY)) : NULL;
  size_t size = mark ? (size_t)(mark - next) : left;
  put(connection, next, size);
  fill(connection, next, size);
  next = mark ? mark + strlen(NEXT_REPLY) : NULL;
  left = mark ? left - size - strlen(NEXT_REPLY) : 0;
}

/* Accepts pending connections; each is answered, or closed without a reply. */
static void take_all(int answers) {
  struct timeval limit = {SECONDS, 0};
  int connection;
  while ((connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (answers && hear(connection)) {
      answer(connection);
      shutdown(connection, SHUT_WR);
    }
    close(connection);
  }
}

static void *serve(void *unused) {
  struct pollfd wait = {listener, POLLIN, 0};
  (void)unused;
  for (;;) {
    if (poll(&wait, 1, -1) < 0) continue;
    pthread_mutex_lock(&lock);
    take_all(1);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

uint16_t server_start(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t size = sizeof address;
  pthread_t thread;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) != 0 ||
      listen(listener, QUEUE) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) != 0 ||
      pthread_create(&thread, NULL, serve, NULL) != 0)
    return 0;
  pthread_detach(thread);
  return port = ntohs(address.sin_port);
}

/* Replaces the server's address in the replies. */
static void name_port(void) {
  char digits[6];
  uint8_t *place;
  snprintf(digits, sizeof digits, "%05u", port);
  while ((place = memmem(replies, left, SERVER_HERE, strlen(SERVER_HERE))))
    memcpy(place + strlen(SERVER_HERE) - 5, digits, 5);
}

void server_set(const uint8_t *bytes, size_t size, size_t length) {
  pthread_mutex_lock(&lock);
  take_all(0);
  left = size < MAX ? size : MAX;
  memcpy(replies, bytes, left);
  name_port();
  next = replies;
  body_length = length;
  asked = 0;
  pthread_mutex_unlock(&lock);
}

int server_count(void) {
  pthread_mutex_lock(&lock);
  int count = asked;
  pthread_mutex_unlock(&lock);
  return count;
}
