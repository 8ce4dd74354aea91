/* aha/tonality.h: tonality: musical keys, their names and relations. */
#ifndef AHA_TONALITY_H
#define AHA_TONALITY_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** Whether music has a key. */
typedef uint32_t aha_tonality_mode;

enum {
  /** Unknown. */
  AHA_TONALITY_UNKNOWN = 0,
  /** No key, as for drums. */
  AHA_TONALITY_ATONAL = 1,
  /** A key with a scale and a root. */
  AHA_TONALITY_TONAL = 2
};

/** A musical key; all zero is "unknown". */
typedef struct aha_tonality {
  /** AHA_TONALITY_… */
  aha_tonality_mode mode;
  /** Bit n is set if the scale contains the note n semitones above C, as 0xAB5 for C major; 0
   *  unless tonal. */
  uint32_t scale;
  /** The root, 0 (C) to 11 (B), a note of the scale; 0 unless tonal. */
  uint32_t root;
} aha_tonality;

/** A text form of a tonality. */
typedef uint32_t aha_tonality_text;

enum {
  /** As in "F# minor" and "D dorian"; "unknown", "atonal"; "D exotic" for a scale without a
   *  name. */
  AHA_TONALITY_TEXT_NAME = 0,
  /** The major key with the same notes, for any root, else "Exotic"; "" unless tonal. */
  AHA_TONALITY_TEXT_LABEL = 1,
  /** As in tags: "F#m", "C", "o" for atonal; "" unless major or minor. */
  AHA_TONALITY_TEXT_SHORT = 2,
  /** As on the Camelot wheel: "8A" for A minor; "" unless major or minor. */
  AHA_TONALITY_TEXT_CAMELOT = 3,
  /** As in Open Key: "1m" for A minor; "" unless major or minor. */
  AHA_TONALITY_TEXT_OPEN_KEY = 4
};

/** The relation between two keys. */
typedef uint32_t aha_relation;

enum {
  /** The minor or major key with the same signature; for major and minor keys only. */
  AHA_RELATION_RELATIVE = 0,
  /** The minor or major key on the same root; for major and minor keys only. */
  AHA_RELATION_PARALLEL = 1,
  /** The same scale a fifth higher. */
  AHA_RELATION_DOMINANT = 2
};

/**
 * Returns the major key of a root.
 * @param root          0 (C) to 11 (B).
 * @param out_tonality  Filled in.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_get_major(AHA_RANGE(0, 11) uint32_t root,
                                          aha_tonality *out_tonality);

/**
 * Parses a name: "F# minor", "Gbm", "D dorian", "8A" (Camelot), "1m" (Open Key), "atonal".
 * @param text          UTF-8, in any case; "M" alone is major, "m" minor.
 * @param out_tonality  Filled in.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_read(const char *text, aha_tonality *out_tonality);

/**
 * Writes a tonality as text.
 * @param text        AHA_TONALITY_TEXT_…
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_TONALITY (bits above the 12 notes, or the root is not in the scale),
 * AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_copy_text(const aha_tonality *tonality, aha_tonality_text text,
                                          AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                          size_t *out_length);

/**
 * Returns a related key; AHA_END if the relation does not exist.
 * @param relation      AHA_RELATION_…
 * @param out_tonality  Filled in; "unknown" after AHA_END.
 * Errors: AHA_ERROR_TONALITY, AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_get_related(const aha_tonality *tonality, aha_relation relation,
                                            aha_tonality *out_tonality) AHA_CODES(AHA_END);

/**
 * Returns the smallest shift in semitones from the root of one key to the root of another; AHA_END
 * if one of the two is not tonal.
 * @param out_semitones  -5 to 6; 0 after AHA_END.
 * Errors: AHA_ERROR_TONALITY, AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_tonality_get_shift(const aha_tonality *from, const aha_tonality *to,
                                          int32_t *out_semitones) AHA_CODES(AHA_END);

AHA_END_DECLARATIONS

#endif /* AHA_TONALITY_H */
