// Reads packets of one audio stream through libaha's bytes. Other streams are skipped; no other
// file and no network address is ever opened.
#include "module.h"

#include <libavutil/mem.h>
#include <string.h>

enum { buffer_size = 1 << 15, max_probe_bytes = 5 << 20, max_streams = 64, max_foreign = 1 << 16 };
// A live stream brings the bytes of a probe in real time: 64 KiB are four seconds of 128 kbit/s.
enum { live_buffer_size = 1 << 11, max_live_probe_bytes = 1 << 16 };

// Formats that open other files or addresses (playlists, image sequences) are not in this list.
static const char demuxers[] =
  "mov,aac,ac3,eac3,dts,dtshd,truehd,mlp,asf,ape,wv,tta,tak,matroska,avi,flv,ogg,mp3,flac,wav,w64,"
  "caf,aiff,mpegts,mpeg,amr,mpc,mpc8,oma,au,rm,aea,nut,voc,dsf,iff,latm,loas";

static int read_bytes(void *data, uint8_t *target, int size) {
  codec_decoder *decoder = data;
  int64_t got = decoder->bytes.read(decoder->bytes.user_data, target, size);
  return got > 0 ? (int)got : got == 0 ? AVERROR_EOF : AVERROR(EIO);
}

static int64_t seek_bytes(void *data, int64_t offset, int whence) {
  codec_decoder *decoder = data;
  if (whence & AVSEEK_SIZE) return decoder->bytes.length;
  whence &= ~AVSEEK_FORCE;
  if (whence == SEEK_END) offset += decoder->bytes.length;
  if (whence == SEEK_CUR) return AVERROR(EINVAL);
  int64_t reached = offset < 0 ? -1 : decoder->bytes.seek(decoder->bytes.user_data, offset);
  return reached < 0 ? AVERROR(EIO) : reached;
}

static int refuse(AVFormatContext *format, AVIOContext **io, const char *url, int flags,
                  AVDictionary **options) {
  (void)format, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

int input_open_header(codec_decoder *decoder) {
  bool is_live = decoder->is_live;
  int size = is_live ? live_buffer_size : buffer_size;
  AVFormatContext *format = avformat_alloc_context();
  uint8_t *buffer = av_malloc((size_t)size);
  AVIOContext *io = buffer ? avio_alloc_context(buffer, size, 0, decoder, read_bytes, NULL,
                                                is_live ? NULL : seek_bytes)
                           : NULL;
  if (!format || !io) {
    av_free(buffer);
    avformat_free_context(format);
    return AVERROR(ENOMEM);
  }
  if (!is_live) decoder->bytes.seek(decoder->bytes.user_data, 0);
  format->pb = io;
  format->io_open = refuse;
  format->flags |= AVFMT_FLAG_CUSTOM_IO;
  format->probesize = is_live ? max_live_probe_bytes : max_probe_bytes;
  format->format_probesize = is_live ? max_live_probe_bytes : 1 << 20;
  format->max_streams = max_streams;
  format->max_analyze_duration = (is_live ? 1 : 5) * AV_TIME_BASE;
  format->format_whitelist = av_strdup(demuxers);
  format->protocol_whitelist = av_strdup("none");
  AVDictionary *options = NULL;
  if (decoder->ignores_edits) av_dict_set(&options, "ignore_editlist", "1", 0);
  if (decoder->ignores_chapters) av_dict_set(&options, "ignore_chapters", "1", 0);
  int result = avformat_open_input(&format, NULL, decoder->index->kind, &options);
  av_dict_free(&options);
  if (result < 0) {
    av_freep(&io->buffer);
    avio_context_free(&io);
    return result;
  }
  decoder->format = format;
  if (!decoder->index->kind) {
    decoder->index->kind = format->iformat;
    decoder->index->score = format->probe_score;
  }
  return 0;
}

uint32_t input_stream_count(const AVFormatContext *format) {
  uint32_t count = 0;
  for (unsigned i = 0; i < format->nb_streams; i++)
    count += format->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
  return count;
}

static int choose_stream(codec_decoder *decoder) {
  AVFormatContext *format = decoder->format;
  int chosen = -1;
  uint32_t number = 0;
  for (unsigned i = 0; i < format->nb_streams; i++) {
    bool is_audio = format->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
    if (is_audio && ++number == decoder->wanted_stream) chosen = (int)i;
  }
  if (decoder->wanted_stream == 0)
    chosen = av_find_best_stream(format, AVMEDIA_TYPE_AUDIO, -1, -1, NULL, 0);
  if (chosen < 0) return AVERROR_STREAM_NOT_FOUND;
  for (unsigned i = 0; i < format->nb_streams; i++)
    format->streams[i]->discard = (int)i == chosen ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
  decoder->stream = format->streams[chosen];
  return 0;
}

int input_open(codec_decoder *decoder) {
  int result = input_open_header(decoder);
  if (result >= 0) result = avformat_find_stream_info(decoder->format, NULL);
  return result < 0 ? result : choose_stream(decoder);
}

void input_close(codec_decoder *decoder) {
  if (!decoder->format) return;
  AVIOContext *io = decoder->format->pb;
  avformat_close_input(&decoder->format);
  decoder->stream = NULL;
  av_freep(&io->buffer);
  avio_context_free(&io);
}

int input_packet(codec_decoder *decoder) {
  // The packets of a video beside the sound are few for each of the sound's.
  for (int foreign = 0; foreign < max_foreign; foreign++) {
    av_packet_unref(decoder->packet);
    int result = av_read_frame(decoder->format, decoder->packet);
    if (result < 0) return result;
    if (decoder->packet->stream_index == decoder->stream->index) return 0;
  }
  return AVERROR_INVALIDDATA;
}
