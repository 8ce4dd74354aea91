/* A server on this machine that answers each request with the next of some bytes, as they are, and
 * closes the connection. As a client's proxy it is all there is of the network. */
#ifndef AHA_FUZZ_SERVER_H
#define AHA_FUZZ_SERVER_H

#include <stddef.h>
#include <stdint.h>

/* What stands between two replies. Behind the last one, what is asked for is 410 Gone. */
#define NEXT_REPLY "=====\n"

/* What replies call the server; its port takes the place of the zeros. */
#define SERVER_HERE "127.0.0.1:00000"

/* Starts its thread, which runs until the process ends; returns the port, or 0. */
uint16_t server_start(void);

/* Answers with other bytes from now on, which are copied, up to 256 KiB. Nobody may be asking. With
 * a length of bodies, zeros fill each one up to that. */
void server_set(const uint8_t *bytes, size_t size, size_t body_length);

/* How many were asked for since then. */
int server_count(void);

#endif /* AHA_FUZZ_SERVER_H */
