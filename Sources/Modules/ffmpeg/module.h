// The decoder and the encoder of the module, shared by its files.
#ifndef AHA_FFMPEG_MODULE_H
#define AHA_FFMPEG_MODULE_H

#include <codec_module.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswresample/swresample.h>
#include <stdatomic.h>
#include <stdbool.h>

// A packet from which decoding can start.
typedef struct mark {
  int64_t number;
  int64_t position;
  int64_t time;
  // The first frame of the next packet; -1 while unknown. A codec that starts here may lose frames
  // of the first packet.
  int64_t frame;
  // Offset of the Matroska cluster around the packet; -1: another format.
  int64_t cluster;
} mark;

// Invariant: does not change while several decoders share it.
struct codec_index {
  atomic_int users;
  // Probing for it can take longer than all else of opening.
  const AVInputFormat *kind;
  // FFmpeg's score of `kind`; AVPROBE_SCORE_MAX for a signature.
  int score;
  mark *marks;
  size_t count, capacity;
  // Frames between two marks.
  int64_t distance;
};

struct codec_decoder {
  codec_bytes bytes;
  // Of an endless stream; it has no length and no index.
  bool is_live;
  uint32_t wanted_stream;
  // The encoding that was tried last.
  enum AVCodecID encoding;
  AVFormatContext *format;
  AVCodecContext *codec;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *frame;
  SwrContext *converter;
  // Format of the frames that the converter accepts.
  int converter_format, converter_rate;
  // Changes of that format since the start.
  int changes;
  AVChannelLayout converter_layout;
  AVChannelLayout layout;
  uint32_t rate, channels;
  // Decoded frames from which the reader takes; the first has the number `ready_frame`.
  float *ready;
  size_t ready_capacity;
  int64_t ready_frame, ready_count;
  // Frames before this number are not part of the sound: the delay of the encoder.
  int64_t origin;
  bool has_origin;
  // The end of the sound, in frames after the origin; 0: the end of the file.
  int64_t length;
  // Reads a movie as it is stored, without its edit list.
  bool ignores_edits;
  bool ignores_chapters;
  // Whether timestamps count frames. Otherwise frames are counted from the start of the file.
  bool is_timed;
  // The next frame to read, and the next to decode, after the origin.
  int64_t position, next;
  // Packets from the start of the file, and the packet whose frames come next.
  int64_t packets;
  mark sent;
  codec_index *index;
  // After a jump, frames have no number until a packet with a known number arrives.
  bool is_lost;
  mark jump;
  // `packet` was read and not yet decoded.
  bool has_packet;
  bool is_flushed;
  // Frames to cut off next.
  int64_t skip;
  int faults;
  bool is_draining, has_ended, is_damaged;
};

// Around every use of FFmpeg: its messages are dropped in between.
void module_enter(void);
void module_leave(void);

// Writes the reason of an AVERROR into a line of codec_line_size bytes.
// - codec: The encoding; AV_CODEC_ID_NONE: unknown.
void reason_write(int result, enum AVCodecID codec, char *line);

// Opens the file from its first byte. Returns 0 or an AVERROR.
int input_open(codec_decoder *decoder);
// The same without looking into packets.
int input_open_header(codec_decoder *decoder);
void input_close(codec_decoder *decoder);
// Reads the next packet of the stream. Returns 0 or an AVERROR.
int input_packet(codec_decoder *decoder);
uint32_t input_stream_count(const AVFormatContext *format);

// Starts at the first packet, also after a failure. Returns 0 or an AVERROR; then `format`,
// `stream` and `codec` are NULL, and the sound has ended.
int decode_start(codec_decoder *decoder);
void decode_stop(codec_decoder *decoder);
// Decodes until there are frames in `ready`. Returns false at the end and at damage.
bool decode_more(codec_decoder *decoder);
void decode_flush(codec_decoder *decoder);

codec_index *index_make(void);
codec_index *index_share(codec_decoder *decoder);
void index_release(codec_index *index);
void index_add(codec_decoder *decoder);
const mark *index_find(const codec_index *index, int64_t frame);

// Finds out whether timestamps count frames, and the length. Returns whether decoding must start
// again.
bool measure(codec_decoder *decoder, codec_info *info);
int64_t position_seek(codec_decoder *decoder, int64_t frame);
int64_t position_read(codec_decoder *decoder, float *samples, int64_t frames);

int notes_read(codec_decoder *decoder, const codec_notes *notes);
// The encoder's functions of the table.
codec_encoder *encode_open(const codec_encoding *encoding, codec_packets *packets, char *line);
int encode_frames(codec_encoder *encoder, const void *samples, int64_t frames, codec_put put,
                  void *user_data);
void encode_close(codec_encoder *encoder);

#endif
