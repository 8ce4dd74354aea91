// The module's table: sounds through FFmpeg's libraries.
#include "module.h"

#include <libavutil/avutil.h>
#include <libavutil/mem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: Messages

// Above 0 in a thread inside the module. Its messages are dropped: libaha has an error line.
static _Thread_local int depth;

void module_enter(void) { depth++; }

void module_leave(void) { depth--; }

static void log_message(void *context, int level, const char *format, va_list arguments) {
  if (depth == 0) av_log_default_callback(context, level, format, arguments);
}

// A host that uses FFmpeg itself keeps its own callback.
static void silence(int is_shared) {
  if (!is_shared) av_log_set_callback(log_message);
}

// MARK: Description

typedef struct row {
  const char *name;
  uint32_t number;
} row;

// Numbers of aha/format.h.
static uint32_t container_of(const char *demuxer) {
  static const row rows[] = {{"wav", 1}, {"aiff", 4}, {"caf", 5}, {"flac", 6}, {"ogg", 7},
                             {"mp3", 8}, {"mov,mp4,m4a,3gp,3g2,mj2", 9}, {"matroska,webm", 10},
                             {"asf", 11}, {"aac", 12}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, demuxer) == 0) return rows[i].number;
  return 0;
}

static uint32_t encoding_of(enum AVCodecID codec) {
  switch (codec) {
    case AV_CODEC_ID_PCM_S16LE: case AV_CODEC_ID_PCM_S16BE: return 1;
    case AV_CODEC_ID_PCM_S24LE: case AV_CODEC_ID_PCM_S24BE: return 2;
    case AV_CODEC_ID_PCM_F32LE: case AV_CODEC_ID_PCM_F32BE: return 3;
    case AV_CODEC_ID_VORBIS: return 4;
    case AV_CODEC_ID_OPUS: return 5;
    case AV_CODEC_ID_MP3: return 6;
    case AV_CODEC_ID_AAC: return 7;
    case AV_CODEC_ID_ALAC: return 8;
    case AV_CODEC_ID_WMAV1: case AV_CODEC_ID_WMAV2: case AV_CODEC_ID_WMAPRO:
    case AV_CODEC_ID_WMALOSSLESS: case AV_CODEC_ID_WMAVOICE: return 9;
    case AV_CODEC_ID_AC3: case AV_CODEC_ID_EAC3: return 10;
    case AV_CODEC_ID_DTS: return 11;
    default: return 0;
  }
}

static uint32_t bits_of(const AVCodecContext *codec) {
  const AVCodecDescriptor *about = avcodec_descriptor_get(codec->codec_id);
  if (!about || (about->props & AV_CODEC_PROP_LOSSY)) return 0;
  if (codec->bits_per_raw_sample > 0) return (uint32_t)codec->bits_per_raw_sample;
  return 8 * (uint32_t)av_get_bytes_per_sample(codec->sample_fmt);
}

static uint8_t position_of(enum AVChannel channel) {
  switch (channel) {
    case AV_CHAN_FRONT_LEFT: case AV_CHAN_STEREO_LEFT: return codec_left;
    case AV_CHAN_FRONT_RIGHT: case AV_CHAN_STEREO_RIGHT: return codec_right;
    case AV_CHAN_FRONT_CENTER: return codec_center;
    case AV_CHAN_LOW_FREQUENCY: case AV_CHAN_LOW_FREQUENCY_2: return codec_low_frequency;
    case AV_CHAN_BACK_LEFT: case AV_CHAN_SIDE_LEFT: return codec_surround_left;
    case AV_CHAN_BACK_RIGHT: case AV_CHAN_SIDE_RIGHT: return codec_surround_right;
    case AV_CHAN_BACK_CENTER: return codec_surround_center;
    case AV_CHAN_FRONT_LEFT_OF_CENTER: return codec_left_of_center;
    case AV_CHAN_FRONT_RIGHT_OF_CENTER: return codec_right_of_center;
    default: return codec_other;
  }
}

// A start code of MPEG video is in many files.
static bool is_guess(const codec_decoder *decoder) {
  int score = decoder->index->score;
  bool is_video = strcmp(decoder->format->iformat->name, "mpeg") == 0;
  return is_video ? score <= AVPROBE_SCORE_RETRY : score < AVPROBE_SCORE_RETRY;
}

static void describe(const codec_decoder *decoder, codec_info *info) {
  const AVChannelLayout *layout = &decoder->layout;
  info->container = container_of(decoder->format->iformat->name);
  info->encoding = encoding_of(decoder->codec->codec_id);
  info->bits = bits_of(decoder->codec);
  info->sample_rate = decoder->rate;
  info->channels = decoder->channels;
  info->stream_count = input_stream_count(decoder->format);
  info->frames = decoder->length;
  info->is_guess = is_guess(decoder);
  info->has_positions = layout->order == AV_CHANNEL_ORDER_NATIVE;
  for (uint32_t i = 0; i < info->channels; i++)
    info->positions[i] = position_of(av_channel_layout_channel_from_index(layout, i));
}

// MARK: Decoders

static void close_inside(codec_decoder *decoder) {
  decode_stop(decoder);
  av_packet_free(&decoder->packet);
  av_frame_free(&decoder->frame);
  swr_free(&decoder->converter);
  av_channel_layout_uninit(&decoder->layout);
  av_channel_layout_uninit(&decoder->converter_layout);
  av_free(decoder->ready);
  index_release(decoder->index);
  free(decoder);
}

static int first_frames(codec_decoder *decoder) {
  int result = decode_start(decoder);
  if (result >= 0 && !decode_more(decoder)) result = AVERROR_INVALIDDATA;
  return result;
}

static int start(codec_decoder *decoder, codec_info *info) {
  decoder->packet = av_packet_alloc();
  decoder->frame = av_frame_alloc();
  if (!decoder->packet || !decoder->frame) return AVERROR(ENOMEM);
  decoder->ignores_edits = decoder->ignores_chapters = true;
  int result = first_frames(decoder);
  if (result < 0) return result;
  if (!decoder->is_live && measure(decoder, info)) result = first_frames(decoder);
  if (result >= 0) describe(decoder, info);
  return result;
}

static codec_decoder *make(const codec_bytes *bytes, codec_index *index, char *line) {
  codec_decoder *decoder = calloc(1, sizeof *decoder);
  if (index) index->users++;
  else index = index_make();
  if (!decoder || !index) {
    snprintf(line, codec_line_size, "no memory is left");
    index_release(index);
    free(decoder);
    return NULL;
  }
  decoder->bytes = *bytes;
  decoder->is_live = !bytes->seek;
  decoder->index = index;
  return decoder;
}

static codec_decoder *module_open(const codec_bytes *bytes, uint32_t stream, codec_index *index,
                                  codec_info *info, char *line) {
  codec_decoder *decoder = make(bytes, index, line);
  *info = (codec_info){0};
  if (!decoder) return NULL;
  decoder->wanted_stream = stream;
  module_enter();
  int result = start(decoder, info);
  if (result < 0) {
    if (result == AVERROR_STREAM_NOT_FOUND && stream > 0)
      snprintf(line, codec_line_size, "it has no audio track %u", stream);
    else
      reason_write(result, decoder->encoding, line);
    close_inside(decoder);
    decoder = NULL;
  }
  module_leave();
  return decoder;
}

static int64_t module_read(codec_decoder *decoder, float *samples, int64_t frames) {
  module_enter();
  int64_t result = position_read(decoder, samples, frames);
  module_leave();
  return result;
}

static int64_t module_seek(codec_decoder *decoder, int64_t frame) {
  if (decoder->is_live) return -1;
  module_enter();
  int64_t result = position_seek(decoder, frame);
  module_leave();
  return result;
}

static void module_close(codec_decoder *decoder) {
  module_enter();
  close_inside(decoder);
  module_leave();
}

static int module_read_notes(const codec_bytes *bytes, const codec_notes *notes, char *line) {
  codec_decoder *decoder = make(bytes, NULL, line);
  if (!decoder) return -1;
  module_enter();
  int result = notes_read(decoder, notes);
  if (result < 0) reason_write(result, AV_CODEC_ID_NONE, line);
  close_inside(decoder);
  module_leave();
  return result;
}

static char name[64] = "FFmpeg";

__attribute__((visibility("default"))) const codec_module *aha_codec_module(uint32_t version,
                                                                            int is_shared) {
  static const codec_module module = {codec_module_version, name, module_open, module_read,
                                      module_seek, module_close, index_share, index_release,
                                      module_read_notes, encode_open, encode_frames, encode_close};
  if (version != codec_module_version) return NULL;
  snprintf(name, sizeof name, "FFmpeg %s", av_version_info());
  silence(is_shared);
  return &module;
}
