/* aha/export.h: what people took home from allihoopa.com when it closed: an export, unpacked,
 * becomes pieces with their audio, cover and attachment. */
#ifndef AHA_EXPORT_H
#define AHA_EXPORT_H

#include "piece.h"

AHA_BEGIN_DECLARATIONS

/** An unpacked export, as it was when it was opened. */
typedef struct aha_export aha_export;

/** What there is to copy of an exported piece. */
typedef uint32_t aha_export_text;

enum {
  /** Its id: letters, digits, "-" and "_". */
  AHA_EXPORT_ID = 0,
  /** The path of its audio, mostly MP4 with AAC, which libaha does not decode; "" for none. */
  AHA_EXPORT_AUDIO = 1,
  /** The path of its cover, JPEG or PNG; "" for none. */
  AHA_EXPORT_COVER = 2,
  /** The path of its attachment; "" for none. */
  AHA_EXPORT_ATTACHMENT = 3,
  /** What the list says of it: a JSON object, also of a piece that is not valid. */
  AHA_EXPORT_ROW = 4
};

/**
 * Reads the list of an export's pieces, and looks for their files. What the list says never leads
 * out of the folder; a row that is none, is no JSON or has no id is left out with a remark. Of a
 * key that a row has twice the last counts, with a remark too.
 * @param folder      With alltihop.json and assets, or the one that holds it as "dump".
 * @param out_export  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND and the other errors of files, AHA_ERROR_DAMAGED (no JSON),
 * AHA_ERROR_UNKNOWN_FORMAT (without a list of pieces), AHA_ERROR_LIMIT (over 16 MiB, or 10 000
 * pieces). Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_export_open(const char *folder, aha_export **out_export);

/** How many pieces there are; 0 for a bad handle. Thread: [any]. Since: 0.5. */
AHA_API uint32_t aha_export_count(aha_export *from);

/**
 * Makes a piece of a row: its length is what the audio's MP4 header says, its artist is who made
 * the export, and all the row holds stays in the manifest as "allihoopa".
 * @param index      Below the count; in the order of the list.
 * @param out_piece  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_export_get_piece(aha_export *from, uint32_t index, aha_piece **out_piece);

/**
 * Copies the id of a piece, the path of a file of it, or its row.
 * @param index       Below the count.
 * @param text        AHA_EXPORT_ID …
 * @param buffer      Where to; NULL asks for the length only.
 * @param capacity    Of the buffer, with the NUL.
 * @param out_length  Without the NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_export_copy_text(aha_export *from, uint32_t index, aha_export_text text,
                                        char *buffer, size_t capacity, size_t *out_length);

/** How many remarks there are on what was wrong; 0 for a bad handle. Thread: [any].
 * Since: 0.5. */
AHA_API uint32_t aha_export_remark_count(aha_export *from);

/**
 * Copies a remark: one line for a person.
 * @param index       Below the count.
 * @param buffer      Where to; NULL asks for the length only.
 * @param capacity    Of the buffer, with the NUL.
 * @param out_length  Without the NUL; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.5.
 */
AHA_API aha_result aha_export_copy_remark(aha_export *from, uint32_t index, char *buffer,
                                          size_t capacity, size_t *out_length);

/** Adds an owner. Errors: handle errors. Thread: [any]. Since: 0.5. */
AHA_API aha_result aha_export_retain(aha_export *from);

/** Gives an owner's share up; the last ends the export. Errors: handle errors. Thread: [any].
 * Since: 0.5. */
AHA_API aha_result aha_export_release(aha_export *from);

AHA_END_DECLARATIONS

#endif /* AHA_EXPORT_H */
