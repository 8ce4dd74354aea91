// Reasons of failures for libaha's error lines. FFmpeg's own texts are for its developers.
#include "module.h"

#include <stdio.h>

static const char *reason_of(int result) {
  switch (result) {
    case AVERROR_INVALIDDATA: return "FFmpeg finds no sound that it can decode";
    case AVERROR_EOF: return "it ends before its first frame";
    case AVERROR_STREAM_NOT_FOUND: return "it has no audio track";
    case AVERROR(EIO): return "reading it failed";
    case AVERROR(ENOMEM): return "no memory is left";
    default: return NULL;
  }
}

void reason_write(int result, enum AVCodecID codec, char *line) {
  const char *reason = reason_of(result);
  if (reason)
    snprintf(line, codec_line_size, "%s", reason);
  else if (codec != AV_CODEC_ID_NONE)
    snprintf(line, codec_line_size, "FFmpeg does not support its encoding, %s",
             avcodec_get_name(codec));
  else
    snprintf(line, codec_line_size, "FFmpeg does not support this kind of it");
}
