/* aha/piece.h: what there is to say about a finished piece of music, and its manifest: a JSON
 * document that docs/piece.schema.json describes. */
#ifndef AHA_PIECE_H
#define AHA_PIECE_H

#include "tonality.h"

AHA_BEGIN_DECLARATIONS

/** A description of a piece: any values; aha_piece_problem_count says what is wrong with them. */
typedef struct aha_piece aha_piece;

/** The texts of a piece. */
typedef uint32_t aha_piece_text;

enum {
  /** 1 to 50 Unicode code points, not of white space alone. */
  AHA_PIECE_TITLE = 0,
  /** At most 140 code points. */
  AHA_PIECE_DESCRIPTION = 1,
  /** At most 140 code points. */
  AHA_PIECE_ARTIST = 2,
  /** The MIME type of the attachment: data of the program that made the piece. "" when there is
   *  none. */
  AHA_PIECE_ATTACHMENT_TYPE = 3
};

/** The numbers of a piece; what is 0 is not known. */
typedef struct aha_piece_info {
  size_t struct_size;
  /** 1 to 1 200 000 000: 20 minutes. */
  int64_t length_us;
  /** What can go round; both 0: nothing. begin is below end, and end not above the length. */
  int64_t loop_begin_us;
  int64_t loop_end_us;
  /** At most 30 000 000. */
  int64_t attachment_bytes;
  /** 1 to 999.999; 0: no fixed one. */
  double tempo_bpm;
  /** The time signature, 1 to 16 over 2, 4, 8 or 16; both 0: none. */
  int32_t beats_per_bar;
  int32_t beat_unit;
  aha_tonality tonality;
  /** Non-zero: it shall not show up in public lists. */
  uint32_t unlisted;
} aha_piece_info;

/** Information with struct_size set, and nothing known. */
static inline aha_piece_info aha_piece_info_init(void) {
  aha_piece_info info = {sizeof(aha_piece_info), 0, 0, 0, 0, 0.0, 0, 0, {0, 0, 0}, 0};
  return info;
}

/** How a piece is brought to another root: what its player's effects are set to. */
typedef struct aha_key_change {
  size_t struct_size;
  /** The nearest way, -5 to 6. */
  int32_t semitones;
  /** For AHA_PITCH_CENTS. */
  float pitch_cents;
  /** For AHA_TUNER_SCALE and AHA_TUNER_ROOT: the piece's scale on its new root. */
  float tuner_scale;
  float tuner_root;
  /** The key that comes out. */
  aha_tonality tonality;
  /** Zero. */
  uint32_t reserved;
} aha_key_change;

/** A key change with struct_size set. */
static inline aha_key_change aha_key_change_init(void) {
  aha_key_change change = {sizeof(aha_key_change), 0, 0.0f, 0.0f, 0.0f, {0, 0, 0}, 0};
  return change;
}

/** The parts of a piece, in the order in which they are checked. */
typedef uint32_t aha_piece_field;

enum {
  AHA_PIECE_FIELD_TITLE = 1,
  AHA_PIECE_FIELD_LENGTH = 2,
  AHA_PIECE_FIELD_TEMPO = 3,
  AHA_PIECE_FIELD_LOOP = 4,
  AHA_PIECE_FIELD_TIME_SIGNATURE = 5,
  AHA_PIECE_FIELD_DESCRIPTION = 6,
  AHA_PIECE_FIELD_ARTIST = 7,
  AHA_PIECE_FIELD_BASED_ON = 8,
  AHA_PIECE_FIELD_TONALITY = 9,
  AHA_PIECE_FIELD_ATTACHMENT = 10
};

/** Something that is wrong with a piece. */
typedef struct aha_piece_problem {
  size_t struct_size;
  /** AHA_PIECE_FIELD_… */
  aha_piece_field field;
  /** AHA_ERROR_TITLE_EMPTY … AHA_ERROR_ATTACHMENT. */
  aha_result code;
  /** One line with the offending value, ended with NUL. */
  char line[240];
} aha_piece_problem;

/** A problem with struct_size set. */
static inline aha_piece_problem aha_piece_problem_init(void) {
  aha_piece_problem problem = {sizeof(aha_piece_problem), 0, 0, {0}};
  return problem;
}

/**
 * Makes a piece of which nothing is known.
 * @param out_piece  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_create(aha_piece **out_piece);

/**
 * Makes a piece of a manifest in memory. Values out of range come in too.
 * @param bytes      UTF-8; borrowed for the call.
 * @param size       At most 1 MiB, else AHA_ERROR_LIMIT.
 * @param out_piece  Owned by the caller.
 * Errors: AHA_ERROR_DAMAGED (no JSON, or a value of the wrong type), AHA_ERROR_UNKNOWN_FORMAT
 * (another document), AHA_ERROR_UNSUPPORTED (of a newer version). Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_read(const void *bytes, size_t size, aha_piece **out_piece);

/**
 * Makes a piece of the manifest in a file.
 * @param path       Of the file.
 * @param out_piece  Owned by the caller.
 * Errors: those of aha_piece_read, AHA_ERROR_NOT_FOUND and the other errors of files.
 * Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_piece_load(const char *path, aha_piece **out_piece);

/**
 * Copies the manifest: with what was unknown here of the one that was read.
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: the code of the first problem, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_copy_manifest(aha_piece *piece, char *buffer, size_t capacity,
                                           size_t *out_length);

/**
 * Writes the manifest to a file, which is replaced whole or not at all.
 * Errors: the code of the first problem, those of files, handle errors. Thread: [blocking].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_save(aha_piece *piece, const char *path);

/**
 * Makes a piece of what an audio file says about itself: the manifest that aha_piece_embed wrote
 * into it, and the tags of any program, which win where they were changed later. The length is that
 * of the manifest; without one it is not known.
 * @param path       Of a WAV, RF64, AIFF, FLAC, Ogg, Opus or MP3 file.
 * @param out_piece  Owned by the caller.
 * Errors: AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED, AHA_ERROR_UNSUPPORTED, those of files.
 * Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_piece_load_tags(const char *path, aha_piece **out_piece);

/**
 * Writes the piece into an audio file: its manifest, the tags that other programs show, and in WAV
 * and RF64 the loop. Sound and tags of other kinds stay. The file is replaced atomically.
 * @param path  Of a WAV, RF64, AIFF, FLAC, Ogg, Opus or MP3 file.
 * Errors: the code of the first problem, AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED, those of
 * files, handle errors. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_piece_embed(aha_piece *piece, const char *path);

/**
 * Copies one of the texts.
 * @param text        AHA_PIECE_TITLE …
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_copy_text(aha_piece *piece, aha_piece_text text, char *buffer,
                                       size_t capacity, size_t *out_length);

/**
 * Sets one of the texts.
 * @param text   AHA_PIECE_TITLE …
 * @param value  UTF-8; what is not becomes U+FFFD.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_set_text(aha_piece *piece, aha_piece_text text, const char *value);

/**
 * Tells the numbers.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_get_info(aha_piece *piece, aha_piece_info *info);

/**
 * Sets all numbers; those out of range too, for aha_piece_problem_at to tell.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_set_info(aha_piece *piece, const aha_piece_info *info);

/**
 * Adds a piece that this one is based on, if it is not there.
 * @param id  The id, or the address of a piece, of which the id is kept: what follows "/s/" or
 *            "uuid=".
 * Errors: AHA_ERROR_LIMIT (100 are there), AHA_ERROR_INVALID_ARGUMENT, handle errors.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_add_based_on(aha_piece *piece, const char *id);

/** Takes away all that it is based on. Errors: handle errors. Thread: [any]. Since: 0.5. */
AHA_API aha_result aha_piece_clear_based_on(aha_piece *piece);

/** How many pieces it is based on; 0 for a bad handle. Thread: [any]. Since: 0.5. */
AHA_API uint32_t aha_piece_based_on_count(aha_piece *piece);

/**
 * Copies the id of a piece that it is based on.
 * @param index       Below the count.
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_copy_based_on(aha_piece *piece, uint32_t index, char *buffer,
                                           size_t capacity, size_t *out_length);

/**
 * Tells how to bring a piece to another root; AHA_END when it is atonal, or its key is not known,
 * and then all settings are 0.
 * @param root        The wanted one, 0 (C) to 11 (B).
 * @param out_change  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_TONALITY, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_get_key_change(aha_piece *piece, uint32_t root,
                                            aha_key_change *out_change);

/**
 * How many fields have something wrong with them; 0 when the piece is valid, and for a bad handle.
 * Thread: [any]. Since: 0.5.
 */
AHA_API uint32_t aha_piece_problem_count(aha_piece *piece);

/**
 * Tells what is wrong with a field.
 * @param index    Below the count; in the order of AHA_PIECE_FIELD_…
 * @param problem  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_problem_at(aha_piece *piece, uint32_t index,
                                        aha_piece_problem *problem);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.5. */
AHA_API aha_result aha_piece_retain(aha_piece *piece);

/** Gives an owner's share up; the last ends the piece. Errors: handle errors. Thread: [any].
 * Since: 0.5. */
AHA_API aha_result aha_piece_release(aha_piece *piece);

AHA_END_DECLARATIONS

#endif /* AHA_PIECE_H */
