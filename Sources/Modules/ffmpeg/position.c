// The length of the sound, and jumps to a frame.
#include "module.h"

#include <libavutil/dict.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  // Frames to decode before the target: more than any codec's memory.
  preroll = 1 << 14,
  // Forward, this many frames are decoded rather than jumped over.
  near = 1 << 15,
  max_search = 1 << 12,
};

// MARK: Length

typedef struct last_packet {
  int64_t time, duration, position;
} last_packet;

// Returns false if the last packet of the index cannot be read.
static bool find_last(codec_decoder *decoder, last_packet *last) {
  AVStream *stream = decoder->stream;
  int count = avformat_index_get_entries_count(stream);
  *last = (last_packet){-1, 0, -1};
  if (count == 0) return false;
  int64_t start = avformat_index_get_entry(stream, count - 1)->timestamp;
  int result = av_seek_frame(decoder->format, stream->index, start, AVSEEK_FLAG_BACKWARD);
  if (result < 0) return false;
  for (int i = 0; i < max_search && input_packet(decoder) >= 0; i++) {
    const AVPacket *packet = decoder->packet;
    if (packet->pts == AV_NOPTS_VALUE || packet->pts < last->time) continue;
    *last = (last_packet){packet->pts, packet->duration, packet->pos};
  }
  return last->time >= 0;
}

// iTunes states the length in a tag. Source: developer.apple.com, QuickTime, appendix G.
static int64_t tagged_length(const codec_decoder *decoder) {
  const AVDictionaryEntry *tag = av_dict_get(decoder->format->metadata, "iTunSMPB", NULL, 0);
  unsigned delay = 0, padding = 0;
  unsigned long long frames = 0;
  if (!tag || sscanf(tag->value, "%*x %x %x %llx", &delay, &padding, &frames) != 3) return 0;
  return frames < INT64_MAX / 2 ? (int64_t)frames : 0;
}

static int64_t in_frames(const codec_decoder *decoder, int64_t time) {
  AVRational unit = {1, (int)decoder->rate};
  return av_rescale_q(time, decoder->stream->time_base, unit);
}

// An edit list counts in the ticks of the movie, often milliseconds, and the demuxer stretches the
// last packet to it. If both ends are within a tick, the stored length of the packet counts.
static int64_t movie_length(codec_decoder *decoder, const last_packet *stored) {
  last_packet last;
  if (!find_last(decoder, &last) || decoder->stream->duration <= 0) return 0;
  int64_t edited = in_frames(decoder, decoder->stream->duration), tick = decoder->rate / 500;
  int64_t duration = last.position == stored->position ? stored->duration : last.duration;
  int64_t frames = in_frames(decoder, last.time + duration) - decoder->origin;
  int64_t tagged = tagged_length(decoder);
  if (tagged > 0 && tagged <= frames) return tagged;
  if (frames < edited - tick) return 0;
  return frames <= edited + tick ? frames : edited;
}

static bool is_of(const codec_decoder *decoder, const char *name) {
  size_t length = strlen(name);
  const char *found = decoder->format->iformat->name;
  return strncmp(found, name, length) == 0 && (found[length] == 0 || found[length] == ',');
}

static bool counts_frames(const codec_decoder *decoder) {
  AVRational unit = decoder->stream->time_base;
  return unit.num == 1 && (int)decoder->rate % unit.den == 0;
}

static void measure_movie(codec_decoder *decoder, codec_info *info) {
  last_packet stored;
  find_last(decoder, &stored);
  decoder->ignores_edits = false;
  decoder->is_timed = counts_frames(decoder);
  decode_stop(decoder);
  if (decode_start(decoder) < 0 || !decode_more(decoder)) decoder->is_timed = false;
  if (decoder->is_timed) decoder->length = movie_length(decoder, &stored);
  if (decoder->length > 0) info->claimed_frames = decoder->length;
}

bool measure(codec_decoder *decoder, codec_info *info) {
  int64_t duration = decoder->stream->duration;
  bool is_known = duration != AV_NOPTS_VALUE && duration > 0;
  info->claimed_frames = is_known ? in_frames(decoder, duration) : 0;
  bool is_exact = is_of(decoder, "wv") || is_of(decoder, "tta") || is_of(decoder, "ape");
  bool is_movie = is_of(decoder, "mov");
  if (is_movie)
    measure_movie(decoder, info);
  else if (is_exact && is_known && counts_frames(decoder))
    decoder->length = info->claimed_frames;
  decoder->ignores_edits = false;
  decoder->is_timed = decoder->length > 0;
  return is_movie || decoder->is_timed;
}

// MARK: Jumps

static bool jump_by_time(codec_decoder *decoder, int64_t frame) {
  AVRational unit = {1, (int)decoder->rate};
  int64_t time = av_rescale_q(frame, unit, decoder->stream->time_base);
  int index = decoder->stream->index;
  if (av_seek_frame(decoder->format, index, time, AVSEEK_FLAG_BACKWARD) < 0) return false;
  decode_flush(decoder);
  decoder->is_lost = true;
  return true;
}

// - is_plain: after a jump to an offset the demuxer counts time from 0.
static bool finds(codec_decoder *decoder, const mark *mark, bool is_plain) {
  for (int i = 0; i < max_search && input_packet(decoder) >= 0; i++) {
    const AVPacket *packet = decoder->packet;
    if (is_plain && packet->pos > mark->position) return false;
    if (packet->pos == mark->position && (is_plain || packet->pts == mark->time)) return true;
  }
  return false;
}

// The demuxer's seek leads to a place at or before the mark; packets up to it are dropped.
static bool jump_to_mark(codec_decoder *decoder, mark mark) {
  // Formats without an index of their own find a place in bytes at once, a time by reading.
  bool is_plain = decoder->format->iformat->flags & AVFMT_GENERIC_INDEX;
  // Without it, the demuxer reads all clusters of a file that has no cues.
  if (mark.cluster >= 0)
    av_add_index_entry(decoder->stream, mark.cluster, mark.time, 0, 0, AVINDEX_KEYFRAME);
  for (int attempt = 0; attempt < 2; attempt++) {
    bool bytes = (attempt == 0) == is_plain;
    int64_t target = bytes ? mark.position : mark.time;
    int flags = bytes ? AVSEEK_FLAG_BYTE : AVSEEK_FLAG_BACKWARD;
    if (target < 0) continue;
    if (av_seek_frame(decoder->format, decoder->stream->index, target, flags) < 0) continue;
    decode_flush(decoder);
    if (!finds(decoder, &mark, bytes)) continue;
    decoder->is_lost = decoder->has_packet = true;
    decoder->jump = mark;
    decoder->packets = mark.number;
    return true;
  }
  return false;
}

// Returns whether decoding continues somewhere before a frame of the sound.
static bool jump(codec_decoder *decoder, int64_t frame) {
  if (!decoder->codec) return false;
  int64_t start = frame + decoder->origin - preroll;
  if (start <= decoder->origin) return false;
  if (decoder->is_timed) return jump_by_time(decoder, start);
  const mark *mark = index_find(decoder->index, start);
  return mark && jump_to_mark(decoder, *mark);
}

// Drops the frames before the target. Returns false if decoding passed it or ended.
static bool approach(codec_decoder *decoder, int64_t frame) {
  while (decoder->ready_count == 0 || decoder->ready_frame + decoder->ready_count <= frame) {
    decoder->ready_count = 0;
    if (!decode_more(decoder)) return false;
  }
  if (decoder->ready_frame > frame) return false;
  decoder->position = frame;
  return true;
}

static bool is_near(const codec_decoder *decoder, int64_t frame) {
  return !decoder->has_ended && frame >= decoder->position && frame - decoder->position < near;
}

int64_t position_seek(codec_decoder *decoder, int64_t frame) {
  if (frame < 0 || (decoder->length > 0 && frame >= decoder->length)) return -1;
  if (is_near(decoder, frame) && approach(decoder, frame)) return frame;
  if (jump(decoder, frame) && approach(decoder, frame)) return frame;
  if (decode_start(decoder) < 0) return -1;
  return frame == 0 || approach(decoder, frame) ? frame : -1;
}

// MARK: Reading

// Timestamps with a hole: silence, as a player has it.
static int64_t fill_hole(codec_decoder *decoder, float *samples, int64_t frames) {
  int64_t hole = decoder->ready_frame - decoder->position;
  if (hole > 10 * (int64_t)decoder->rate) {
    decoder->has_ended = decoder->is_damaged = true;
    decoder->ready_count = 0;
    return 0;
  }
  int64_t count = hole < frames ? hole : frames;
  memset(samples, 0, (size_t)count * decoder->channels * sizeof *samples);
  return count;
}

static int64_t take(codec_decoder *decoder, float *samples, int64_t frames) {
  int64_t skipped = decoder->position - decoder->ready_frame;
  int64_t count = decoder->ready_count - skipped;
  if (count > frames) count = frames;
  memcpy(samples, decoder->ready + skipped * decoder->channels,
         (size_t)count * decoder->channels * sizeof *samples);
  return count;
}

int64_t position_read(codec_decoder *decoder, float *samples, int64_t frames) {
  int64_t done = 0;
  if (decoder->length > 0 && frames > decoder->length - decoder->position)
    frames = decoder->length - decoder->position;
  while (done < frames) {
    int64_t end = decoder->ready_frame + decoder->ready_count;
    if (decoder->ready_count == 0 || end <= decoder->position) {
      decoder->ready_count = 0;
      if (!decode_more(decoder)) break;
      continue;
    }
    float *target = samples + done * decoder->channels;
    int64_t count = decoder->ready_frame > decoder->position
                      ? fill_hole(decoder, target, frames - done)
                      : take(decoder, target, frames - done);
    decoder->position += count;
    done += count;
  }
  return done;
}
