/* aha/share.h: sharing a piece: a text with its link, and links to social networks. */
#ifndef AHA_SHARE_H
#define AHA_SHARE_H

#include "client.h"
#include "piece.h"

AHA_BEGIN_DECLARATIONS

/** The network where a link to a piece is posted. */
typedef uint32_t aha_network;

enum {
  AHA_NETWORK_X = 1,
  /** With the client's facebook_app_id, if it is set. */
  AHA_NETWORK_FACEBOOK = 2,
  AHA_NETWORK_MASTODON = 3,
  AHA_NETWORK_BLUESKY = 4,
  AHA_NETWORK_REDDIT = 5,
  AHA_NETWORK_WHATSAPP = 6,
  AHA_NETWORK_TELEGRAM = 7,
  AHA_NETWORK_EMAIL = 8
};

/**
 * Copies a text of at most 140 characters: the piece's title or description, shortened if needed,
 * and a link, which counts as 23 characters.
 * @param link  The public URL, as in AHA_DROP_URL; "" for none.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_share_copy_text(aha_piece *piece, const char *link,
                                       AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                       size_t *out_length);

/**
 * Copies the URL that opens a network's own form, filled with the text and the link.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (an unknown network, or no link), AHA_ERROR_BUFFER_TOO_SMALL,
 * handle errors. Thread: [any]. Since: 0.7.
 */
AHA_API aha_result aha_share_copy_link(aha_client *client, aha_network network, aha_piece *piece,
                                       const char *link, AHA_BUFFER(capacity) char *buffer,
                                       size_t capacity, size_t *out_length);

AHA_END_DECLARATIONS

#endif /* AHA_SHARE_H */
