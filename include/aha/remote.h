/* aha/remote.h: remote streams: sounds at a URL, read during playback. */
#ifndef AHA_REMOTE_H
#define AHA_REMOTE_H

#include "request.h"

AHA_BEGIN_DECLARATIONS

/**
 * Opens a URL as a stream for aha_sound_load_stream with AHA_SOUND_STREAMED. The stream is read in
 * blocks of 128 KiB, with read-ahead; a lost connection is opened again. A refused token is
 * refreshed. Jobs that read the stream can be cancelled while a server stalls.
 * AHA_EVENT_REMOTE_BUFFERING and AHA_EVENT_REMOTE_PLAYING report when a reader waits.
 * @param account     As for aha_request_create; NULL for none.
 * @param resource    As for aha_request_create.
 * @param out_stream  Owned by the caller; read-only.
 * Errors: AHA_ERROR_UNSUPPORTED (the server does not support byte ranges), AHA_ERROR_NOT_SIGNED_IN
 * and errors of requests. Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_stream_open_remote(aha_client *client, AHA_NULLABLE aha_account *account,
                                          const char *resource, AHA_OWNED aha_stream **out_stream);

AHA_END_DECLARATIONS

#endif /* AHA_REMOTE_H */
