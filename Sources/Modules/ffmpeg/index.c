// Places in a file from which decoding can start, found while it is decoded.
#include "module.h"

#include <libavutil/mem.h>
#include <stdlib.h>
#include <string.h>

enum {
  first_distance = 1 << 16,
  // 1.5 MB. Every second mark is dropped then, so longer sounds have marks further apart.
  max_marks = 1 << 15,
};

codec_index *index_make(void) {
  codec_index *index = calloc(1, sizeof *index);
  if (!index) return NULL;
  index->users = 1;
  index->distance = first_distance;
  return index;
}

codec_index *index_share(codec_decoder *decoder) {
  codec_index *index = decoder->index;
  // The last mark may lack its frame.
  if (index->users == 1 && index->count > 0 && index->marks[index->count - 1].frame < 0)
    index->count--;
  index->users++;
  return index;
}

void index_release(codec_index *index) {
  if (!index || --index->users > 0) return;
  av_free(index->marks);
  free(index);
}

static bool reserve(codec_index *index) {
  if (index->count < index->capacity) return true;
  if (index->capacity == max_marks) {
    for (size_t i = 0; i < max_marks / 2; i++) index->marks[i] = index->marks[2 * i];
    index->count = max_marks / 2;
    index->distance *= 2;
    return true;
  }
  size_t capacity = index->capacity ? 2 * index->capacity : 64;
  mark *marks = av_realloc_array(index->marks, capacity, sizeof *marks);
  if (!marks) return false;
  index->marks = marks;
  index->capacity = capacity;
  return true;
}

// The demuxer of Matroska has just put the packet's cluster into its index.
static int64_t cluster_of(const codec_decoder *decoder, int64_t time) {
  if (strcmp(decoder->format->iformat->name, "matroska,webm") != 0) return -1;
  const AVIndexEntry *entry = avformat_index_get_entry_from_timestamp(
    decoder->stream, time, AVSEEK_FLAG_BACKWARD);
  return entry && entry->timestamp == time ? entry->pos : -1;
}

// Adds the packet that was sent last.
void index_add(codec_decoder *decoder) {
  if (!reserve(decoder->index)) return;
  decoder->sent.cluster = cluster_of(decoder, decoder->sent.time);
  decoder->index->marks[decoder->index->count++] = decoder->sent;
}

// The last mark at or before a frame; NULL without one.
const mark *index_find(const codec_index *index, int64_t frame) {
  size_t low = 0, high = index->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const mark *found = &index->marks[middle];
    if (found->frame >= 0 && found->frame <= frame) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? &index->marks[low - 1] : NULL;
}
