// Tags, chapters and the cover of a file. No packet is decoded.
#include "module.h"

#include <libavutil/dict.h>
#include <string.h>

enum {
  max_cover = 1 << 24,
  // A manifest has at most 1 MiB.
  max_text = 1 << 20,
  max_chapters = 1000,
  max_tags = 1000
};

static void put_tags(const AVDictionary *tags, const codec_notes *notes) {
  const AVDictionaryEntry *tag = NULL;
  for (int i = 0; i < max_tags && (tag = av_dict_get(tags, "", tag, AV_DICT_IGNORE_SUFFIX)); i++)
    if (strlen(tag->value) <= max_text) notes->text(notes->user_data, tag->key, tag->value);
}

static int64_t microseconds(const AVChapter *chapter, int64_t time) {
  return time == AV_NOPTS_VALUE ? -1 : av_rescale_q(time, chapter->time_base, AV_TIME_BASE_Q);
}

static void put_chapters(const AVFormatContext *format, const codec_notes *notes) {
  for (unsigned i = 0; i < format->nb_chapters && i < max_chapters; i++) {
    const AVChapter *chapter = format->chapters[i];
    const AVDictionaryEntry *title = av_dict_get(chapter->metadata, "title", NULL, 0);
    notes->chapter(notes->user_data, microseconds(chapter, chapter->start),
                   microseconds(chapter, chapter->end), title ? title->value : "");
  }
}

static void put_cover(const AVFormatContext *format, const codec_notes *notes) {
  for (unsigned i = 0; i < format->nb_streams; i++) {
    const AVStream *stream = format->streams[i];
    const AVPacket *picture = &stream->attached_pic;
    if (!(stream->disposition & AV_DISPOSITION_ATTACHED_PIC)) continue;
    if (picture->size <= 0 || picture->size > max_cover) continue;
    notes->cover(notes->user_data, picture->data, picture->size);
    return;
  }
}

int notes_read(codec_decoder *decoder, const codec_notes *notes) {
  int result = input_open_header(decoder);
  if (result < 0) return result;
  const AVFormatContext *format = decoder->format;
  put_tags(format->metadata, notes);
  for (unsigned i = 0; i < format->nb_streams; i++)
    if (format->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO)
      put_tags(format->streams[i]->metadata, notes);
  put_chapters(format, notes);
  put_cover(format, notes);
  return 0;
}
