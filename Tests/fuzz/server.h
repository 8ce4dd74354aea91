/* A local server that answers each request with the next part of some bytes, unchanged, and
 * closes the connection. As a client's proxy it is the whole network. */
#ifndef AHA_FUZZ_SERVER_H
#define AHA_FUZZ_SERVER_H

#include <stddef.h>
#include <stdint.h>

/* Separator of two replies. After the last one, the server replies 410 Gone. */
#define NEXT_REPLY "=====\n"

/* The server's address in replies; its port replaces the zeros. */
#define SERVER_HERE "127.0.0.1:00000"

/* Starts its thread, which runs until the process ends; returns the port, or 0. */
uint16_t server_start(void);

/* Answers with these bytes from now on; they are copied, up to 256 KiB. No request may be in
 * progress. If a body length is given, zeros fill each body up to it. */
void server_set(const uint8_t *bytes, size_t size, size_t body_length);

/* Count of requests since then. */
int server_count(void);

#endif /* AHA_FUZZ_SERVER_H */
