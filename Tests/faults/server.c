/* The server of the online scenes, in its own process on the loopback device: a token, a feed,
 * and the same bytes for every other path. */
#include "faults.h"

#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int port;

static void answer(int connection) {
  static char request[8192], body[REPLY_BYTES], head[256];
  size_t length = 0;
  while (length + 1 < sizeof request) {
    ssize_t got = read(connection, request + length, sizeof request - 1 - length);
    if (got <= 0) return;
    request[length += (size_t)got] = 0;
    const char *end = strstr(request, "\r\n\r\n"), *size = strcasestr(request, "content-length:");
    if (end && (!size || strlen(end + 4) >= (size_t)atol(size + 15))) break;
  }
  const char *type = "application/octet-stream";
  size_t bytes = sizeof body;
  memset(body, 'x', sizeof body);
  if (strstr(request, " /token")) {
    type = "application/json";
    bytes = (size_t)sprintf(body, "{\"access_token\":\"a\",\"token_type\":\"bearer\","
                            "\"expires_in\":3600,\"refresh_token\":\"r\"}");
  } else if (strstr(request, " /feed")) {
    type = "application/feed+json";
    bytes = (size_t)sprintf(body, "{\"version\":\"https://jsonfeed.org/version/1.1\","
                            "\"title\":\"t\",\"items\":[{\"id\":\"1\",\"title\":\"one\","
                            "\"attachments\":[{\"url\":"
                            "\"/1.wav\",\"mime_type\":\"audio/wav\",\"size_in_bytes\":100000}]}]}");
  }
  int size = sprintf(head, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
                     "Connection: close\r\n\r\n", type, bytes);
  if (write(connection, head, (size_t)size) == size && write(connection, body, bytes) < 0) return;
}

int start_server(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 64) ||
      getsockname(listener, (struct sockaddr *)&address, &size))
    exit(2);
  port = ntohs(address.sin_port);
  pid_t server = fork();
  if (server == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGPIPE, SIG_IGN);
    while (1) {
      int connection = accept(listener, NULL, NULL);
      if (connection < 0) continue;
      answer(connection);
      close(connection);
    }
  }
  close(listener);
  return server;
}

const char *server_url(const char *path) {
  static char text[2][64];
  static int next;
  next ^= 1;
  snprintf(text[next], sizeof text[next], "http://127.0.0.1:%d%s", port, path);
  return text[next];
}
