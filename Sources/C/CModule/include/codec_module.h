// The interface between libaha and a module that reads and encodes further formats. Internal:
// libaha loads only modules of its own version of this table.
#ifndef AHA_CODEC_MODULE_H
#define AHA_CODEC_MODULE_H

#include <stddef.h>
#include <stdint.h>

// Changes with every change of the structures below.
enum { codec_module_version = 6 };
enum {
  codec_max_channels = 64, codec_line_size = 256, codec_text_size = 1024, codec_max_setup = 64
};

// The bytes of a file, or of an endless stream, which is read in order only. Functions return a
// negative number after a failure.
typedef struct codec_bytes {
  void *user_data;
  // Returns the count of bytes; 0 at the end.
  int64_t (*read)(void *user_data, void *bytes, int64_t size);
  // Moves to an offset from the start; returns it. NULL: an endless stream.
  int64_t (*seek)(void *user_data, int64_t offset);
  int64_t length;
} codec_bytes;

// Loudspeaker positions of channels.
typedef enum codec_position {
  codec_other, codec_left, codec_right, codec_center, codec_low_frequency, codec_surround_left,
  codec_surround_right, codec_surround_center, codec_left_of_center, codec_right_of_center
} codec_position;

typedef struct codec_info {
  // Numbers of aha/format.h.
  uint32_t container;
  uint32_t encoding;
  // 0 for lossy encodings.
  uint32_t bits;
  uint32_t sample_rate;
  uint32_t channels;
  // Audio streams of the file.
  uint32_t stream_count;
  // The exact length; 0 if only decoding can tell it.
  int64_t frames;
  // The length by the header, possibly an estimate; 0 if the header has none.
  int64_t claimed_frames;
  // Whether the format has no signature, and few of its frames were found.
  int32_t is_guess;
  // Whether the file states the positions of its channels.
  int32_t has_positions;
  uint8_t positions[codec_max_channels];
} codec_info;

typedef struct codec_decoder codec_decoder;
// Places of a file that a seek can start from, for further decoders of the same file and stream.
typedef struct codec_index codec_index;

// Gets the notes of a file. Arguments are borrowed for the call.
typedef struct codec_notes {
  void *user_data;
  // A tag; the name as FFmpeg has it.
  void (*text)(void *user_data, const char *name, const char *value);
  // Units: microseconds; -1: unknown.
  void (*chapter)(void *user_data, int64_t begin, int64_t end, const char *title);
  // The first picture, as a file.
  void (*cover)(void *user_data, const void *bytes, int64_t size);
} codec_notes;

typedef struct codec_encoder codec_encoder;

typedef struct codec_encoding {
  // A number of aha/format.h.
  uint32_t encoding;
  uint32_t sample_rate;
  uint32_t channels;
  // Word length of a lossless encoding; 16 or 24.
  uint32_t bits;
  // Of a lossy encoding, for all channels. Units: bits per second.
  uint32_t bit_rate;
} codec_encoding;

typedef struct codec_packets {
  // Frames of each packet but the last.
  uint32_t frames;
  // Frames before the first frame of the sound.
  uint32_t delay;
  // Read by a decoder before the first packet: the AudioSpecificConfig of AAC, the box of ALAC.
  uint32_t setup_size;
  uint8_t setup[codec_max_setup];
} codec_packets;

// Gets a packet; returns a negative number to end encoding.
typedef int (*codec_put)(void *user_data, const void *bytes, int64_t size);

// Thread: functions of one decoder or encoder one at a time, on any thread but the audio thread.
typedef struct codec_module {
  uint32_t version;
  // The library behind the module and its version, as in "FFmpeg 5.1.9".
  const char *name;
  // Opens a file and decodes its first frames. Returns NULL with the reason in `line`, which has
  // room for codec_line_size bytes.
  // - bytes: used until close; copied.
  // - stream: Index among the audio streams, from 1; 0: the default one.
  // - index: of another decoder; NULL: the decoder makes its own.
  codec_decoder *(*open)(const codec_bytes *bytes, uint32_t stream, codec_index *index,
                         codec_info *info, char *line);
  // Reads interleaved frames; fewer only at the end or at damage.
  int64_t (*read)(codec_decoder *decoder, float *samples, int64_t frames);
  // Moves to a frame. Returns it, or -1, as for an endless stream. Frames read there are those of
  // reading in sequence.
  int64_t (*seek)(codec_decoder *decoder, int64_t frame);
  void (*close)(codec_decoder *decoder);
  // Returns a reference to the decoder's index, which no longer grows.
  codec_index *(*share_index)(codec_decoder *decoder);
  // Thread: any.
  void (*release_index)(codec_index *index);
  // Reads the tags, chapters and cover of a file. Returns a negative number after a failure.
  int (*read_notes)(const codec_bytes *bytes, const codec_notes *notes, char *line);
  // Opens an encoder. Returns NULL with the reason in `line`, as `open` does.
  codec_encoder *(*open_encoder)(const codec_encoding *encoding, codec_packets *packets,
                                 char *line);
  // Encodes interleaved frames, and passes each finished packet to `put`. Returns a negative number
  // after a failure.
  // - samples: float for lossy encodings; for others int32_t, whose upper bits are the sample. NULL
  //   ends the sound: `put` gets the rest.
  int (*encode)(codec_encoder *encoder, const void *samples, int64_t frames, codec_put put,
                void *user_data);
  void (*close_encoder)(codec_encoder *encoder);
} codec_module;

// The module's only symbol. NULL if the module has another version.
// - is_shared: another part of the process uses the library behind the module too.
const codec_module *aha_codec_module(uint32_t version, int is_shared);

// MARK: In libaha

// Loads the module, from the folder of the environment variable AHA_MODULES or from the folder
// `aha` beside libaha. Returns NULL with the reason in `text`. A loaded module stays loaded.
// Thread: any but the audio thread.
const codec_module *codec_module_load(char *text, size_t size);

#endif
