/* One input for the decoder, shared by the fuzzer and by the driver that replays files. */
#ifndef AHA_FUZZ_DECODE_H
#define AHA_FUZZ_DECODE_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif /* AHA_FUZZ_DECODE_H */
