"""Written by scripts/generate from include/aha; do not edit."""

from .._abi import lib
from .._names import Named


class Container(Named):
    """The container format of a file."""

    #: When writing: from the file name's extension. When read: a format without a number here.
    AUTO = 0
    WAV = 1
    #: WAV for files over 4 GiB; a plain WAV below that.
    RF64 = 2
    W64 = 3
    AIFF = 4
    CAF = 5
    FLAC = 6
    #: Ogg with Vorbis or Opus inside.
    OGG = 7
    MP3 = 8
    #: MP4 and QuickTime, which may also hold video. Reading and writing need the component
    #: libaha-ffmpeg.so, as reading does for the following ones. Written with AAC, or with ALAC for
    #: AHA_ENCODING_ALAC (24 bits), _PCM_16 and _PCM_24; 1 or 2 channels.
    M4A = 9
    #: Matroska and WebM; read only.
    MATROSKA = 10
    #: Windows Media; read only.
    WMA = 11
    #: AAC without a container; read only.
    ADTS = 12

    @property
    def label(self) -> str:
        """The name of a container, as in "FLAC"; "unknown" for an unknown number. The C function is
        aha_container_name.
        """
        text: str = lib.aha_container_name(self)
        return text


class Encoding(Named):
    """The sample encoding."""

    #: When writing: the container's default: 16 bits, Vorbis in Ogg, MP3, AAC in M4A. When read: an
    #: encoding without a number here.
    AUTO = 0
    PCM_16 = 1
    PCM_24 = 2
    FLOAT_32 = 3
    VORBIS = 4
    OPUS = 5
    MP3 = 6
    #: All profiles when read, LC when written.
    AAC = 7
    #: Lossless; 24 bits when written.
    ALAC = 8
    #: Read only.
    WMA = 9
    #: Also E-AC-3; read only.
    AC3 = 10
    #: Read only.
    DTS = 11

    @property
    def label(self) -> str:
        """The name of an encoding, as in "16-bit PCM"; "unknown" for an unknown number. The C
        function is aha_encoding_name.
        """
        text: str = lib.aha_encoding_name(self)
        return text


class Dither(Named):
    """The dither for a reduction of the word length."""

    #: Triangular noise of 2 LSB peak to peak when writing 16 or 24 bits.
    TPDF = 0
    NONE = 1
