/* aha/format.h: formats: containers, encodings and encoding options. */
#ifndef AHA_FORMAT_H
#define AHA_FORMAT_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** The container format of a file. */
typedef uint32_t aha_container;

enum {
  /** When writing: from the file name's extension. When read: a format without a number here. */
  AHA_CONTAINER_AUTO = 0,
  AHA_CONTAINER_WAV = 1,
  /** WAV for files over 4 GiB; a plain WAV below that. */
  AHA_CONTAINER_RF64 = 2,
  AHA_CONTAINER_W64 = 3,
  AHA_CONTAINER_AIFF = 4,
  AHA_CONTAINER_CAF = 5,
  AHA_CONTAINER_FLAC = 6,
  /** Ogg with Vorbis or Opus inside. */
  AHA_CONTAINER_OGG = 7,
  AHA_CONTAINER_MP3 = 8,
  /** MP4 and QuickTime, which may also hold video. Reading and writing need the component
   *  libaha-ffmpeg.so, as reading does for the following ones. Written with AAC, or with ALAC for
   *  AHA_ENCODING_ALAC (24 bits), _PCM_16 and _PCM_24; 1 or 2 channels. Since: 0.10. */
  AHA_CONTAINER_M4A = 9,
  /** Matroska and WebM; read only. Since: 0.10. */
  AHA_CONTAINER_MATROSKA = 10,
  /** Windows Media; read only. Since: 0.10. */
  AHA_CONTAINER_WMA = 11,
  /** AAC without a container; read only. Since: 0.10. */
  AHA_CONTAINER_ADTS = 12
};

/** The sample encoding. */
typedef uint32_t aha_encoding;

enum {
  /** When writing: the container's default: 16 bits, Vorbis in Ogg, MP3, AAC in M4A. When read: an
   *  encoding without a number here. */
  AHA_ENCODING_AUTO = 0,
  AHA_ENCODING_PCM_16 = 1,
  AHA_ENCODING_PCM_24 = 2,
  AHA_ENCODING_FLOAT_32 = 3,
  AHA_ENCODING_VORBIS = 4,
  AHA_ENCODING_OPUS = 5,
  AHA_ENCODING_MP3 = 6,
  /** All profiles when read, LC when written. Since: 0.10. */
  AHA_ENCODING_AAC = 7,
  /** Lossless; 24 bits when written. Since: 0.10. */
  AHA_ENCODING_ALAC = 8,
  /** Read only. Since: 0.10. */
  AHA_ENCODING_WMA = 9,
  /** Also E-AC-3; read only. Since: 0.10. */
  AHA_ENCODING_AC3 = 10,
  /** Read only. Since: 0.10. */
  AHA_ENCODING_DTS = 11,
  /** Integers; samples are 32-bit floats inside libaha, so 24 significant bits remain. In WAV,
   *  RF64, W64, AIFF and CAF. Since: 1.0. */
  AHA_ENCODING_PCM_32 = 12
};

/** The dither for a reduction of the word length. */
typedef uint32_t aha_dither;

enum {
  /** Triangular noise of 2 LSB peak to peak when writing 16 or 24 bits. */
  AHA_DITHER_TPDF = 0,
  AHA_DITHER_NONE = 1
};

/** Options for writing a file. */
typedef struct aha_encode_options {
  size_t struct_size;
  /** AHA_CONTAINER_…; 0: from the file name (.wav .rf64 .w64 .aif .aiff .caf .flac .ogg .oga .opus
   *  .mp3 .m4a), WAV for a stream. */
  aha_container container;
  /** AHA_ENCODING_…; 0: the container's default, Opus for the extension .opus. */
  aha_encoding encoding;
  /** Hz, 8000 to 192000; 0: the source's rate, or the next higher one that the encoding
   *  supports. */
  uint32_t sample_rate;
  /** AHA_DITHER_… */
  aha_dither dither;
  /** Quality of Vorbis, Opus, MP3 and AAC, above 0 (smallest) to 1 (best), with a variable bit
   *  rate; 0: 0.6, at which music is hard to tell from its source in each encoding. Stereo music
   *  has 140 to 190 kbit/s then. */
  float quality;
  /** Channels of the file: 1, half the sum of left and right, or 2; 0: as many as the source has.
   *  An engine of more than 2 channels has them all in the file, in the order of WAV: left, right,
   *  center, low frequencies, surround. FLAC has up to 8 channels, Ogg 1, 2 or 4, and others
   *  (MP3, M4A) 2. A recorder, or such an engine, refuses another count than its own
   *  (AHA_ERROR_UNSUPPORTED). Since: 1.0. */
  AHA_RANGE(1, 32) uint32_t channels;
  /** Target loudness of the file, -70 to below 0 LUFS (EBU R 128), by gain, and by a true-peak
   *  limiter if the peaks would exceed ceiling_db; 0: unchanged. The sound waits in a temporary
   *  file beside the target, or in memory for a stream. The passes add a quarter to the frames in
   *  the job's progress. The job's errors: AHA_ERROR_EMPTY (silent, or shorter than 0.4 s),
   *  AHA_ERROR_UNSUPPORTED (the loudness needs over 24 dB of gain, or the limiter prevents it). A
   *  recorder refuses targets (AHA_ERROR_UNSUPPORTED). Since: 1.0. */
  double loudness_lufs;
  /** Max true peak with a target loudness, -20 to below 0 dBTP; 0: -1. Since: 1.0. */
  float ceiling_db;
  /** Target of the highest true peak, -70 to below 0 dBTP, by gain alone; 0: unchanged. Not with a
   *  target loudness. The job's error: AHA_ERROR_EMPTY (silent). Since: 1.0. */
  float peak_db;
  /** Bit rate of all channels in kbit/s, instead of a quality; 0: by the quality. MP3: 64 to 320
   *  (rates below 32 kHz 64 to 160, below 16 kHz 32 to 64), constant unless `vbr` is set. Opus: 6
   *  to 256 a channel, and AAC: 8 to 160 a channel, both around this value.
   *  AHA_ERROR_UNSUPPORTED: Vorbis, which has a quality alone, and encodings without loss.
   *  Since: 1.0. */
  uint32_t bitrate_kbps;
  /** MP3 varies its bit rate around bitrate_kbps. Since: 1.0. */
  AHA_FLAG uint32_t vbr;
} aha_encode_options;

/** Options with all defaults. */
static inline aha_encode_options aha_encode_options_init(void) {
  aha_encode_options options = {sizeof(aha_encode_options), 0, 0, 0, 0, 0.0f, 0, 0.0, 0.0f, 0.0f,
                                0, 0};
  return options;
}

/**
 * The name of a container, as in "FLAC"; "unknown" for an unknown number.
 * @return Static text. Errors: none. Thread: [any] [render]. Since: 0.1.
 */
AHA_API const char *aha_format_container_name(aha_container container);

/**
 * The name of an encoding, as in "16-bit PCM"; "unknown" for an unknown number.
 * @return Static text. Errors: none. Thread: [any] [render]. Since: 0.1.
 */
AHA_API const char *aha_format_encoding_name(aha_encoding encoding);

/**
 * Copies the usual media type of a format's name: the ending of a file name ("m4a", ".m4a") or a
 * media type ("audio/x-m4a", "audio/mp4; codecs=mp4a"), in any case. All names of a format have the
 * same media type, so comparing types compares formats. Functions with a media type accept these
 * names. Another media type is copied in lower case and without its parameters.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (neither a media type nor a known ending),
 * AHA_ERROR_BUFFER_TOO_SMALL. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_format_copy_media_type(const char *name, AHA_BUFFER(capacity) char *buffer,
                                              size_t capacity, size_t *out_length)
                                              AHA_CPP(media_type);

AHA_END_DECLARATIONS

#endif /* AHA_FORMAT_H */
