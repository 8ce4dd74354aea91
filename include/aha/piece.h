/* aha/piece.h: the metadata of a finished piece of music, and its manifest: a JSON document that
 * docs/piece.schema.json describes. */
#ifndef AHA_PIECE_H
#define AHA_PIECE_H

#include "handle.h"
#include "tonality.h"

AHA_BEGIN_DECLARATIONS

/** The metadata of a piece. It accepts any values; aha_piece_problem_count validates them,
 *  also for a service with narrower limits. */
typedef struct aha_piece aha_piece;

/** The texts of a piece. */
typedef uint32_t aha_piece_text;

enum {
  /** The title: 1 to 1000 Unicode code points, not only white space. In all texts, controls that
   *  reorder the text after them (U+202A to U+202E, U+2066 to U+2069) are a problem. */
  AHA_PIECE_TITLE = 0,
  /** At most 10 000 code points. */
  AHA_PIECE_DESCRIPTION = 1,
  /** At most 1000 code points. */
  AHA_PIECE_ARTIST = 2,
  /** The MIME type of the attachment: data of the program that made the piece. "" without an
   *  attachment. */
  AHA_PIECE_ATTACHMENT_TYPE = 3
};

/** The numbers of a piece; 0 is unknown. */
typedef struct aha_piece_info {
  size_t struct_size;
  /** 1 to 3 600 000 000 000: 1000 hours. */
  int64_t length_us;
  /** The loop; both 0: none. begin is below end, and end is at most the length. To the next
   *  microsecond of a file's loop. */
  int64_t loop_begin_us;
  int64_t loop_end_us;
  /** At most 30 000 000. */
  int64_t attachment_bytes;
  /** 1 to 999.999; 0: no fixed tempo. */
  double tempo_bpm;
  /** The time signature, 1 to 16 over 2, 4, 8 or 16; both 0: none. */
  int32_t beats_per_bar;
  int32_t beat_unit;
  aha_tonality tonality;
  /** True: the piece is excluded from public lists. */
  AHA_FLAG uint32_t is_unlisted;
  /** The same loop in frames of the audio file that the piece was loaded from, at that file's rate,
   *  as its smpl chunk or tags state it; both 0: unknown. aha_piece_set_info ignores them; they are
   *  unknown after it changes the loop. Since 0.10. */
  int64_t loop_begin_frame;
  int64_t loop_end_frame;
} aha_piece_info;

/** Information with struct_size set, and all numbers unknown. */
static inline aha_piece_info aha_piece_info_init(void) {
  aha_piece_info info = {sizeof(aha_piece_info), 0, 0, 0, 0, 0.0, 0, 0, {0, 0, 0}, 0, 0, 0};
  return info;
}

/** A transposition to another root: settings for the effects of the piece's player. */
typedef struct aha_key_change {
  size_t struct_size;
  /** The smallest shift, -5 to 6. */
  int32_t semitones;
  /** For AHA_PITCH_CENTS. */
  float pitch_cents;
  /** For AHA_TUNER_SCALE and AHA_TUNER_ROOT: the piece's scale on its new root. */
  float tuner_scale;
  float tuner_root;
  /** The resulting key. */
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

/** An invalid field of a piece. */
typedef struct aha_piece_problem {
  size_t struct_size;
  /** AHA_PIECE_FIELD_… */
  aha_piece_field field;
  /** AHA_ERROR_TITLE_EMPTY … AHA_ERROR_TEXT_DIRECTION. */
  aha_result code;
  /** One line with the offending value, ended with NUL. */
  char line[240];
} aha_piece_problem;

/** A problem with struct_size set. */
static inline aha_piece_problem aha_piece_problem_init(void) {
  aha_piece_problem problem = {sizeof(aha_piece_problem), 0, 0, {0}};
  return problem;
}

/** A chapter of the file whose tags were read. */
typedef struct aha_piece_chapter {
  size_t struct_size;
  int64_t begin_us;
  /** Above begin_us; 0: unknown. */
  int64_t end_us;
  /** UTF-8, ended with NUL; cut off at a code point if it is longer. */
  char title[256];
} aha_piece_chapter AHA_RECORD AHA_PYTHON(PieceChapter);

/** A chapter with struct_size set. */
static inline aha_piece_chapter aha_piece_chapter_init(void) {
  aha_piece_chapter chapter = {sizeof(aha_piece_chapter), 0, 0, {0}};
  return chapter;
}

/** The gain that players apply to a file, from its tags: ReplayGain, or R128 in Opus, both relative
 *  to -18 LUFS. Since: 1.0. */
typedef struct aha_piece_gain {
  size_t struct_size;
  /** dB; NAN: not in the file. */
  AHA_NONE(NAN) double track_db;
  /** Peak of the track, 1 is full scale; NAN: not in the file. */
  AHA_NONE(NAN) double track_peak;
  /** dB; NAN: not in the file. */
  AHA_NONE(NAN) double album_db;
  /** Peak of the album; NAN: not in the file. */
  AHA_NONE(NAN) double album_peak;
} aha_piece_gain AHA_RECORD AHA_PYTHON(PieceGain);

/** A gain with struct_size set. */
static inline aha_piece_gain aha_piece_gain_init(void) {
  aha_piece_gain gain = {sizeof(aha_piece_gain), 0.0, 0.0, 0.0, 0.0};
  return gain;
}

/**
 * Creates an empty piece.
 * @param out_piece  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_create(AHA_OWNED aha_piece **out_piece);

/**
 * Creates a piece from a manifest in memory. Values out of range are kept.
 * @param bytes      UTF-8; borrowed for the call.
 * @param size       At most 1 MiB, else AHA_ERROR_LIMIT.
 * @param out_piece  Owned by the caller.
 * Errors: AHA_ERROR_DAMAGED (not JSON, or a value of the wrong type), AHA_ERROR_UNKNOWN_FORMAT
 * (another kind of document), AHA_ERROR_UNSUPPORTED (a newer version). Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_read(AHA_LIST(size) const void *bytes, size_t size,
                                  AHA_OWNED aha_piece **out_piece);

/**
 * Creates a piece from the manifest in a file.
 * @param path       Of the file.
 * @param out_piece  Owned by the caller.
 * Errors: those of aha_piece_read, AHA_ERROR_NOT_FOUND and the other errors of files. Thread:
 * [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_piece_load(const char *path, AHA_OWNED aha_piece **out_piece)
                                  AHA_PYTHON(load);

/**
 * The manifest. Unknown fields of the manifest that was read are preserved.
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: the code of the first problem, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_copy_manifest(aha_piece *piece, AHA_BUFFER(capacity) char *buffer,
                                           size_t capacity, size_t *out_length);

/**
 * Writes the manifest to a file, which is replaced whole or not at all.
 * Errors: the code of the first problem, those of files, handle errors. Thread: [blocking].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_save(aha_piece *piece, const char *path) AHA_CONST;

/**
 * Creates a piece from the metadata of an audio file: the manifest that aha_piece_embed wrote, and
 * the tags of any program. Tags that were changed after the manifest take precedence. The length is
 * the manifest's; without a manifest it is unknown.
 * @param path       Of a WAV, RF64, AIFF, FLAC, Ogg, Opus, MP3 or M4A file; with the module
 *                   libaha-ffmpeg.so also of Matroska, WMA, WavPack and others.
 * @param out_piece  Owned by the caller.
 * Errors: AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED, AHA_ERROR_UNSUPPORTED (also: no module),
 * those of files.
 * Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_piece_load_tags(const char *path, AHA_OWNED aha_piece **out_piece);

/**
 * Writes the piece into an audio file: its manifest, the tags that other programs show, its loop,
 * cover and chapters. Without a cover or chapters, the file keeps its own. The sound and other tags
 * stay unchanged. The file is replaced atomically.
 * @param path  Of a WAV, RF64, AIFF, FLAC, Ogg, Opus, MP3 or M4A file.
 * Errors: the code of the first problem, AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED, those of
 * files, handle errors. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_piece_embed(aha_piece *piece, const char *path) AHA_CONST;

/**
 * Copies one of the texts.
 * @param text        AHA_PIECE_TITLE …
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_copy_text(aha_piece *piece, aha_piece_text text,
                                       AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                       size_t *out_length);

/**
 * Sets one of the texts.
 * @param text   AHA_PIECE_TITLE …
 * @param value  UTF-8; invalid bytes become U+FFFD.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_set_text(aha_piece *piece, aha_piece_text text, const char *value);

/**
 * Reads the numbers.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_get_info(aha_piece *piece, aha_piece_info *info);

/**
 * Sets all numbers. Values out of range are accepted, and aha_piece_problem_get reports them.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, handle errors. Thread: [any]. Since:
 * 0.5.
 */
AHA_API aha_result aha_piece_set_info(aha_piece *piece, const aha_piece_info *info);

/**
 * Adds the id of a piece that this piece is based on, if the list does not have it yet.
 * @param id  The id, or the URL of a piece, from which the id is extracted: the part after "/s/" or
 *            "uuid=".
 * Errors: AHA_ERROR_LIMIT (the list has 100), AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread:
 * [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_add_based_on(aha_piece *piece, const char *id);

/**
 * Clears the list of pieces that this piece is based on.
 * Errors: handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_clear_based_on(aha_piece *piece);

/**
 * The number of pieces that this piece is based on.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.5.
 */
AHA_API uint32_t aha_piece_based_on_count(aha_piece *piece);

/**
 * Copies the id of a piece that this piece is based on.
 * @param index       Below the count.
 * @param buffer      Destination; NULL asks for the length only.
 * @param capacity    Size of the buffer in bytes, NUL included.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_piece_copy_based_on(aha_piece *piece, uint32_t index,
                                           AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                           size_t *out_length);

/**
 * The number of chapters of the file whose tags were loaded, at most 1000. The module
 * libaha-ffmpeg.so reads them: in MP4, M4A, MP3, FLAC, Ogg and its own formats. They are not part
 * of the manifest.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.10.
 */
AHA_API uint32_t aha_piece_chapter_count(aha_piece *piece);

/**
 * The chapters of the file whose tags were loaded, by index.
 * @param index    Below the count; in the order of the file.
 * @param chapter  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_piece_chapter_get(aha_piece *piece, uint32_t index,
                                        aha_piece_chapter *chapter) AHA_PYTHON(chapters);

/**
 * Adds a chapter, in the order of time; aha_piece_embed writes the chapters.
 * @param chapter  begin_us is at least 0; end_us is above it, or 0: the begin of the next chapter.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (1000 chapters), handle errors. Thread:
 * [any]. Since: 1.0.
 */
AHA_API aha_result aha_piece_add_chapter(aha_piece *piece, const aha_piece_chapter *chapter);

/**
 * Removes all chapters of the piece.
 * Errors: handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_piece_clear_chapters(aha_piece *piece);

/**
 * The gain in the tags of the file that was loaded. It is not part of the manifest.
 * @param gain  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_piece_get_gain(aha_piece *piece, aha_piece_gain *gain);

/**
 * The cover of the file whose tags were loaded, or the one that was set: the bytes of a JPEG or PNG
 * file; length 0: none. The formats are those with chapters. It is not part of the manifest.
 * @param bytes       Destination; NULL asks for the length only.
 * @param capacity    Room in bytes.
 * @param out_length  Set to the length, at most 16 MiB; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_piece_copy_cover(aha_piece *piece, AHA_BUFFER(capacity) void *bytes,
                                        size_t capacity, size_t *out_length);

/**
 * Sets the cover, for aha_piece_embed. aha_piece_load_tags replaces it.
 * @param bytes   JPEG or PNG as a file; copied. NULL with length 0 removes the cover.
 * @param length  At most 16 MiB.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_LIMIT,
 * AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_piece_set_cover(aha_piece *piece,
                                       AHA_LIST(length) AHA_NULLABLE AHA_PYTHON(data)
                                       const void *bytes, size_t length);

/**
 * Reads the transposition to another root. AHA_END if the piece is atonal or its key is unknown;
 * then all settings are 0.
 * @param root        The new root, 0 (C) to 11 (B).
 * @param out_change  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_TONALITY, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_get_key_change(aha_piece *piece, AHA_RANGE(0, 11) uint32_t root,
                                            aha_key_change *out_change) AHA_CODES(AHA_END);

/** The protocol of a destination. */
typedef uint32_t aha_destination_kind;

enum {
  /** A local folder: no account, no network. */
  AHA_DESTINATION_FOLDER = 1,
  /** A collection of a WebDAV server (RFC 4918); Nextcloud and ownCloud receive chunks. */
  AHA_DESTINATION_WEBDAV = 2,
  /** A bucket of Amazon S3 or of a compatible service. */
  AHA_DESTINATION_S3 = 3,
  AHA_DESTINATION_DROPBOX = 4,
  AHA_DESTINATION_SOUNDCLOUD = 5,
  /** A server of the Allihoopa protocol. */
  AHA_DESTINATION_ALLIHOOPA = 6,
  /** The functions of aha_destination_callbacks. */
  AHA_DESTINATION_HOST = 7
};

/**
 * The number of fields that exceed libaha's limits or those of a destination; 0 when the piece is
 * accepted.
 * @param kind  AHA_DESTINATION_…: also the values over the limits of its service. 0: only the
 *              limits of every piece.
 * Errors: 0 for a bad handle, for an unknown kind. Thread: [any]. Since: 0.5.
 */
AHA_API uint32_t aha_piece_problem_count(aha_piece *piece,
                                         AHA_DEFAULT(0) aha_destination_kind kind);

/**
 * Describes a field that exceeds these limits.
 * @param kind     As of aha_piece_problem_count.
 * @param index    Below the count; in the order of AHA_PIECE_FIELD_…
 * @param problem  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_piece_problem_get(aha_piece *piece, aha_destination_kind kind,
                                         uint32_t index, aha_piece_problem *problem);

/**
 * Shortens the texts that are too long for a kind of destination: at a word, with an ellipsis.
 * Other problems stay.
 * @param kind        AHA_DESTINATION_…
 * @param out_fields  Set to a bit for each shortened field: bit n for AHA_PIECE_FIELD_… n; may be
 *                    NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_piece_fit(aha_piece *piece, aha_destination_kind kind,
                                 AHA_CLASS(PieceField) AHA_NULLABLE uint32_t *out_fields);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.5. */
static inline aha_result aha_piece_retain(aha_piece *piece) {
  return aha_retain_as(piece, AHA_KIND_PIECE);
}

/**
 * Releases one reference; the last release frees the piece.
 * Errors: handle errors. Thread: [any]. Since: 0.5.
 */
static inline aha_result aha_piece_release(aha_piece *piece) {
  return aha_release_as(piece, AHA_KIND_PIECE);
}

AHA_END_DECLARATIONS

#endif /* AHA_PIECE_H */
