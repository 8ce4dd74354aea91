// Encodes interleaved samples to packets of AAC and ALAC. libaha writes the file around them.
#include "module.h"

#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  aac = 7, alac = 8,
  // The decoder of ALAC refuses a prediction from more frames than a packet has.
  min_predicted = 64,
};

struct codec_encoder {
  codec_encoding encoding;
  AVCodecContext *codec;
  AVFrame *frame;
  AVPacket *packet;
  // Frames in `frame` so far, and before it.
  int filled;
  int64_t next;
  bool has_ended;
};

// MARK: Opening

static enum AVSampleFormat format_of(const codec_encoding *encoding) {
  if (encoding->encoding == aac) return AV_SAMPLE_FMT_FLTP;
  return encoding->bits == 16 ? AV_SAMPLE_FMT_S16P : AV_SAMPLE_FMT_S32P;
}

// - is_plain: ALAC stores the samples without prediction.
static int open_codec(codec_encoder *encoder, bool is_plain) {
  const codec_encoding *encoding = &encoder->encoding;
  bool is_aac = encoding->encoding == aac;
  if (!is_aac && encoding->encoding != alac) return AVERROR_ENCODER_NOT_FOUND;
  const AVCodec *found = avcodec_find_encoder(is_aac ? AV_CODEC_ID_AAC : AV_CODEC_ID_ALAC);
  if (!found) return AVERROR_ENCODER_NOT_FOUND;
  AVCodecContext *codec = encoder->codec = avcodec_alloc_context3(found);
  if (!codec) return AVERROR(ENOMEM);
  codec->sample_fmt = format_of(encoding);
  codec->sample_rate = (int)encoding->sample_rate;
  codec->time_base = (AVRational){1, codec->sample_rate};
  codec->thread_count = 1;
  // The setup is stored before the packets, and the packets do not name the encoder's version.
  codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
  if (is_aac) codec->bit_rate = encoding->bit_rate;
  if (!is_aac) codec->bits_per_raw_sample = (int)encoding->bits;
  if (is_plain) codec->compression_level = 0;
  av_channel_layout_default(&codec->ch_layout, (int)encoding->channels);
  return avcodec_open2(codec, found, NULL);
}

static int make_frame(codec_encoder *encoder) {
  AVFrame *frame = encoder->frame = av_frame_alloc();
  encoder->packet = av_packet_alloc();
  if (!frame || !encoder->packet) return AVERROR(ENOMEM);
  frame->format = encoder->codec->sample_fmt;
  frame->sample_rate = encoder->codec->sample_rate;
  frame->nb_samples = encoder->codec->frame_size;
  int result = av_channel_layout_copy(&frame->ch_layout, &encoder->codec->ch_layout);
  return result < 0 ? result : av_frame_get_buffer(frame, 0);
}

static int describe(const codec_encoder *encoder, codec_packets *packets) {
  const AVCodecContext *codec = encoder->codec;
  if (codec->extradata_size < 0 || codec->extradata_size > codec_max_setup) return AVERROR_BUG;
  packets->frames = (uint32_t)codec->frame_size;
  packets->delay = (uint32_t)codec->initial_padding;
  packets->setup_size = (uint32_t)codec->extradata_size;
  memcpy(packets->setup, codec->extradata, (size_t)codec->extradata_size);
  return 0;
}

static void close_inside(codec_encoder *encoder) {
  avcodec_free_context(&encoder->codec);
  av_frame_free(&encoder->frame);
  av_packet_free(&encoder->packet);
  free(encoder);
}

codec_encoder *encode_open(const codec_encoding *encoding, codec_packets *packets, char *line) {
  codec_encoder *encoder = calloc(1, sizeof *encoder);
  *packets = (codec_packets){0};
  if (!encoder) {
    snprintf(line, codec_line_size, "no memory is left");
    return NULL;
  }
  encoder->encoding = *encoding;
  module_enter();
  int result = open_codec(encoder, false);
  if (result >= 0) result = make_frame(encoder);
  if (result >= 0) result = describe(encoder, packets);
  if (result < 0) {
    snprintf(line, codec_line_size,
             result == AVERROR(ENOMEM) ? "no memory is left"
                                       : "FFmpeg does not encode %u Hz with %u channels",
             encoding->sample_rate, encoding->channels);
    close_inside(encoder);
    encoder = NULL;
  }
  module_leave();
  return encoder;
}

void encode_close(codec_encoder *encoder) {
  module_enter();
  close_inside(encoder);
  module_leave();
}

// MARK: Encoding

static int take_packets(codec_encoder *encoder, codec_put put, void *user_data) {
  while (true) {
    int result = avcodec_receive_packet(encoder->codec, encoder->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    if (result < 0) return result;
    result = put(user_data, encoder->packet->data, encoder->packet->size);
    av_packet_unref(encoder->packet);
    if (result < 0) return AVERROR(EIO);
  }
}

// Sends the frames collected so far.
static int send(codec_encoder *encoder) {
  AVFrame *frame = encoder->frame;
  frame->nb_samples = encoder->filled;
  frame->pts = encoder->next;
  encoder->next += encoder->filled;
  encoder->filled = 0;
  return avcodec_send_frame(encoder->codec, frame);
}

static void copy(codec_encoder *encoder, const void *samples, int64_t start, int count) {
  AVFrame *frame = encoder->frame;
  int channels = frame->ch_layout.nb_channels;
  for (int channel = 0; channel < channels; channel++) {
    const float *floats = (const float *)samples + start * channels + channel;
    const int32_t *integers = (const int32_t *)samples + start * channels + channel;
    uint8_t *plane = frame->extended_data[channel];
    for (int i = 0, at = encoder->filled; i < count; i++, at++) {
      if (frame->format == AV_SAMPLE_FMT_FLTP) ((float *)plane)[at] = floats[i * channels];
      else if (frame->format == AV_SAMPLE_FMT_S32P) ((int32_t *)plane)[at] = integers[i * channels];
      else ((int16_t *)plane)[at] = (int16_t)(integers[i * channels] >> 16);
    }
  }
}

static int fill(codec_encoder *encoder, const void *samples, int64_t frames, codec_put put,
                void *user_data) {
  int size = encoder->codec->frame_size;
  for (int64_t done = 0; done < frames;) {
    int room = size - encoder->filled;
    int count = frames - done < room ? (int)(frames - done) : room;
    // The encoder may still refer to the samples of the last frame.
    encoder->frame->nb_samples = size;
    int result = encoder->filled == 0 ? av_frame_make_writable(encoder->frame) : 0;
    if (result < 0) return result;
    copy(encoder, samples, done, count);
    encoder->filled += count;
    done += count;
    if (encoder->filled < size) continue;
    result = send(encoder);
    if (result >= 0) result = take_packets(encoder, put, user_data);
    if (result < 0) return result;
  }
  return 0;
}

// A packet of ALAC does not depend on the ones before.
static int reopen_plain(codec_encoder *encoder) {
  avcodec_free_context(&encoder->codec);
  return open_codec(encoder, true);
}

static int end(codec_encoder *encoder, codec_put put, void *user_data) {
  encoder->has_ended = true;
  bool is_short = encoder->filled > 0 && encoder->filled < min_predicted;
  int result = is_short && encoder->encoding.encoding == alac ? reopen_plain(encoder) : 0;
  if (result >= 0 && encoder->filled > 0) result = send(encoder);
  if (result >= 0) result = avcodec_send_frame(encoder->codec, NULL);
  return result < 0 ? result : take_packets(encoder, put, user_data);
}

int encode_frames(codec_encoder *encoder, const void *samples, int64_t frames, codec_put put,
                  void *user_data) {
  if (encoder->has_ended) return AVERROR_EOF;
  module_enter();
  int result = samples ? fill(encoder, samples, frames, put, user_data)
                       : end(encoder, put, user_data);
  module_leave();
  return result;
}
