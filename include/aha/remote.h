/* aha/remote.h: sounds at a URL, read as they play. */
#ifndef AHA_REMOTE_H
#define AHA_REMOTE_H

#include "request.h"

AHA_BEGIN_DECLARATIONS

/**
 * Opens what is at a URL as a stream that a sound can play from: aha_sound_load_stream, streamed.
 * It is read in blocks of 128 KiB, some of them ahead; a lost connection is made again.
 * A token that is refused is refreshed. Jobs that read it can be cancelled while a server stalls.
 * AHA_EVENT_REMOTE_BUFFERING and AHA_EVENT_REMOTE_PLAYING tell when a reader has to wait.
 * @param account     As for aha_request_create; NULL for none.
 * @param resource    As for aha_request_create.
 * @param out_stream  Owned by the caller; can be read only.
 * Errors: AHA_ERROR_UNSUPPORTED (the server sends no parts), AHA_ERROR_NOT_SIGNED_IN and errors of
 * requests. Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_stream_open_remote(aha_client *client, aha_account *account,
                                          const char *resource, aha_stream **out_stream);

AHA_END_DECLARATIONS

#endif /* AHA_REMOTE_H */
