/* aha/tonality.h: keys: their names, and how they relate. */
#ifndef AHA_TONALITY_H
#define AHA_TONALITY_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** Whether music has a key. */
typedef uint32_t aha_tonality_mode;

enum {
  /** Nobody knows. */
  AHA_TONALITY_UNKNOWN = 0,
  /** It has none, as drums. */
  AHA_TONALITY_ATONAL = 1,
  /** It has a scale and a root. */
  AHA_TONALITY_TONAL = 2
};

/** What key music is in; all zero is "unknown". */
typedef struct aha_tonality {
  /** AHA_TONALITY_… */
  aha_tonality_mode mode;
  /** Bit n is set when the scale holds the note n semitones above C, as 0xAB5 for C major; 0 unless
   *  tonal. */
  uint32_t scale;
  /** The note that the scale rests on, 0 (C) to 11 (B), which is one of its notes; 0 unless
   *  tonal. */
  uint32_t root;
} aha_tonality;

/** A way to write a tonality. */
typedef uint32_t aha_tonality_text;

enum {
  /** As in "F# minor" and "D dorian"; "unknown", "atonal"; "D exotic" where a scale has no name. */
  AHA_TONALITY_TEXT_NAME = 0,
  /** The major key that has these notes, whatever the root, else "Exotic"; "" when it is no key. */
  AHA_TONALITY_TEXT_LABEL = 1,
  /** As in tags: "F#m", "C", "o" for atonal; "" unless major or minor. */
  AHA_TONALITY_TEXT_SHORT = 2,
  /** As on the Camelot wheel: "8A" for A minor; "" unless major or minor. */
  AHA_TONALITY_TEXT_CAMELOT = 3,
  /** As in Open Key: "1m" for A minor; "" unless major or minor. */
  AHA_TONALITY_TEXT_OPEN_KEY = 4
};

/** How another key relates to one. */
typedef uint32_t aha_relation;

enum {
  /** The minor key with the same signature, or the major one; of major and minor keys only. */
  AHA_RELATION_RELATIVE = 0,
  /** The minor key on the same root, or the major one; of major and minor keys only. */
  AHA_RELATION_PARALLEL = 1,
  /** The same scale a fifth higher. */
  AHA_RELATION_DOMINANT = 2
};

/**
 * Gives the major scale of a root.
 * @param root          0 (C) to 11 (B).
 * @param out_tonality  Where to.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_get_major(uint32_t root, aha_tonality *out_tonality);

/**
 * Reads a name: "F# minor", "Gbm", "D dorian", "8A" (Camelot), "1m" (Open Key), "atonal".
 * @param text          UTF-8, in any case; "M" alone is major, "m" minor.
 * @param out_tonality  Where to.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_read(const char *text, aha_tonality *out_tonality);

/**
 * Writes a tonality as text.
 * @param text        AHA_TONALITY_TEXT_…
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_TONALITY (no 12 notes with the root among them), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_BUFFER_TOO_SMALL. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_copy_text(const aha_tonality *tonality, aha_tonality_text text,
                                          char *buffer, size_t capacity, size_t *out_length);

/**
 * Gives a related key; AHA_END when there is none.
 * @param relation      AHA_RELATION_…
 * @param out_tonality  Where to; "unknown" when there is none.
 * Errors: AHA_ERROR_TONALITY, AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_get_related(const aha_tonality *tonality, aha_relation relation,
                                            aha_tonality *out_tonality);

/**
 * Tells by how much music in one key must be shifted to rest on the root of another, the nearest
 * way; AHA_END when one of the two is not tonal.
 * @param out_semitones  -5 to 6; 0 when there is no way.
 * Errors: AHA_ERROR_TONALITY, AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_get_shift(const aha_tonality *from, const aha_tonality *to,
                                          int32_t *out_semitones);

AHA_END_DECLARATIONS

#endif /* AHA_TONALITY_H */
