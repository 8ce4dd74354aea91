// Classifies addresses: this machine, a private network, or public.
#define _GNU_SOURCE
#include "aha_curl.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Whether the first `bits` of an address are those of a network.
static int is_in(const uint8_t *address, const uint8_t *network, int bits) {
  int whole = bits / 8, rest = bits % 8;
  if (memcmp(address, network, (size_t)whole) != 0) return 0;
  return rest == 0 || (address[whole] ^ network[whole]) >> (8 - rest) == 0;
}

// Source: the IANA special-purpose address registries (RFC 6890); multicast is RFC 5771 and 4291.
static int distance_4(const uint8_t *address) {
  static const struct {
    uint8_t network[4];
    int bits, distance;
  } networks[] = {{{0}, 8, AHA_CURL_HERE},       {{127}, 8, AHA_CURL_HERE},
                  {{10}, 8, AHA_CURL_NEAR},      {{100, 64}, 10, AHA_CURL_NEAR},
                  {{169, 254}, 16, AHA_CURL_NEAR}, {{172, 16}, 12, AHA_CURL_NEAR},
                  {{192, 0, 0}, 24, AHA_CURL_NEAR}, {{192, 168}, 16, AHA_CURL_NEAR},
                  {{198, 18}, 15, AHA_CURL_NEAR}, {{224}, 3, AHA_CURL_NEAR}};
  for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
    if (is_in(address, networks[i].network, networks[i].bits)) return networks[i].distance;
  }
  return AHA_CURL_PUBLIC;
}

static int distance_6(const uint8_t *address) {
  // Prefixes of IPv6 that embed an IPv4 address, and the offset of that address in bits.
  static const struct {
    uint8_t network[12];
    int bits;
  } carriers[] = {{{0}, 96},
                  {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF}, 96},
                  {{0, 0x64, 0xFF, 0x9B}, 96},
                  {{0x20, 0x02}, 16}};
  for (size_t i = 0; i < sizeof carriers / sizeof *carriers; i++) {
    if (is_in(address, carriers[i].network, carriers[i].bits)) {
      return distance_4(address + carriers[i].bits / 8);
    }
  }
  static const struct {
    uint8_t network[6];
    int bits;
  } networks[] = {{{0, 0x64, 0xFF, 0x9B, 0, 1}, 48}, {{0x20, 0x01, 0, 0}, 32},
                  {{0xFC}, 7}, {{0xFE, 0x80}, 9}, {{0xFF}, 8}};
  for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
    if (is_in(address, networks[i].network, networks[i].bits)) return AHA_CURL_NEAR;
  }
  return AHA_CURL_PUBLIC;
}

static int distance(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    return distance_4((const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr);
  }
  if (address->sa_family == AF_INET6) {
    return distance_6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
  }
  return AHA_CURL_HERE;
}

int aha_curl_distance(const char *text) {
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST}, *found = NULL;
  char host[256];
  size_t length = strlen(text);
  // Accepts the brackets of a URL, and the dot that ends a fully qualified name.
  if (length > 1 && text[0] == '[' && text[length - 1] == ']') text++, length -= 2;
  if (length > 1 && text[length - 1] == '.') length--;
  if (length >= sizeof host) return AHA_CURL_PUBLIC;
  memcpy(host, text, length);
  host[length] = 0;
  size_t dot = length < 10 ? 0 : length - 10;
  if (strcasecmp(host, "localhost") == 0 || strcasecmp(host + dot, ".localhost") == 0) {
    return AHA_CURL_HERE;
  }
  if (getaddrinfo(host, NULL, &hints, &found) != 0) return AHA_CURL_PUBLIC;
  int result = found == NULL ? AHA_CURL_HERE : distance(found->ai_addr);
  freeaddrinfo(found);
  return result;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address) {
  struct aha_curl_fence *fence = context;
  (void)purpose;
  if (distance(&address->addr) < fence->least) {
    fence->refused = 1;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void aha_curl_set_fence(CURL *easy, struct aha_curl_fence *fence) {
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, fence);
}
