// The functions of libidn2 2.0 that libaha calls. They are declared here, because most systems have
// the library with libcurl, but not its headers: docs/decisions/0107-libidn2-names-hosts.md.
#ifndef AHA_CIDN2_H
#define AHA_CIDN2_H

#include <stddef.h>
#include <stdint.h>

/// Loads the library: 0, or -1 with the reason in `text`. Call it before any other function.
int late_load_idn2(char *text, size_t size);

// Flags of idn2_lookup_u8: the name may be decomposed; capital and full-width letters are mapped,
// as browsers do, and "ß" stays a letter of its own (UTS 46, non-transitional).
enum { CIDN2_NFC_INPUT = 1, CIDN2_NONTRANSITIONAL = 8 };

/// Encodes a host name in UTF-8 as DNS knows it ("xn--…"); 0 for success. The caller frees `name`.
int idn2_lookup_u8(const uint8_t *host, uint8_t **name, int flags);
void idn2_free(void *name);

#endif
