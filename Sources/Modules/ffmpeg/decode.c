// Decodes packets to interleaved floats, and numbers the frames.
#include "module.h"

#include <libavutil/intreadwrite.h>
#include <libavutil/mem.h>
#include <string.h>

enum {
  max_faults = 64,
  max_frames = 1 << 22,
  // A resampler takes longer to make than a packet to decode. A broadcast changes at each break.
  max_changes = 1024,
};

static int open_codec(codec_decoder *decoder) {
  decoder->encoding = decoder->stream->codecpar->codec_id;
  const AVCodec *found = avcodec_find_decoder(decoder->encoding);
  if (!found) return AVERROR_DECODER_NOT_FOUND;
  decoder->codec = avcodec_alloc_context3(found);
  if (!decoder->codec) return AVERROR(ENOMEM);
  int result = avcodec_parameters_to_context(decoder->codec, decoder->stream->codecpar);
  if (result < 0) return result;
  // Frames are counted here, so the library must not cut any off.
  decoder->codec->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
  decoder->codec->thread_count = 1;
  decoder->codec->max_samples = max_frames;
  return avcodec_open2(decoder->codec, found, NULL);
}

void decode_stop(codec_decoder *decoder) {
  avcodec_free_context(&decoder->codec);
  input_close(decoder);
}

// Moves to the first packet by the index of the demuxer. To open a movie of hours again takes long.
static bool rewinds(codec_decoder *decoder) {
  if (!decoder->format || !decoder->is_timed || !decoder->has_origin) return false;
  const AVIndexEntry *first = avformat_index_get_entry(decoder->stream, 0);
  if (!first) return false;
  int index = decoder->stream->index;
  return av_seek_frame(decoder->format, index, first->timestamp, AVSEEK_FLAG_BACKWARD) >= 0;
}

static int open_again(codec_decoder *decoder) {
  decoder->origin = 0;
  decoder->has_origin = false;
  int result = input_open(decoder);
  return result < 0 ? result : open_codec(decoder);
}

int decode_start(codec_decoder *decoder) {
  bool is_open = rewinds(decoder);
  if (is_open) avcodec_free_context(&decoder->codec);
  else decode_stop(decoder);
  decode_flush(decoder);
  decoder->position = decoder->next = decoder->packets = 0;
  decoder->changes = 0;
  decoder->is_lost = decoder->is_flushed = false;
  int result = is_open ? open_codec(decoder) : open_again(decoder);
  if (result >= 0) return result;
  // The host's stream may fail here. Without input and codec nothing can be read or jumped to.
  decode_stop(decoder);
  decoder->has_ended = true;
  return result;
}

// Forgets decoded frames and the state of the codec.
void decode_flush(codec_decoder *decoder) {
  if (decoder->codec) avcodec_flush_buffers(decoder->codec);
  decoder->is_flushed = true;
  av_packet_unref(decoder->packet);
  av_frame_unref(decoder->frame);
  swr_free(&decoder->converter);
  decoder->ready_count = decoder->skip = 0;
  decoder->has_packet = false;
  decoder->sent = (mark){-1, 0, 0, -1, -1};
  decoder->faults = 0;
  decoder->is_draining = decoder->has_ended = decoder->is_damaged = false;
}

// MARK: Packets

static int64_t frames_of(const codec_decoder *decoder, int64_t time) {
  AVRational unit = {1, (int)decoder->rate};
  return av_rescale_q(time, decoder->stream->time_base, unit);
}

static int send(codec_decoder *decoder) {
  int result = decoder->has_packet ? 0 : input_packet(decoder);
  decoder->has_packet = false;
  if (result < 0) {
    decoder->is_draining = true;
    // A file that was cut ends; another failure of the demuxer is damage, and the end too.
    return avcodec_send_packet(decoder->codec, NULL);
  }
  AVPacket *packet = decoder->packet;
  decoder->sent = (mark){decoder->packets++, packet->pos, packet->pts, -1, -1};
  if (!decoder->is_timed) packet->pts = packet->dts = decoder->sent.number;
  return avcodec_send_packet(decoder->codec, packet);
}

// MARK: Numbers of frames

// Without timestamps that count frames, a packet's timestamp is its number.
static void number_by_packet(codec_decoder *decoder, int64_t number) {
  if (decoder->is_lost) {
    if (number == decoder->jump.number) return;
    // A jump to the first packet after the marked one; any other place is unknown.
    decoder->has_ended = number != decoder->jump.number + 1;
    decoder->is_lost = decoder->has_ended;
    decoder->next = decoder->jump.frame;
    return;
  }
  codec_index *index = decoder->index;
  if (decoder->is_live || index->users > 1) return;
  mark *last = index->count ? &index->marks[index->count - 1] : NULL;
  if (last && last->frame < 0 && number == last->number + 1) last->frame = decoder->next;
  if (number != decoder->sent.number || (last && number <= last->number)) return;
  if (decoder->skip > 0 || decoder->next == 0) return;
  if (!last || (last->frame >= 0 && decoder->next - last->frame >= index->distance))
    index_add(decoder);
}

// MARK: Frames

static int make_converter(codec_decoder *decoder) {
  AVFrame *frame = decoder->frame;
  swr_free(&decoder->converter);
  if (++decoder->changes > max_changes) {
    decoder->faults = max_faults;
    return AVERROR_INVALIDDATA;
  }
  int result = swr_alloc_set_opts2(
    &decoder->converter, &decoder->layout, AV_SAMPLE_FMT_FLT, (int)decoder->rate,
    &frame->ch_layout, frame->format, frame->sample_rate, 0, NULL);
  if (result >= 0) result = swr_init(decoder->converter);
  if (result < 0) return result;
  decoder->converter_format = frame->format;
  decoder->converter_rate = frame->sample_rate;
  return av_channel_layout_copy(&decoder->converter_layout, &frame->ch_layout);
}

static bool needs_converter(const codec_decoder *decoder) {
  const AVFrame *frame = decoder->frame;
  return !decoder->converter || decoder->converter_format != frame->format ||
         decoder->converter_rate != frame->sample_rate ||
         av_channel_layout_compare(&decoder->converter_layout, &frame->ch_layout) != 0;
}

// The first frame decides rate and channels; later ones are converted to them.
static int adopt(codec_decoder *decoder) {
  const AVFrame *frame = decoder->frame;
  int channels = frame->ch_layout.nb_channels;
  if (frame->sample_rate <= 0 || channels < 1 || channels > codec_max_channels)
    return AVERROR_INVALIDDATA;
  if (decoder->rate) return 0;
  decoder->rate = (uint32_t)frame->sample_rate;
  decoder->channels = (uint32_t)channels;
  return av_channel_layout_copy(&decoder->layout, &frame->ch_layout);
}

static int reserve(codec_decoder *decoder, int frames) {
  size_t needed = (size_t)frames * decoder->channels;
  if (needed <= decoder->ready_capacity) return 0;
  float *ready = av_realloc_array(decoder->ready, needed, sizeof *ready);
  if (!ready) return AVERROR(ENOMEM);
  decoder->ready = ready;
  decoder->ready_capacity = needed;
  return 0;
}

static int convert(codec_decoder *decoder) {
  AVFrame *frame = decoder->frame;
  int result = adopt(decoder);
  if (result >= 0 && needs_converter(decoder)) result = make_converter(decoder);
  if (result < 0) return result;
  int room = swr_get_out_samples(decoder->converter, frame->nb_samples);
  if (room <= 0 || room > 16 * max_frames) return room <= 0 ? room : AVERROR_INVALIDDATA;
  result = reserve(decoder, room);
  if (result < 0) return result;
  uint8_t *target = (uint8_t *)decoder->ready;
  return swr_convert(decoder->converter, &target, room, (const uint8_t **)frame->extended_data,
                     frame->nb_samples);
}

// Cuts off the delay of the encoder at the start, and its padding at the end.
static int64_t trim(codec_decoder *decoder, int64_t count) {
  const AVFrameSideData *side =
    av_frame_get_side_data(decoder->frame, AV_FRAME_DATA_SKIP_SAMPLES);
  bool is_known = side && side->size >= 10;
  int64_t padding = is_known ? AV_RL32(side->data + 4) : 0;
  // A codec that was flushed asks for a start again.
  if (is_known && !decoder->is_flushed) decoder->skip += AV_RL32(side->data);
  decoder->is_flushed = false;
  int64_t cut = decoder->skip < count ? decoder->skip : count;
  decoder->skip -= cut;
  count -= cut;
  memmove(decoder->ready, decoder->ready + cut * decoder->channels,
          (size_t)count * decoder->channels * sizeof *decoder->ready);
  return count < padding ? 0 : count - padding;
}

// The first frame of the file says how many frames are not sound.
static void find_origin(codec_decoder *decoder, int64_t time) {
  const AVFrameSideData *side =
    av_frame_get_side_data(decoder->frame, AV_FRAME_DATA_SKIP_SAMPLES);
  decoder->origin = frames_of(decoder, time);
  if (side && side->size >= 10) decoder->origin += AV_RL32(side->data);
  decoder->has_origin = true;
}

static void number_by_time(codec_decoder *decoder, int64_t time) {
  if (!decoder->has_origin) find_origin(decoder, time);
  decoder->next = frames_of(decoder, time);
  decoder->is_lost = false;
}

// Numbers the frames in `ready`.
static void number(codec_decoder *decoder, int64_t count) {
  int64_t time = decoder->frame->pts;
  if (time != AV_NOPTS_VALUE && decoder->is_timed) number_by_time(decoder, time);
  if (time != AV_NOPTS_VALUE && !decoder->is_timed) number_by_packet(decoder, time);
  if (!decoder->is_timed) count = trim(decoder, count);
  decoder->ready_frame = decoder->next - decoder->origin;
  decoder->ready_count = decoder->is_lost ? 0 : count;
  decoder->next += count;
}

static bool fails(codec_decoder *decoder) {
  decoder->is_damaged = true;
  // In a file with a known length, damage is where reading ends; libaha finds that out.
  return decoder->length > 0 || ++decoder->faults > max_faults;
}

// Stops early only for the codec's end, too much damage, and a lack of memory.
bool decode_more(codec_decoder *decoder) {
  while (!decoder->has_ended) {
    int result = avcodec_receive_frame(decoder->codec, decoder->frame);
    if (result == AVERROR(EAGAIN) && !decoder->is_draining) {
      result = send(decoder);
      if (result >= 0 || result == AVERROR_EOF) continue;
    } else if (result >= 0) {
      int count = decoder->frame->nb_samples > 0 ? convert(decoder) : 0;
      if (count >= 0) number(decoder, count);
      av_frame_unref(decoder->frame);
      if (count >= 0) decoder->faults = 0;
      if (count >= 0 && decoder->ready_count > 0) return true;
      if (count >= 0) continue;
      result = count;
    }
    if (result == AVERROR_EOF || result == AVERROR(ENOMEM) || fails(decoder))
      decoder->has_ended = true;
  }
  return false;
}
