/* aha/fit.h: limits of destinations, and the values of a piece that exceed them. */
#ifndef AHA_FIT_H
#define AHA_FIT_H

#include "piece.h"

AHA_BEGIN_DECLARATIONS

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
 * The number of fields of a piece that a kind of destination refuses: the problems of
 * aha_piece_problem_count, and values over the limits of its service. 0 when the piece is accepted,
 * for an unknown kind.
 * @param kind  AHA_DESTINATION_FOLDER …
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.10.
 */
AHA_API uint32_t aha_fit_refusal_count(aha_piece *piece, aha_destination_kind kind);

/**
 * Describes a field that a kind of destination refuses.
 * @param kind     AHA_DESTINATION_FOLDER …
 * @param index    Below the count; in the order of AHA_PIECE_FIELD_…
 * @param problem  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_fit_refusal_at(aha_piece *piece, aha_destination_kind kind, uint32_t index,
                                      aha_piece_problem *problem);

/**
 * Shortens the texts that are too long for a kind of destination: at a word, with an ellipsis.
 * Other problems stay.
 * @param kind        AHA_DESTINATION_FOLDER …
 * @param out_fields  Set to a bit for each shortened field: bit n for AHA_PIECE_FIELD_… n; may be
 *                    NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_fit_piece(aha_piece *piece, aha_destination_kind kind,
                                 AHA_NULLABLE uint32_t *out_fields) AHA_CPP(fit);

AHA_END_DECLARATIONS

#endif /* AHA_FIT_H */
