/* The smallest files for a drop. */
#ifndef AHA_FUZZ_MEDIA_H
#define AHA_FUZZ_MEDIA_H

/* 44 bytes of header, and 16 samples. */
static const char sound[76] =
    "RIFF\x44\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x80\xbb\0\0\0\x77\1\0\2\0\x10\0data\x20\0\0\0";
/* 640 x 640, so that libaha draws none. */
static const char cover[] =
    "\211PNG\15\12\32\12\0\0\0\15IHDR\0\0\2\200\0\0\2\200\1\0\0\0\0$\266\364\216\0\0\0HIDATx\332"
    "\355\301\1\1\0\0\0\202\40\377\257nH@\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0|\31\312\200\0\1`<\313\210\0\0\0\0IEND\256B`\202";

#endif /* AHA_FUZZ_MEDIA_H */
