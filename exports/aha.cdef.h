/* Written by scripts/generate from include/aha; do not edit.
   All declarations of libaha, for foreign function interfaces. */

typedef int32_t aha_result;
typedef uint32_t aha_kind;
typedef uint32_t aha_log_level;
typedef uint32_t aha_container;
typedef uint32_t aha_encoding;
typedef uint32_t aha_dither;
typedef uint32_t aha_event_kind;
typedef uint32_t aha_sound_mode;
typedef uint32_t aha_send_point;
typedef uint32_t aha_player_state;
typedef uint32_t aha_speed_quality;
typedef uint32_t aha_fade_shape;
typedef uint32_t aha_point_clock;
typedef uint32_t aha_effect_kind;
typedef uint32_t aha_unit;
typedef uint32_t aha_curve;
typedef uint32_t aha_waveform;
typedef uint32_t aha_distance_curve;
typedef uint32_t aha_device_direction;
typedef uint32_t aha_device_loss;
typedef uint32_t aha_device_state;
typedef uint32_t aha_recorder_state;
typedef uint32_t aha_recorder_reason;
typedef uint64_t aha_id;
typedef uint32_t aha_file_state;
typedef uint32_t aha_owner_kind;
typedef uint32_t aha_lane_mode;
typedef uint32_t aha_track_parameter;
typedef uint32_t aha_point_curve;
typedef uint32_t aha_scope;
typedef uint32_t aha_tonality_mode;
typedef uint32_t aha_tonality_text;
typedef uint32_t aha_relation;
typedef uint32_t aha_piece_text;
typedef uint32_t aha_piece_field;
typedef uint32_t aha_image_format;
typedef uint32_t aha_grant;
typedef uint32_t aha_store_kind;
typedef uint32_t aha_account_text;
typedef uint32_t aha_destination_kind;
typedef uint32_t aha_destination_text;
typedef uint32_t aha_asset;
typedef uint32_t aha_drop_stage_code;
typedef uint32_t aha_drop_text;
typedef uint32_t aha_network;
typedef uint32_t aha_opening_text;
typedef uint32_t aha_origin;
typedef uint32_t aha_item_state;
typedef uint32_t aha_item_order;
typedef uint32_t aha_item_text;
typedef uint32_t aha_activity;
typedef uint32_t aha_time_scale;

typedef struct aha_stream aha_stream;
typedef struct aha_job aha_job;
typedef struct aha_engine aha_engine;
typedef struct aha_bus aha_bus;
typedef struct aha_sound aha_sound;
typedef struct aha_player aha_player;
typedef struct aha_effect aha_effect;
typedef struct aha_chain aha_chain;
typedef struct aha_device aha_device;
typedef struct aha_input aha_input;
typedef struct aha_recorder aha_recorder;
typedef struct aha_recovery aha_recovery;
typedef struct aha_project aha_project;
typedef struct aha_session aha_session;
typedef struct aha_piece aha_piece;
typedef struct aha_analysis aha_analysis;
typedef struct aha_client aha_client;
typedef struct aha_account aha_account;
typedef struct aha_request aha_request;
typedef struct aha_destination aha_destination;
typedef struct aha_drop aha_drop;
typedef struct aha_opening aha_opening;
typedef struct aha_library aha_library;
typedef struct aha_items aha_items;
typedef struct aha_report aha_report;

typedef void (*aha_destroy_fn)(void *user_data);
typedef void (*aha_log_fn)(void *user_data, aha_log_level level, const char *line);

enum {
  AHA_VERSION_MAJOR = 0,
  AHA_VERSION_MINOR = 10,
  AHA_VERSION_PATCH = 0,
  AHA_VERSION_NUMBER = 10000,
  AHA_EFFECT_HOST = 255,
  AHA_EFFECT_LV2 = 254,
  AHA_CHAIN_EFFECTS_MAX = 32,
  AHA_MASTER_ID = 1,
  AHA_COVER_PIXELS = 640,
  AHA_COLOR_BLACK = 16777216
};
static const uint32_t AHA_LOOP_FOREVER = 4294967295;
static const int64_t AHA_PROJECT_LONGEST_US = 31536000000000;
static const uint32_t AHA_LAST = 4294967295;
static const uint32_t AHA_NO_RETRIES = 4294967295;

enum {
  AHA_OK = 0,
  AHA_END = 1,
  AHA_PENDING = 2,
  AHA_ERROR_INVALID_ARGUMENT = -1,
  AHA_ERROR_INVALID_HANDLE = -2,
  AHA_ERROR_RELEASED = -3,
  AHA_ERROR_STATE = -4,
  AHA_ERROR_UNSUPPORTED = -5,
  AHA_ERROR_OUT_OF_MEMORY = -6,
  AHA_ERROR_LIMIT = -7,
  AHA_ERROR_CANCELLED = -8,
  AHA_ERROR_BUFFER_TOO_SMALL = -9,
  AHA_ERROR_REENTRANT = -10,
  AHA_ERROR_SYSTEM = -11,
  AHA_ERROR_NOT_FOUND = -20,
  AHA_ERROR_ACCESS = -21,
  AHA_ERROR_IS_DIRECTORY = -22,
  AHA_ERROR_IO = -23,
  AHA_ERROR_DISK_FULL = -24,
  AHA_ERROR_EXISTS = -25,
  AHA_ERROR_EMPTY = -40,
  AHA_ERROR_UNKNOWN_FORMAT = -41,
  AHA_ERROR_DAMAGED = -42,
  AHA_ERROR_FORMAT_LIMIT = -43,
  AHA_ERROR_VERIFY = -44,
  AHA_ERROR_NO_DEVICE = -60,
  AHA_ERROR_DEVICE_FORMAT = -61,
  AHA_ERROR_DEVICE = -62,
  AHA_ERROR_TITLE_EMPTY = -80,
  AHA_ERROR_TITLE_LONG = -81,
  AHA_ERROR_PIECE_SHORT = -82,
  AHA_ERROR_PIECE_LONG = -83,
  AHA_ERROR_TEMPO_LOW = -84,
  AHA_ERROR_TEMPO_HIGH = -85,
  AHA_ERROR_LOOP = -86,
  AHA_ERROR_TIME_SIGNATURE = -87,
  AHA_ERROR_TEXT_LONG = -88,
  AHA_ERROR_BASED_ON = -89,
  AHA_ERROR_TONALITY = -90,
  AHA_ERROR_ATTACHMENT = -91,
  AHA_ERROR_TEXT_DIRECTION = -92,
  AHA_ERROR_NETWORK = -100,
  AHA_ERROR_TIMEOUT = -101,
  AHA_ERROR_TLS = -102,
  AHA_ERROR_HTTP = -103,
  AHA_ERROR_RATE_LIMITED = -104,
  AHA_ERROR_REPLY = -105,
  AHA_ERROR_NOT_SIGNED_IN = -106,
  AHA_ERROR_REFUSED = -107
};

enum {
  AHA_KIND_ANY = 0,
  AHA_KIND_ENGINE = 1,
  AHA_KIND_SOUND = 2,
  AHA_KIND_PLAYER = 3,
  AHA_KIND_BUS = 4,
  AHA_KIND_JOB = 5,
  AHA_KIND_STREAM = 6,
  AHA_KIND_EFFECT = 7,
  AHA_KIND_DEVICE = 8,
  AHA_KIND_RECORDER = 9,
  AHA_KIND_RECOVERY = 10,
  AHA_KIND_INPUT = 11,
  AHA_KIND_PROJECT = 12,
  AHA_KIND_SESSION = 13,
  AHA_KIND_PIECE = 14,
  AHA_KIND_ANALYSIS = 15,
  AHA_KIND_CLIENT = 16,
  AHA_KIND_ACCOUNT = 17,
  AHA_KIND_REQUEST = 18,
  AHA_KIND_DESTINATION = 19,
  AHA_KIND_DROP = 20,
  AHA_KIND_OPENING = 21,
  AHA_KIND_LIBRARY = 22,
  AHA_KIND_ITEMS = 23,
  AHA_KIND_REPORT = 24
};

enum {
  AHA_LOG_NONE = 0,
  AHA_LOG_ERROR = 1,
  AHA_LOG_WARNING = 2,
  AHA_LOG_INFO = 3,
  AHA_LOG_DEBUG = 4
};

enum {
  AHA_CONTAINER_AUTO = 0,
  AHA_CONTAINER_WAV = 1,
  AHA_CONTAINER_RF64 = 2,
  AHA_CONTAINER_W64 = 3,
  AHA_CONTAINER_AIFF = 4,
  AHA_CONTAINER_CAF = 5,
  AHA_CONTAINER_FLAC = 6,
  AHA_CONTAINER_OGG = 7,
  AHA_CONTAINER_MP3 = 8,
  AHA_CONTAINER_M4A = 9,
  AHA_CONTAINER_MATROSKA = 10,
  AHA_CONTAINER_WMA = 11,
  AHA_CONTAINER_ADTS = 12
};

enum {
  AHA_ENCODING_AUTO = 0,
  AHA_ENCODING_PCM_16 = 1,
  AHA_ENCODING_PCM_24 = 2,
  AHA_ENCODING_FLOAT_32 = 3,
  AHA_ENCODING_VORBIS = 4,
  AHA_ENCODING_OPUS = 5,
  AHA_ENCODING_MP3 = 6,
  AHA_ENCODING_AAC = 7,
  AHA_ENCODING_ALAC = 8,
  AHA_ENCODING_WMA = 9,
  AHA_ENCODING_AC3 = 10,
  AHA_ENCODING_DTS = 11
};

enum {
  AHA_DITHER_TPDF = 0,
  AHA_DITHER_NONE = 1
};

enum {
  AHA_EVENT_NONE = 0,
  AHA_EVENT_PLAYER_STARTED = 1,
  AHA_EVENT_PLAYER_LOOPED = 2,
  AHA_EVENT_PLAYER_ENDED = 3,
  AHA_EVENT_PLAYER_STOPPED = 4,
  AHA_EVENT_PLAYER_PAUSED = 5,
  AHA_EVENT_UNDERRUN = 6,
  AHA_EVENT_STREAM_FAILED = 7,
  AHA_EVENT_NONFINITE = 8,
  AHA_EVENT_JOB_FINISHED = 9,
  AHA_EVENT_LOST = 10,
  AHA_EVENT_DEVICE_OPENED = 20,
  AHA_EVENT_DEVICE_LOST = 21,
  AHA_EVENT_DEVICE_DEFAULT_CHANGED = 22,
  AHA_EVENT_DEVICE_GAP = 23,
  AHA_EVENT_DEVICE_XRUN = 24,
  AHA_EVENT_DEVICE_LATE = 25,
  AHA_EVENT_RECORDER_STARTED = 40,
  AHA_EVENT_RECORDER_FINISHED = 41,
  AHA_EVENT_RECORDER_OVERRUN = 42,
  AHA_EVENT_RECORDER_DISK_LOW = 43,
  AHA_EVENT_RECORDER_DISK_FULL = 44,
  AHA_EVENT_RECORDER_SPLIT = 45,
  AHA_EVENT_TIMELINE_STARTED = 60,
  AHA_EVENT_TIMELINE_STOPPED = 61,
  AHA_EVENT_TIMELINE_LOOPED = 62,
  AHA_EVENT_SOUND_MISSING = 63,
  AHA_EVENT_IMPULSE_MISSING = 64,
  AHA_EVENT_PLUGIN_MISSING = 65,
  AHA_EVENT_ACCOUNT_URL_PREPARED = 80,
  AHA_EVENT_ACCOUNT_SIGNED_IN = 81,
  AHA_EVENT_ACCOUNT_FAILED = 82,
  AHA_EVENT_ACCOUNT_SIGNED_OUT = 83,
  AHA_EVENT_REQUEST_RESPONSE = 100,
  AHA_EVENT_REQUEST_PROGRESS = 101,
  AHA_EVENT_REQUEST_DATA = 102,
  AHA_EVENT_REQUEST_FINISHED = 103,
  AHA_EVENT_REQUEST_FAILED = 104,
  AHA_EVENT_REMOTE_BUFFERING = 120,
  AHA_EVENT_REMOTE_PLAYING = 121,
  AHA_EVENT_DROP_ASSET_WANTED = 140,
  AHA_EVENT_DROP_STAGE = 141,
  AHA_EVENT_DROP_PROGRESS = 142,
  AHA_EVENT_DROP_CLOSED = 143,
  AHA_EVENT_DROP_WARNING = 144,
  AHA_EVENT_OPENING_FINISHED = 160,
  AHA_EVENT_OPEN_WANTED = 161,
  AHA_EVENT_URL_PASSED_ON = 162
};

enum {
  AHA_SOUND_AUTO = 0,
  AHA_SOUND_RESIDENT = 1,
  AHA_SOUND_STREAMED = 2
};

enum {
  AHA_SEND_AFTER_FADER = 0,
  AHA_SEND_BEFORE_FADER = 1
};

enum {
  AHA_PLAYER_STOPPED = 0,
  AHA_PLAYER_WAITING = 1,
  AHA_PLAYER_PLAYING = 2,
  AHA_PLAYER_PAUSED = 3,
  AHA_PLAYER_ENDED = 4
};

enum {
  AHA_SPEED_GOOD = 0,
  AHA_SPEED_FAST = 1
};

enum {
  AHA_FADE_LINEAR = 0,
  AHA_FADE_EQUAL_POWER = 1,
  AHA_FADE_EXPONENTIAL = 2,
  AHA_FADE_SMOOTH = 3
};

enum {
  AHA_CLOCK_TIMELINE = 0,
  AHA_CLOCK_ENGINE = 1
};

enum {
  AHA_EFFECT_FILTER = 1,
  AHA_EFFECT_REVERB = 2,
  AHA_EFFECT_PITCH = 3,
  AHA_EFFECT_COMPRESSOR = 4,
  AHA_EFFECT_LIMITER = 5,
  AHA_EFFECT_EQUALIZER = 6,
  AHA_EFFECT_DELAY = 7,
  AHA_EFFECT_TUNER = 8,
  AHA_EFFECT_FADER = 9,
  AHA_EFFECT_CHORUS = 10,
  AHA_EFFECT_PHASER = 11,
  AHA_EFFECT_TREMOLO = 12,
  AHA_EFFECT_SATURATION = 13,
  AHA_EFFECT_CRUSHER = 14,
  AHA_EFFECT_GATE = 15,
  AHA_EFFECT_DEESSER = 16,
  AHA_EFFECT_WIDTH = 17,
  AHA_EFFECT_LADDER = 18,
  AHA_EFFECT_CONVOLUTION = 19
};

enum {
  AHA_FILTER_TYPE = 256,
  AHA_FILTER_SLOPE = 257,
  AHA_FILTER_CUTOFF_HZ = 258,
  AHA_FILTER_RESONANCE = 259
};

enum {
  AHA_FILTER_TYPE_LOW_PASS = 0,
  AHA_FILTER_TYPE_HIGH_PASS = 1,
  AHA_FILTER_TYPE_BAND_PASS = 2,
  AHA_FILTER_TYPE_NOTCH = 3
};

enum {
  AHA_FILTER_SLOPE_12_DB = 0,
  AHA_FILTER_SLOPE_24_DB = 1
};

enum {
  AHA_REVERB_SIZE = 512,
  AHA_REVERB_DECAY_S = 513,
  AHA_REVERB_DAMPING = 514,
  AHA_REVERB_PREDELAY_MS = 515,
  AHA_REVERB_WIDTH = 516,
  AHA_REVERB_MIX = 517
};

enum {
  AHA_PITCH_CENTS = 768,
  AHA_PITCH_FORMANT = 769
};

enum {
  AHA_COMPRESSOR_THRESHOLD_DB = 1024,
  AHA_COMPRESSOR_RATIO = 1025,
  AHA_COMPRESSOR_ATTACK_MS = 1026,
  AHA_COMPRESSOR_RELEASE_MS = 1027,
  AHA_COMPRESSOR_KNEE_DB = 1028,
  AHA_COMPRESSOR_GAIN_DB = 1029,
  AHA_COMPRESSOR_MIX = 1030
};

enum {
  AHA_LIMITER_CEILING_DB = 1280,
  AHA_LIMITER_RELEASE_MS = 1281,
  AHA_LIMITER_GAIN_DB = 1282
};

enum {
  AHA_EQUALIZER_LOW_HZ = 1536,
  AHA_EQUALIZER_LOW_DB = 1537,
  AHA_EQUALIZER_MID1_HZ = 1538,
  AHA_EQUALIZER_MID1_DB = 1539,
  AHA_EQUALIZER_MID1_Q = 1540,
  AHA_EQUALIZER_MID2_HZ = 1541,
  AHA_EQUALIZER_MID2_DB = 1542,
  AHA_EQUALIZER_MID2_Q = 1543,
  AHA_EQUALIZER_HIGH_HZ = 1544,
  AHA_EQUALIZER_HIGH_DB = 1545
};

enum {
  AHA_DELAY_LEFT_MS = 1792,
  AHA_DELAY_RIGHT_MS = 1793,
  AHA_DELAY_FEEDBACK = 1794,
  AHA_DELAY_CROSS = 1795,
  AHA_DELAY_TONE_HZ = 1796,
  AHA_DELAY_MIX = 1797
};

enum {
  AHA_TUNER_SCALE = 2048,
  AHA_TUNER_ROOT = 2049,
  AHA_TUNER_SPEED_MS = 2050,
  AHA_TUNER_AMOUNT = 2051,
  AHA_TUNER_REFERENCE_HZ = 2052
};

enum {
  AHA_TUNER_ROOT_C = 0,
  AHA_TUNER_ROOT_C_SHARP = 1,
  AHA_TUNER_ROOT_D = 2,
  AHA_TUNER_ROOT_D_SHARP = 3,
  AHA_TUNER_ROOT_E = 4,
  AHA_TUNER_ROOT_F = 5,
  AHA_TUNER_ROOT_F_SHARP = 6,
  AHA_TUNER_ROOT_G = 7,
  AHA_TUNER_ROOT_G_SHARP = 8,
  AHA_TUNER_ROOT_A = 9,
  AHA_TUNER_ROOT_A_SHARP = 10,
  AHA_TUNER_ROOT_B = 11
};

enum {
  AHA_FADER_GAIN_DB = 2304,
  AHA_FADER_PAN = 2305
};

enum {
  AHA_CHORUS_MODE = 2560,
  AHA_CHORUS_RATE_HZ = 2561,
  AHA_CHORUS_DEPTH_MS = 2562,
  AHA_CHORUS_DELAY_MS = 2563,
  AHA_CHORUS_FEEDBACK = 2564,
  AHA_CHORUS_MIX = 2565
};

enum {
  AHA_CHORUS_MODE_CHORUS = 0,
  AHA_CHORUS_MODE_FLANGER = 1,
  AHA_CHORUS_MODE_ENSEMBLE = 2
};

enum {
  AHA_PHASER_RATE_HZ = 2816,
  AHA_PHASER_DEPTH = 2817,
  AHA_PHASER_CENTER_HZ = 2818,
  AHA_PHASER_STAGES = 2819,
  AHA_PHASER_FEEDBACK = 2820,
  AHA_PHASER_SPREAD = 2821,
  AHA_PHASER_MIX = 2822
};

enum {
  AHA_PHASER_STAGES_TWO = 0,
  AHA_PHASER_STAGES_FOUR = 1,
  AHA_PHASER_STAGES_SIX = 2,
  AHA_PHASER_STAGES_EIGHT = 3,
  AHA_PHASER_STAGES_TEN = 4,
  AHA_PHASER_STAGES_TWELVE = 5
};

enum {
  AHA_TREMOLO_MODE = 3072,
  AHA_TREMOLO_RATE_HZ = 3073,
  AHA_TREMOLO_DEPTH = 3074,
  AHA_TREMOLO_SHAPE = 3075
};

enum {
  AHA_TREMOLO_MODE_TREMOLO = 0,
  AHA_TREMOLO_MODE_PAN = 1
};

enum {
  AHA_TREMOLO_SHAPE_SINE = 0,
  AHA_TREMOLO_SHAPE_TRIANGLE = 1,
  AHA_TREMOLO_SHAPE_SQUARE = 2
};

enum {
  AHA_SATURATION_CURVE = 3328,
  AHA_SATURATION_DRIVE_DB = 3329,
  AHA_SATURATION_GAIN_DB = 3330,
  AHA_SATURATION_MIX = 3331
};

enum {
  AHA_SATURATION_CURVE_TANH = 0,
  AHA_SATURATION_CURVE_SOFT = 1,
  AHA_SATURATION_CURVE_TUBE = 2,
  AHA_SATURATION_CURVE_HARD = 3
};

enum {
  AHA_CRUSHER_BITS = 3584,
  AHA_CRUSHER_RATE_HZ = 3585,
  AHA_CRUSHER_MIX = 3586
};

enum {
  AHA_GATE_THRESHOLD_DB = 3840,
  AHA_GATE_RATIO = 3841,
  AHA_GATE_RANGE_DB = 3842,
  AHA_GATE_HYSTERESIS_DB = 3843,
  AHA_GATE_ATTACK_MS = 3844,
  AHA_GATE_HOLD_MS = 3845,
  AHA_GATE_RELEASE_MS = 3846
};

enum {
  AHA_DEESSER_FREQUENCY_HZ = 4096,
  AHA_DEESSER_THRESHOLD_DB = 4097,
  AHA_DEESSER_RATIO = 4098,
  AHA_DEESSER_RANGE_DB = 4099,
  AHA_DEESSER_ATTACK_MS = 4100,
  AHA_DEESSER_RELEASE_MS = 4101
};

enum {
  AHA_WIDTH_WIDTH = 4352,
  AHA_WIDTH_MID_DB = 4353,
  AHA_WIDTH_SIDE_DB = 4354,
  AHA_WIDTH_MONO_BELOW_HZ = 4355
};

enum {
  AHA_LADDER_MODE = 4608,
  AHA_LADDER_CUTOFF_HZ = 4609,
  AHA_LADDER_RESONANCE = 4610,
  AHA_LADDER_DRIVE_DB = 4611
};

enum {
  AHA_LADDER_MODE_LOW_PASS = 0,
  AHA_LADDER_MODE_BAND_PASS = 1,
  AHA_LADDER_MODE_HIGH_PASS = 2
};

enum {
  AHA_CONVOLUTION_MIX = 4864,
  AHA_CONVOLUTION_GAIN_DB = 4865
};

enum {
  AHA_UNIT_NONE = 0,
  AHA_UNIT_HERTZ = 1,
  AHA_UNIT_CENTS = 2,
  AHA_UNIT_DECIBELS = 3,
  AHA_UNIT_MILLISECONDS = 4,
  AHA_UNIT_SECONDS = 5,
  AHA_UNIT_CHOICE = 6,
  AHA_UNIT_TOGGLE = 7,
  AHA_UNIT_FLAGS = 8
};

enum {
  AHA_CURVE_LINEAR = 0,
  AHA_CURVE_LOGARITHMIC = 1,
  AHA_CURVE_STEPPED = 2
};

enum {
  AHA_WAVEFORM_RANDOM = 0,
  AHA_WAVEFORM_SINE = 1,
  AHA_WAVEFORM_TRIANGLE = 2
};

enum {
  AHA_DISTANCE_INVERSE = 0,
  AHA_DISTANCE_LINEAR = 1,
  AHA_DISTANCE_EXPONENTIAL = 2,
  AHA_DISTANCE_NONE = 3
};

enum {
  AHA_DEVICE_OUTPUT = 0,
  AHA_DEVICE_INPUT = 1
};

enum {
  AHA_DEVICE_LOSS_NEXT = 0,
  AHA_DEVICE_LOSS_SAME = 1,
  AHA_DEVICE_LOSS_STOP = 2
};

enum {
  AHA_DEVICE_STOPPED = 0,
  AHA_DEVICE_RUNNING = 1,
  AHA_DEVICE_LOST = 2,
  AHA_DEVICE_CLOSED = 3
};

enum {
  AHA_RECORDER_READY = 0,
  AHA_RECORDER_WAITING = 1,
  AHA_RECORDER_RECORDING = 2,
  AHA_RECORDER_PAUSED = 3,
  AHA_RECORDER_FINISHING = 4,
  AHA_RECORDER_FINISHED = 5
};

enum {
  AHA_RECORDER_REASON_NONE = 0,
  AHA_RECORDER_REASON_STOPPED = 1,
  AHA_RECORDER_REASON_DISK_LOW = 2,
  AHA_RECORDER_REASON_DISK_FULL = 3,
  AHA_RECORDER_REASON_FILE_GONE = 4,
  AHA_RECORDER_REASON_FAILED = 5,
  AHA_RECORDER_REASON_ENGINE_RELEASED = 6
};

enum {
  AHA_FILE_PRESENT = 0,
  AHA_FILE_MOVED = 1,
  AHA_FILE_CHANGED = 2,
  AHA_FILE_MISSING = 3
};

enum {
  AHA_OWNER_TRACK = 1,
  AHA_OWNER_BUS = 2,
  AHA_OWNER_EFFECT = 3
};

enum {
  AHA_LANE_OFF = 0,
  AHA_LANE_READ = 1,
  AHA_LANE_TOUCH = 2,
  AHA_LANE_LATCH = 3,
  AHA_LANE_WRITE = 4
};

enum {
  AHA_TRACK_SPEED = 1
};

enum {
  AHA_POINT_STEP = 0,
  AHA_POINT_LINEAR = 1,
  AHA_POINT_EXPONENTIAL = 2,
  AHA_POINT_SMOOTH = 3
};

enum {
  AHA_SCOPE_EVERYTHING = 0,
  AHA_SCOPE_TRACK = 1,
  AHA_SCOPE_BUS = 2
};

enum {
  AHA_TONALITY_UNKNOWN = 0,
  AHA_TONALITY_ATONAL = 1,
  AHA_TONALITY_TONAL = 2
};

enum {
  AHA_TONALITY_TEXT_NAME = 0,
  AHA_TONALITY_TEXT_LABEL = 1,
  AHA_TONALITY_TEXT_SHORT = 2,
  AHA_TONALITY_TEXT_CAMELOT = 3,
  AHA_TONALITY_TEXT_OPEN_KEY = 4
};

enum {
  AHA_RELATION_RELATIVE = 0,
  AHA_RELATION_PARALLEL = 1,
  AHA_RELATION_DOMINANT = 2
};

enum {
  AHA_PIECE_TITLE = 0,
  AHA_PIECE_DESCRIPTION = 1,
  AHA_PIECE_ARTIST = 2,
  AHA_PIECE_ATTACHMENT_TYPE = 3
};

enum {
  AHA_PIECE_FIELD_TITLE = 1,
  AHA_PIECE_FIELD_LENGTH = 2,
  AHA_PIECE_FIELD_TEMPO = 3,
  AHA_PIECE_FIELD_LOOP = 4,
  AHA_PIECE_FIELD_TIME_SIGNATURE = 5,
  AHA_PIECE_FIELD_DESCRIPTION = 6,
  AHA_PIECE_FIELD_ARTIST = 7,
  AHA_PIECE_FIELD_BASED_ON = 8,
  AHA_PIECE_FIELD_TONALITY = 9,
  AHA_PIECE_FIELD_ATTACHMENT = 10
};

enum {
  AHA_IMAGE_PNG = 1,
  AHA_IMAGE_JPEG = 2
};

enum {
  AHA_GRANT_CODE = 1,
  AHA_GRANT_IMPLICIT = 2,
  AHA_GRANT_PASSWORD = 4,
  AHA_GRANT_CLIENT = 8
};

enum {
  AHA_STORE_AUTO = 0,
  AHA_STORE_FILE = 1,
  AHA_STORE_SECRET_SERVICE = 2,
  AHA_STORE_HOST = 3,
  AHA_STORE_MEMORY = 4
};

enum {
  AHA_ACCOUNT_URL = 0,
  AHA_ACCOUNT_PROVIDER = 1,
  AHA_ACCOUNT_NAME = 2,
  AHA_ACCOUNT_SCOPES = 3,
  AHA_ACCOUNT_REDIRECT_URL = 4
};

enum {
  AHA_REPLY_ANY = 0,
  AHA_REPLY_JSON = 1,
  AHA_REPLY_XML = 2
};

enum {
  AHA_DESTINATION_FOLDER = 1,
  AHA_DESTINATION_WEBDAV = 2,
  AHA_DESTINATION_S3 = 3,
  AHA_DESTINATION_DROPBOX = 4,
  AHA_DESTINATION_SOUNDCLOUD = 5,
  AHA_DESTINATION_ALLIHOOPA = 6,
  AHA_DESTINATION_HOST = 7
};

enum {
  AHA_WEBDAV_AUTO = 0,
  AHA_WEBDAV_PLAIN = 1,
  AHA_WEBDAV_NEXTCLOUD = 2
};

enum {
  AHA_DESTINATION_NAME = 0,
  AHA_DESTINATION_ADDRESS = 1,
  AHA_DESTINATION_TYPES = 2,
  AHA_DESTINATION_OWNER = 3,
  AHA_DESTINATION_APPLICATION = 4,
  AHA_DESTINATION_SETTINGS = 5
};

enum {
  AHA_ASSET_MIX_STEM = 1,
  AHA_ASSET_PREVIEW = 2,
  AHA_ASSET_COVER = 3,
  AHA_ASSET_ATTACHMENT = 4
};

enum {
  AHA_DROP_PREPARING = 0,
  AHA_DROP_SIGNING_IN = 1,
  AHA_DROP_EDITING = 2,
  AHA_DROP_SENDING = 3,
  AHA_DROP_CREATING = 4,
  AHA_DROP_CLEANING = 5,
  AHA_DROP_DONE = 6,
  AHA_DROP_BROKEN = 7,
  AHA_DROP_FAILED = 8,
  AHA_DROP_CANCELLED = 9
};

enum {
  AHA_DROP_ID = 0,
  AHA_DROP_TITLE = 1,
  AHA_DROP_DESTINATION = 2,
  AHA_DROP_KIND = 3,
  AHA_DROP_ADDRESS = 4,
  AHA_DROP_URL = 5,
  AHA_DROP_REMOTE_ID = 6,
  AHA_DROP_SHA256 = 7,
  AHA_DROP_ERROR = 8,
  AHA_DROP_PREVIEW_SHA256 = 9,
  AHA_DROP_COVER_SHA256 = 10,
  AHA_DROP_ATTACHMENT_SHA256 = 11,
  AHA_DROP_URL_EXPIRES = 12,
  AHA_DROP_WARNING = 13
};

enum {
  AHA_NETWORK_X = 1,
  AHA_NETWORK_FACEBOOK = 2,
  AHA_NETWORK_MASTODON = 3,
  AHA_NETWORK_BLUESKY = 4,
  AHA_NETWORK_REDDIT = 5,
  AHA_NETWORK_WHATSAPP = 6,
  AHA_NETWORK_TELEGRAM = 7,
  AHA_NETWORK_EMAIL = 8
};

enum {
  AHA_OPENING_ID = 0,
  AHA_OPENING_URL = 1,
  AHA_OPENING_CREATED = 2
};

enum {
  AHA_ORIGIN_FOLDER = 1,
  AHA_ORIGIN_DROP = 2,
  AHA_ORIGIN_TAKE = 3,
  AHA_ORIGIN_PIECE = 4,
  AHA_ORIGIN_REMOTE = 5
};

enum {
  AHA_ITEM_PLAYABLE = 1,
  AHA_ITEM_UNDECODABLE = 2,
  AHA_ITEM_MISSING = 4,
  AHA_ITEM_DOWNLOADABLE = 8,
  AHA_ITEM_REMOTE_ONLY = 16,
  AHA_ITEM_ANY = 31
};

enum {
  AHA_ORDER_NEWEST = 0,
  AHA_ORDER_TITLE = 1,
  AHA_ORDER_PLAYED = 2,
  AHA_ORDER_LENGTH = 3
};

enum {
  AHA_ITEM_PLACE = 0,
  AHA_ITEM_TITLE = 1,
  AHA_ITEM_ARTIST = 2,
  AHA_ITEM_TAGS = 3,
  AHA_ITEM_REASON = 4,
  AHA_ITEM_SHA256 = 5,
  AHA_ITEM_PIECE_ID = 6,
  AHA_ITEM_KEY = 7,
  AHA_ITEM_MANIFEST = 8
};

enum {
  AHA_ACTIVITY_PLAY = 1,
  AHA_ACTIVITY_TAKE = 2,
  AHA_ACTIVITY_BOUNCE = 3,
  AHA_ACTIVITY_DROP = 4
};

enum {
  AHA_SCALE_DAY = 0,
  AHA_SCALE_WEEK = 1,
  AHA_SCALE_MONTH = 2
};

typedef struct aha_component_info {
  size_t struct_size;
  const char *name;
  const char *package;
  const char *feature;
} aha_component_info;

typedef struct aha_stream_callbacks {
  size_t struct_size;
  int64_t (*read)(void *user_data, void *bytes, int64_t size);
  int64_t (*write)(void *user_data, const void *bytes, int64_t size);
  int64_t (*seek)(void *user_data, int64_t offset);
  int64_t (*length)(void *user_data);
} aha_stream_callbacks;

typedef struct aha_encode_options {
  size_t struct_size;
  aha_container container;
  aha_encoding encoding;
  uint32_t sample_rate;
  aha_dither dither;
  float quality;
  uint32_t reserved;
} aha_encode_options;

typedef struct aha_job_progress {
  size_t struct_size;
  double fraction;
  uint64_t frames_done;
  uint64_t frames_total;
  uint64_t bytes_done;
  aha_result result;
  uint32_t reserved;
  int64_t elapsed_us;
  int64_t remaining_us;
} aha_job_progress;

typedef struct aha_engine_options {
  size_t struct_size;
  uint32_t sample_rate;
  uint32_t channels;
  uint32_t max_players;
  uint32_t max_buses;
  uint32_t event_capacity;
  float ramp_ms;
  uint32_t offline;
  uint32_t max_effects;
  uint32_t no_limiter;
  uint32_t threads;
  uint32_t max_one_shots;
  uint32_t max_heard;
} aha_engine_options;

typedef struct aha_engine_stats {
  size_t struct_size;
  uint64_t frames;
  uint64_t active_players;
  uint64_t underruns;
  uint64_t nonfinite_samples;
  uint64_t lost_events;
  uint64_t refused_renders;
  uint64_t heard_one_shots;
  uint64_t virtual_one_shots;
} aha_engine_stats;

typedef struct aha_event {
  size_t struct_size;
  aha_event_kind kind;
  aha_result result;
  uint64_t frame;
  void *source;
  int64_t value;
  char line[256];
} aha_event;

typedef struct aha_sound_options {
  size_t struct_size;
  aha_sound_mode mode;
  uint32_t read_ahead_ms;
  uint64_t max_frames;
  uint64_t max_bytes;
  uint32_t accept_damaged;
  uint32_t keep_rate;
  uint32_t track;
  uint32_t reserved;
} aha_sound_options;

typedef struct aha_sound_info {
  size_t struct_size;
  uint64_t frames;
  uint64_t claimed_frames;
  double seconds;
  uint64_t file_bytes;
  uint64_t memory_bytes;
  uint32_t sample_rate;
  uint32_t channels;
  aha_container container;
  aha_encoding encoding;
  uint32_t bits;
  aha_sound_mode mode;
} aha_sound_info;

typedef struct aha_stretch_options {
  size_t struct_size;
  float speed;
  float cents;
  uint32_t formant;
  uint32_t reserved;
} aha_stretch_options;

typedef struct aha_bus_meter {
  size_t struct_size;
  float peak_left;
  float peak_right;
  float rms_left;
  float rms_right;
} aha_bus_meter;

typedef struct aha_send_options {
  size_t struct_size;
  aha_send_point point;
  float gain_db;
} aha_send_options;

typedef struct aha_envelope {
  size_t struct_size;
  uint64_t attack_frames;
  uint64_t decay_frames;
  uint64_t release_frames;
  aha_fade_shape attack_shape;
  aha_fade_shape decay_shape;
  aha_fade_shape release_shape;
  float sustain_db;
} aha_envelope;

typedef struct aha_player_options {
  size_t struct_size;
  float gain_db;
  float pan;
  uint32_t loop_count;
  uint32_t reserved;
  double speed;
  uint32_t reverse;
  aha_speed_quality quality;
} aha_player_options;

typedef struct aha_vibrato_options {
  size_t struct_size;
  aha_waveform waveform;
  float rate_hz;
  float depth_cents;
  float duration_s;
  uint32_t seed;
  uint32_t reserved;
} aha_vibrato_options;

typedef struct aha_speed_point {
  uint64_t frame;
  float speed;
  uint32_t curve;
} aha_speed_point;

typedef struct aha_play_options {
  size_t struct_size;
  uint64_t start_frame;
  double speed;
  float gain_db;
  float pan;
  uint32_t loop_count;
  uint32_t priority;
  aha_speed_quality quality;
  float velocity;
  uint64_t stop_frame;
  uint64_t attack_frames;
  uint64_t decay_frames;
  uint64_t release_frames;
  uint64_t choke_fade_frames;
  uint32_t choke_group;
  aha_fade_shape attack_shape;
  aha_fade_shape decay_shape;
  aha_fade_shape release_shape;
  float sustain_db;
  uint32_t reserved;
} aha_play_options;

typedef struct aha_effect_info {
  size_t struct_size;
  aha_effect_kind kind;
  uint32_t parameter_count;
  const char *name;
  const char *title;
  const char *summary;
} aha_effect_info;

typedef struct aha_parameter_info {
  size_t struct_size;
  const char *name;
  const char *title;
  const char *choices;
  float minimum;
  float maximum;
  float default_value;
  float smoothing_ms;
  aha_unit unit;
  aha_curve curve;
  uint32_t parameter;
  uint32_t reserved;
} aha_parameter_info;

typedef struct aha_modulation_options {
  size_t struct_size;
  aha_waveform waveform;
  float rate_hz;
  float depth;
  float duration_s;
  uint32_t seed;
  uint32_t reserved;
} aha_modulation_options;

typedef struct aha_host_parameter {
  const char *name;
  float minimum;
  float maximum;
  float default_value;
  float smoothing_ms;
  aha_unit unit;
  aha_curve curve;
} aha_host_parameter;

typedef struct aha_host_effect {
  size_t struct_size;
  const char *name;
  const aha_host_parameter *parameters;
  aha_result (*process)(void *user_data, float *left, float *right, uint32_t frames, const float
      *values);
  void (*reset)(void *user_data);
  uint32_t parameter_count;
  uint32_t latency_frames;
  uint32_t tail_frames;
  uint32_t reserved;
} aha_host_effect;

typedef struct aha_lv2_info {
  size_t struct_size;
  const char *uri;
  const char *name;
  const char *author;
  const char *plugin_class;
  const char *refusal;
  uint32_t audio_inputs;
  uint32_t audio_outputs;
  uint32_t parameter_count;
  uint32_t preset_count;
} aha_lv2_info;

typedef struct aha_duck_options {
  size_t struct_size;
  float depth_db;
  float threshold_db;
  float attack_ms;
  float release_ms;
} aha_duck_options;

typedef struct aha_vector {
  float x;
  float y;
  float z;
} aha_vector;

typedef struct aha_listener {
  size_t struct_size;
  aha_vector position;
  aha_vector velocity;
  aha_vector forward;
  aha_vector up;
} aha_listener;

typedef struct aha_space {
  size_t struct_size;
  aha_vector position;
  aha_vector velocity;
  aha_distance_curve curve;
  float min_distance_m;
  float max_distance_m;
  float rolloff;
  float doppler;
  uint32_t delay_ears;
} aha_space;

typedef struct aha_device_info {
  size_t struct_size;
  char id[192];
  char name[128];
  char host_api[32];
  uint32_t max_inputs;
  uint32_t max_outputs;
  uint32_t default_sample_rate;
  uint32_t is_default_input;
  uint32_t is_default_output;
  float low_latency_ms;
  float high_latency_ms;
  uint32_t reserved;
} aha_device_info;

typedef struct aha_device_options {
  size_t struct_size;
  const char *id;
  aha_device_direction direction;
  uint32_t block_frames;
  uint32_t latency_ms;
  uint32_t channels;
  aha_device_loss on_loss;
  uint32_t reserved;
} aha_device_options;

typedef struct aha_device_status {
  size_t struct_size;
  aha_device_state state;
  uint32_t sample_rate;
  uint32_t channels;
  uint32_t block_frames;
  uint64_t frames;
  uint64_t blocks;
  uint64_t underruns;
  uint64_t overruns;
  uint64_t gaps;
  uint64_t late_blocks;
  uint64_t losses;
  float latency_ms;
  float longest_gap_ms;
  float render_mean_ms;
  float render_max_ms;
  float render_share_999;
  uint32_t reserved;
} aha_device_status;

typedef struct aha_input_options {
  size_t struct_size;
  uint32_t sample_rate;
  uint32_t channels;
  uint32_t latency_frames;
  uint32_t shares_clock;
} aha_input_options;

typedef struct aha_input_status {
  size_t struct_size;
  uint64_t frames;
  uint64_t underruns;
  uint64_t skips;
  uint64_t held_frames;
  float drift_ppm;
  uint32_t reserved;
} aha_input_status;

typedef struct aha_recorder_options {
  size_t struct_size;
  uint64_t split_frames;
  uint64_t split_bytes;
  uint64_t minimum_free_bytes;
  uint32_t ring_ms;
  uint32_t pre_roll_ms;
  uint32_t warn_seconds;
  float free_share;
  uint32_t replace;
  uint32_t reserved;
} aha_recorder_options;

typedef struct aha_recorder_status {
  size_t struct_size;
  uint64_t frames;
  uint64_t first_frame;
  uint64_t overrun_frames;
  uint64_t lost_frames;
  uint64_t bytes;
  int64_t remaining_seconds;
  aha_recorder_state state;
  aha_recorder_reason reason;
  aha_result result;
  uint32_t file_count;
} aha_recorder_status;

typedef struct aha_recorder_meter {
  size_t struct_size;
  float peak_left_db;
  float peak_right_db;
} aha_recorder_meter;

typedef struct aha_recovered_take {
  size_t struct_size;
  uint64_t frames;
  uint64_t lost_frames;
  double seconds;
  uint32_t sample_rate;
  uint32_t channels;
  aha_container container;
  aha_encoding encoding;
  aha_result result;
  uint32_t reserved;
} aha_recovered_take;

typedef struct aha_project_options {
  size_t struct_size;
  uint32_t read_only;
  uint32_t read_when_in_use;
  uint32_t busy_ms;
  uint32_t max_undo_steps;
} aha_project_options;

typedef struct aha_project_settings {
  size_t struct_size;
  double tempo_bpm;
  uint32_t beats_per_bar;
  uint32_t beat_unit;
  uint32_t sample_rate;
  uint32_t reserved;
} aha_project_settings;

typedef struct aha_track {
  size_t struct_size;
  aha_id bus;
  int64_t start_us;
  int64_t loop_begin_us;
  int64_t loop_end_us;
  uint32_t loop_count;
  float gain_db;
  float pan;
  uint32_t muted;
  uint32_t soloed;
  uint32_t reverse;
  double speed;
} aha_track;

typedef struct aha_project_bus {
  size_t struct_size;
  aha_id parent;
  float gain_db;
  float pan;
  uint32_t muted;
  uint32_t soloed;
} aha_project_bus;

typedef struct aha_project_effect {
  size_t struct_size;
  aha_id owner;
  aha_owner_kind owner_kind;
  aha_effect_kind kind;
  uint32_t bypassed;
  aha_owner_kind key_kind;
  aha_id key;
} aha_project_effect;

typedef struct aha_project_send {
  size_t struct_size;
  aha_id owner;
  aha_owner_kind owner_kind;
  aha_send_point point;
} aha_project_send;

typedef struct aha_point {
  int64_t time_us;
  float value;
  aha_point_curve curve;
} aha_point;

typedef struct aha_lane {
  size_t struct_size;
  aha_id owner;
  aha_owner_kind owner_kind;
  uint32_t parameter;
  aha_lane_mode mode;
  uint32_t reserved;
} aha_lane;

typedef struct aha_session_options {
  size_t struct_size;
  aha_id scope_id;
  aha_scope scope;
  aha_sound_mode mode;
} aha_session_options;

typedef struct aha_bounce_options {
  size_t struct_size;
  aha_id scope_id;
  int64_t begin_us;
  int64_t end_us;
  double loudness_lufs;
  float ceiling_db;
  aha_scope scope;
  uint32_t threads;
  uint32_t sample_rate;
  uint32_t no_tail;
  uint32_t no_limiter;
} aha_bounce_options;

typedef struct aha_plot_options {
  size_t struct_size;
  int64_t begin_us;
  int64_t end_us;
  uint32_t width;
  uint32_t height;
  uint32_t dark;
  uint32_t reserved;
} aha_plot_options;

typedef struct aha_tonality {
  aha_tonality_mode mode;
  uint32_t scale;
  uint32_t root;
} aha_tonality;

typedef struct aha_piece_info {
  size_t struct_size;
  int64_t length_us;
  int64_t loop_begin_us;
  int64_t loop_end_us;
  int64_t attachment_bytes;
  double tempo_bpm;
  int32_t beats_per_bar;
  int32_t beat_unit;
  aha_tonality tonality;
  uint32_t unlisted;
  int64_t loop_begin_frame;
  int64_t loop_end_frame;
} aha_piece_info;

typedef struct aha_key_change {
  size_t struct_size;
  int32_t semitones;
  float pitch_cents;
  float tuner_scale;
  float tuner_root;
  aha_tonality tonality;
  uint32_t reserved;
} aha_key_change;

typedef struct aha_piece_problem {
  size_t struct_size;
  aha_piece_field field;
  aha_result code;
  char line[240];
} aha_piece_problem;

typedef struct aha_piece_chapter {
  size_t struct_size;
  int64_t begin_us;
  int64_t end_us;
  char title[256];
} aha_piece_chapter;

typedef struct aha_analysis_info {
  size_t struct_size;
  uint64_t frames;
  uint64_t leading_silence_frames;
  uint64_t trailing_silence_frames;
  double loudness_lufs;
  double short_term_lufs;
  double range_lu;
  double true_peak_db;
  double tempo_bpm;
  double tempo_confidence;
  double key_confidence;
  double tuning_cents;
  aha_tonality tonality;
  uint32_t sample_rate;
  uint32_t channels;
  uint32_t tempo_count;
  uint32_t onset_count;
  uint32_t loop_count;
} aha_analysis_info;

typedef struct aha_analysis_options {
  size_t struct_size;
  double max_seconds;
} aha_analysis_options;

typedef struct aha_tempo {
  double bpm;
  double weight;
} aha_tempo;

typedef struct aha_onset {
  uint64_t frame;
  double strength;
} aha_onset;

typedef struct aha_loop_points {
  uint64_t begin_frame;
  uint64_t end_frame;
  double quality;
  double step;
} aha_loop_points;

typedef struct aha_outline_bin {
  float lowest;
  float highest;
  float rms;
} aha_outline_bin;

typedef struct aha_cover_info {
  size_t struct_size;
  aha_image_format format;
  uint32_t width;
  uint32_t height;
  uint32_t scaled;
} aha_cover_info;

typedef struct aha_strip_options {
  size_t struct_size;
  uint32_t width;
  uint32_t height;
  uint32_t foreground;
  uint32_t background;
} aha_strip_options;

typedef struct aha_client_options {
  size_t struct_size;
  const char *application_id;
  const char *api_key;
  const char *facebook_app_id;
  const char *user_agent;
  const char *state_folder;
  const char *ca_file;
  const char *proxy;
  uint32_t connect_timeout_ms;
  uint32_t stall_timeout_ms;
  uint32_t total_timeout_ms;
  uint32_t connections;
  uint64_t max_reply_bytes;
  uint32_t event_capacity;
  uint32_t upload_timeout_ms;
} aha_client_options;

typedef struct aha_provider {
  size_t struct_size;
  const char *name;
  const char *authorization_url;
  const char *token_url;
  const char *revocation_url;
  const char *api_url;
  const char *client_id;
  const char *client_secret;
  const char *secret_file;
  const char *redirect_url;
  const char *scopes;
  const char *token_style;
  const char *token_header;
  aha_grant grants;
  uint32_t uses_basic;
  uint32_t omits_state;
  uint32_t requires_scheme;
} aha_provider;

typedef struct aha_store_callbacks {
  size_t struct_size;
  int64_t (*load)(void *user_data, const char *provider, const char *name, void *bytes, size_t
      capacity);
  int32_t (*save)(void *user_data, const char *provider, const char *name, const void *bytes, size_t
      size);
  int32_t (*forget)(void *user_data, const char *provider, const char *name);
} aha_store_callbacks;

typedef struct aha_account_options {
  size_t struct_size;
  const char *name;
  const aha_store_callbacks *callbacks;
  void *user_data;
  aha_destroy_fn destroy;
  aha_store_kind store;
  uint32_t reserved;
} aha_account_options;

typedef struct aha_sign_in_options {
  size_t struct_size;
  aha_grant grant;
  uint32_t timeout_ms;
  const char *user;
  const char *password;
  uint32_t no_listener;
  uint32_t reserved;
} aha_sign_in_options;

typedef struct aha_token {
  size_t struct_size;
  const char *access;
  const char *file;
  const char *refresh;
  const char *scopes;
  uint64_t lifetime_s;
} aha_token;

typedef struct aha_request_options {
  size_t struct_size;
  void *context;
  uint32_t format;
  uint32_t waits_for_sign_in;
  uint32_t retries;
  uint32_t is_idempotent;
  uint32_t timeout_ms;
  uint32_t tells_data;
  uint64_t max_reply_bytes;
} aha_request_options;

typedef struct aha_request_progress {
  size_t struct_size;
  int64_t sent_bytes;
  int64_t sent_total;
  int64_t received_bytes;
  int64_t received_total;
  uint32_t tries;
  uint32_t reserved;
} aha_request_progress;

typedef struct aha_folder_options {
  size_t struct_size;
  const char *name;
  const char *public_url;
  uint64_t chunk_bytes;
} aha_folder_options;

typedef struct aha_webdav_options {
  size_t struct_size;
  const char *name;
  aha_account *account;
  const char *user;
  const char *password;
  const char *password_file;
  const char *prefix;
  const char *public_url;
  uint64_t chunk_bytes;
  uint32_t style;
  uint32_t reserved;
} aha_webdav_options;

typedef struct aha_s3_options {
  size_t struct_size;
  const char *name;
  const char *endpoint;
  const char *region;
  const char *key_id;
  const char *secret;
  const char *secret_file;
  const char *session_token;
  const char *prefix;
  const char *public_url;
  const char *acl;
  uint64_t chunk_bytes;
  uint32_t uses_virtual_host;
  uint32_t reserved;
} aha_s3_options;

typedef struct aha_dropbox_options {
  size_t struct_size;
  const char *name;
  const char *url;
  const char *content_url;
  const char *prefix;
  uint64_t chunk_bytes;
} aha_dropbox_options;

typedef struct aha_soundcloud_options {
  size_t struct_size;
  const char *name;
  const char *url;
  const char *license;
  const char *genre;
  const char *tags;
  uint32_t poll_ms;
  uint32_t is_downloadable;
} aha_soundcloud_options;

typedef struct aha_allihoopa_options {
  size_t struct_size;
  const char *name;
  const char *url;
} aha_allihoopa_options;

typedef struct aha_destination_callbacks {
  size_t struct_size;
  aha_result (*begin)(void *user_data, const char *drop, const char *name, const char *type, int64_t
      size, int64_t *out_done);
  aha_result (*send)(void *user_data, const char *drop, const char *name, const void *bytes, size_t
      size, int64_t offset);
  aha_result (*create)(void *user_data, const char *drop, const char *manifest, char *url, size_t
      capacity);
  aha_result (*discard)(void *user_data, const char *drop);
} aha_destination_callbacks;

typedef struct aha_destination_info {
  size_t struct_size;
  aha_destination_kind kind;
  uint32_t is_resumable;
  uint32_t has_public_link;
  uint32_t has_page;
  uint64_t max_bytes;
  aha_result ready;
  uint32_t reserved;
} aha_destination_info;

typedef struct aha_drop_options {
  size_t struct_size;
  void *context;
  uint32_t is_committed;
  uint32_t waits_for_sign_in;
  uint32_t omits_cover;
  uint32_t answer_timeout_ms;
} aha_drop_options;

typedef struct aha_drop_progress {
  size_t struct_size;
  aha_drop_stage_code stage;
  aha_result result;
  int64_t bytes_done;
  int64_t bytes_total;
  int64_t bytes_repeated;
  aha_asset waits_for;
  uint32_t answer_left_ms;
} aha_drop_progress;

typedef struct aha_opening_options {
  size_t struct_size;
  void *context;
  aha_account *account;
  uint32_t allows_private;
  uint32_t poll_ms;
} aha_opening_options;

typedef struct aha_opening_asset {
  size_t struct_size;
  aha_asset asset;
  uint32_t reserved;
  int64_t size;
  char name[256];
  char type[128];
  char sha256[72];
} aha_opening_asset;

typedef struct aha_item_query {
  size_t struct_size;
  const char *text;
  const char *sha256;
  aha_item_state states;
  aha_origin origin;
  aha_item_order order;
  uint32_t count;
  uint32_t is_unchecked;
  uint32_t reserved;
} aha_item_query;

typedef struct aha_item {
  size_t struct_size;
  int64_t number;
  int64_t length_us;
  int64_t size;
  int64_t added;
  int64_t played;
  int64_t dropped;
  int64_t plays;
  double tempo_bpm;
  double loudness_lufs;
  aha_origin origin;
  aha_item_state state;
  aha_container container;
  aha_encoding encoding;
  uint32_t sample_rate;
  uint32_t channels;
  uint32_t depth;
  uint32_t reserved;
} aha_item;

typedef struct aha_scan_options {
  size_t struct_size;
  const char *const *roots;
  const char *const *ignored;
  uint32_t root_count;
  uint32_t ignored_count;
  int64_t max_files;
  uint32_t max_depth;
  uint32_t threads;
  uint32_t follows_links;
  uint32_t takes_hidden;
  uint32_t skips_hashes;
  uint32_t reserved;
} aha_scan_options;

typedef struct aha_report_info {
  size_t struct_size;
  int64_t seen;
  int64_t added;
  int64_t changed;
  int64_t moved;
  int64_t unchanged;
  int64_t missing;
  int64_t undecodable;
  int64_t conflicts;
  uint32_t line_count;
  uint32_t is_unchanged;
} aha_report_info;

typedef struct aha_watch_status {
  size_t struct_size;
  int64_t scans;
  int64_t changes;
  aha_result result;
  uint32_t is_watching;
  uint32_t is_limited;
  uint32_t reserved;
} aha_watch_status;

typedef struct aha_sync_options {
  size_t struct_size;
  int64_t max_items;
  uint32_t is_whole;
  uint32_t reserved;
} aha_sync_options;

typedef struct aha_history_bucket {
  int64_t number;
  int64_t plays;
  int64_t takes;
  int64_t bounces;
  int64_t drops;
  int64_t play_ms;
  int64_t take_ms;
  int64_t bounce_ms;
  int64_t drop_ms;
} aha_history_bucket;

typedef struct aha_history_cursor {
  size_t struct_size;
  int64_t day;
  int64_t week;
  int64_t month;
  aha_time_scale scale;
  uint32_t is_now;
} aha_history_cursor;

/* aha/version.h */
const char *aha_version_text(void);
uint32_t aha_version_number(void);

/* aha/base.h */
const char *aha_result_name(aha_result code);
const char *aha_last_error(void);

/* aha/handle.h */
aha_result aha_retain(void *handle);
aha_result aha_release(void *handle);
aha_result aha_retain_as(void *handle, aha_kind kind);
aha_result aha_release_as(void *handle, aha_kind kind);

/* aha/component.h */
uint32_t aha_component_count(void);
aha_result aha_component_get_info(uint32_t index, aha_component_info *info);
aha_result aha_component_load(uint32_t index);

/* aha/log.h */
aha_result aha_log_set_sink(aha_log_level level, aha_log_fn fn, void *user_data, aha_destroy_fn
    destroy);

/* aha/stream.h */
aha_result aha_stream_create(const aha_stream_callbacks *callbacks, void *user_data, aha_destroy_fn
    destroy, aha_stream **out_stream);
aha_result aha_stream_create_memory(const void *bytes, size_t size, void *user_data, aha_destroy_fn
    destroy, aha_stream **out_stream);
aha_result aha_stream_open(const char *path, aha_stream **out_stream);
aha_result aha_stream_copy_bytes(aha_stream *stream, void *bytes, size_t capacity, size_t
    *out_length);
aha_result aha_stream_set_limits(aha_stream *stream, uint64_t max_frames, uint64_t max_bytes);

/* aha/format.h */
const char *aha_container_name(aha_container container);
const char *aha_encoding_name(aha_encoding encoding);
aha_result aha_format_copy_media_type(const char *name, char *buffer, size_t capacity, size_t
    *out_length);

/* aha/job.h */
aha_result aha_job_wait(aha_job *job, int64_t timeout_ms);
aha_result aha_job_cancel(aha_job *job);
aha_result aha_job_get_progress(aha_job *job, aha_job_progress *progress);
const char *aha_job_stage(aha_job *job);
aha_result aha_job_copy_error(aha_job *job, char *text, size_t capacity, size_t *out_length);

/* aha/engine.h */
aha_result aha_engine_create(const aha_engine_options *options, aha_engine **out_engine);
aha_result aha_engine_render(aha_engine *engine, float *frames, uint64_t frame_count);
uint32_t aha_engine_sample_rate(aha_engine *engine);
uint32_t aha_engine_channels(aha_engine *engine);
uint64_t aha_engine_position_frames(aha_engine *engine);
aha_bus *aha_engine_master_bus(aha_engine *engine);
aha_result aha_engine_get_stats(aha_engine *engine, aha_engine_stats *stats);

/* aha/event.h */
aha_result aha_engine_next_event(aha_engine *engine, aha_event *event);
int aha_engine_event_fd(aha_engine *engine);
aha_result aha_job_next_event(aha_job *job, aha_event *event);
const char *aha_event_kind_name(aha_event_kind kind);

/* aha/sound.h */
aha_result aha_sound_load(aha_engine *engine, const char *path, const aha_sound_options *options,
    aha_sound **out_sound);
aha_result aha_sound_load_stream(aha_engine *engine, aha_stream *stream, const aha_sound_options
    *options, aha_sound **out_sound);
aha_result aha_sound_start_load(aha_engine *engine, aha_stream *stream, const aha_sound_options
    *options, aha_sound **out_sound, aha_job **out_job);
aha_result aha_sound_create(aha_engine *engine, const float *frames, uint64_t frame_count, uint32_t
    channels, uint32_t sample_rate, aha_sound **out_sound);
aha_result aha_sound_borrow(aha_engine *engine, const float *left, const float *right, uint64_t
    frame_count, uint32_t sample_rate, void *user_data, aha_destroy_fn destroy, aha_sound
    **out_sound);
const float *aha_sound_samples(aha_sound *sound, uint32_t channel);
aha_result aha_sound_start_stretch(aha_sound *sound, const aha_stretch_options *options, aha_sound
    **out_sound, aha_job **out_job);
uint64_t aha_sound_length_frames(aha_sound *sound);
uint32_t aha_sound_sample_rate(aha_sound *sound);
uint32_t aha_sound_channels(aha_sound *sound);
aha_result aha_sound_get_info(aha_sound *sound, aha_sound_info *info);
aha_result aha_sound_read_frames(aha_sound *sound, uint64_t offset, float *frames, uint64_t
    frame_count, uint64_t *out_count);
aha_result aha_sound_save(aha_sound *sound, const char *path, const aha_encode_options *options,
    aha_job **out_job);

/* aha/bus.h */
aha_result aha_bus_create(aha_engine *engine, aha_bus *parent, aha_bus **out_bus);
aha_result aha_bus_set_parent(aha_bus *bus, aha_bus *parent);
aha_result aha_bus_set_gain_db(aha_bus *bus, float gain_db);
float aha_bus_gain_db(aha_bus *bus);
aha_result aha_bus_set_pan(aha_bus *bus, float pan);
float aha_bus_pan(aha_bus *bus);
aha_result aha_bus_set_muted(aha_bus *bus, uint32_t muted);
uint32_t aha_bus_muted(aha_bus *bus);
aha_result aha_bus_set_soloed(aha_bus *bus, uint32_t soloed);
uint32_t aha_bus_soloed(aha_bus *bus);
aha_result aha_bus_get_meter(aha_bus *bus, aha_bus_meter *meter);
aha_result aha_bus_create_send(aha_bus *bus, aha_bus *destination, const aha_send_options *options,
    aha_bus **out_send);

/* aha/player.h */
aha_result aha_player_create(aha_engine *engine, aha_sound *sound, aha_bus *bus, const
    aha_player_options *options, aha_player **out_player);
aha_result aha_player_start(aha_player *player);
aha_result aha_player_start_at_frame(aha_player *player, uint64_t engine_frame);
aha_result aha_player_start_with_velocity(aha_player *player, float velocity, uint64_t
    engine_frame);
aha_result aha_player_stop(aha_player *player);
aha_result aha_player_stop_at_frame(aha_player *player, uint64_t engine_frame);
aha_result aha_player_pause(aha_player *player);
aha_result aha_player_resume(aha_player *player);
aha_result aha_player_seek_frames(aha_player *player, uint64_t frame);
aha_result aha_player_set_loop_frames(aha_player *player, uint64_t begin, uint64_t end, uint32_t
    count);
aha_result aha_player_set_gain_db(aha_player *player, float gain_db);
aha_result aha_player_set_gain_db_over_frames(aha_player *player, float gain_db, uint64_t
    fade_frames, aha_fade_shape shape);
float aha_player_gain_db(aha_player *player);
aha_result aha_player_set_envelope(aha_player *player, const aha_envelope *envelope);
aha_result aha_player_set_choke_group(aha_player *player, uint32_t group, uint64_t fade_frames);
aha_result aha_player_set_pan(aha_player *player, float pan);
float aha_player_pan(aha_player *player);
aha_result aha_player_set_speed(aha_player *player, double speed);
aha_result aha_player_set_speed_over_frames(aha_player *player, double speed, uint64_t ramp_frames);
aha_result aha_player_set_speed_at_frame(aha_player *player, double speed, uint64_t ramp_frames,
    uint64_t engine_frame);
double aha_player_speed(aha_player *player);
aha_result aha_player_start_speed_modulation(aha_player *player, const aha_vibrato_options
    *options);
aha_result aha_player_stop_speed_modulation(aha_player *player);
aha_result aha_player_set_speed_points(aha_player *player, const aha_speed_point *points, size_t
    count, aha_point_clock clock);
aha_result aha_player_set_reverse(aha_player *player, uint32_t reverse);
uint32_t aha_player_reverse(aha_player *player);
aha_result aha_player_set_bus(aha_player *player, aha_bus *bus);
aha_player_state aha_player_get_state(aha_player *player);
uint64_t aha_player_position_frames(aha_player *player);
aha_result aha_player_create_send(aha_player *player, aha_bus *destination, const aha_send_options
    *options, aha_bus **out_send);

/* aha/one_shot.h */
aha_result aha_engine_play_sound(aha_engine *engine, aha_sound *sound, aha_bus *bus, const
    aha_play_options *options);

/* aha/effect.h */
uint32_t aha_effect_kind_count(void);
aha_result aha_effect_get_info(aha_effect_kind kind, aha_effect_info *info);
aha_result aha_effect_get_parameter_info(aha_effect_kind kind, uint32_t parameter,
    aha_parameter_info *info);
aha_result aha_effect_create(aha_engine *engine, aha_effect_kind kind, aha_effect **out_effect);
aha_result aha_effect_set_impulse(aha_effect *effect, aha_sound *impulse, uint32_t normalizes);
aha_result aha_effect_set_sidechain(aha_effect *effect, aha_bus *key);
aha_result aha_effect_copy_name(aha_effect *effect, char *buffer, size_t capacity, size_t
    *out_length);
uint32_t aha_effect_parameter_count(aha_effect *effect);
aha_result aha_effect_get_parameter(aha_effect *effect, uint32_t index, aha_parameter_info *info);
aha_effect_kind aha_effect_get_kind(aha_effect *effect);
aha_result aha_effect_set_value(aha_effect *effect, uint32_t parameter, float value);
aha_result aha_effect_set_value_over_frames(aha_effect *effect, uint32_t parameter, float value,
    uint64_t ramp_frames);
aha_result aha_effect_set_value_at_frame(aha_effect *effect, uint32_t parameter, float value,
    uint64_t ramp_frames, uint64_t engine_frame);
aha_result aha_effect_get_value(aha_effect *effect, uint32_t parameter, float *value);
aha_result aha_effect_start_modulation(aha_effect *effect, uint32_t parameter, const
    aha_modulation_options *options);
aha_result aha_effect_stop_modulation(aha_effect *effect, uint32_t parameter);
aha_result aha_effect_start_spacewave(aha_effect *effect);
aha_result aha_effect_set_bypassed(aha_effect *effect, uint32_t bypassed);
uint32_t aha_effect_bypassed(aha_effect *effect);
uint64_t aha_effect_latency_frames(aha_effect *effect);
aha_result aha_engine_get_limiter(aha_engine *engine, aha_effect **out_effect);

/* aha/host_effect.h */
aha_result aha_effect_create_host(aha_engine *engine, const aha_host_effect *description, void
    *user_data, aha_destroy_fn destroy, aha_effect **out_effect);
aha_result aha_effect_get_process_result(aha_effect *effect, aha_result *out_result);

/* aha/lv2.h */
aha_result aha_lv2_count(uint32_t *out_count);
aha_result aha_lv2_at(uint32_t index, aha_lv2_info *info);
aha_result aha_lv2_get_info(const char *uri, aha_lv2_info *info);
aha_result aha_lv2_copy_preset_uri(const char *uri, uint32_t index, char *buffer, size_t capacity,
    size_t *out_length);
aha_result aha_lv2_copy_preset_title(const char *uri, uint32_t index, char *buffer, size_t capacity,
    size_t *out_length);
aha_result aha_effect_create_lv2(aha_engine *engine, const char *uri, const char *state, aha_effect
    **out_effect);
aha_result aha_effect_copy_lv2_uri(aha_effect *effect, char *buffer, size_t capacity, size_t
    *out_length);
aha_result aha_effect_copy_lv2_state(aha_effect *effect, char *buffer, size_t capacity, size_t
    *out_length);
aha_result aha_effect_set_lv2_state(aha_effect *effect, const char *state);
aha_result aha_effect_load_lv2_preset(aha_effect *effect, const char *preset_uri);
aha_result aha_project_add_lv2(aha_project *project, aha_owner_kind owner_kind, aha_id owner, const
    char *uri, uint32_t index, aha_id *out_id);
aha_result aha_project_copy_lv2_uri(aha_project *project, aha_id effect, char *buffer, size_t
    capacity, size_t *out_length);
aha_result aha_project_copy_lv2_state(aha_project *project, aha_id effect, char *buffer, size_t
    capacity, size_t *out_length);
aha_result aha_project_set_lv2_state(aha_project *project, aha_id effect, const char *state);

/* aha/chain.h */
aha_chain *aha_player_chain(aha_player *player);
aha_chain *aha_bus_chain(aha_bus *bus);
aha_result aha_chain_add(aha_chain *chain, aha_effect *effect);
aha_result aha_chain_insert(aha_chain *chain, uint32_t position, aha_effect *effect);
aha_result aha_chain_move(aha_chain *chain, aha_effect *effect, uint32_t position);
aha_result aha_chain_remove(aha_chain *chain, aha_effect *effect);
aha_result aha_chain_clear(aha_chain *chain);
uint32_t aha_chain_count(aha_chain *chain);
aha_result aha_chain_at(aha_chain *chain, uint32_t position, aha_effect **out_effect);
uint64_t aha_chain_latency_frames(aha_chain *chain);
aha_result aha_bus_duck(aha_bus *bus, aha_bus *key, const aha_duck_options *options, aha_effect
    **out_effect);

/* aha/space.h */
aha_result aha_engine_set_listener(aha_engine *engine, const aha_listener *listener);
aha_result aha_player_set_space(aha_player *player, const aha_space *space);

/* aha/render.h */
aha_result aha_render_save(aha_engine *engine, const char *path, uint64_t frame_count, const
    aha_encode_options *options, aha_job **out_job);
aha_result aha_render_save_stream(aha_engine *engine, aha_stream *stream, uint64_t frame_count,
    const aha_encode_options *options, aha_job **out_job);

/* aha/device.h */
aha_result aha_device_load_list(uint32_t *out_count);
aha_result aha_device_get_info(uint32_t index, aha_device_info *info);
aha_result aha_device_open(aha_engine *engine, const aha_device_options *options, aha_device
    **out_device);
aha_result aha_device_start(aha_device *device);
aha_result aha_device_stop(aha_device *device);
aha_result aha_device_step(aha_device *device, const float *input, float *output, uint64_t
    frame_count);
aha_result aha_device_get_status(aha_device *device, aha_device_status *status);
aha_result aha_device_copy_id(aha_device *device, char *buffer, size_t capacity, size_t
    *out_length);

/* aha/input.h */
aha_result aha_input_create(aha_engine *engine, aha_bus *bus, aha_device *device, const
    aha_input_options *options, aha_input **out_input);
aha_result aha_input_write(aha_input *input, const float *frames, uint64_t frame_count);
aha_result aha_input_set_monitored(aha_input *input, uint32_t monitored);
uint32_t aha_input_monitored(aha_input *input);
aha_result aha_input_measure_latency(aha_input *input, uint64_t *out_frames);
uint64_t aha_input_latency_frames(aha_input *input);
aha_result aha_input_set_offset_frames(aha_input *input, int64_t offset_frames);
int64_t aha_input_offset_frames(aha_input *input);
aha_result aha_input_get_status(aha_input *input, aha_input_status *status);

/* aha/recorder.h */
aha_result aha_recorder_create(aha_engine *engine, aha_bus *bus, const char *path, const
    aha_recorder_options *options, const aha_encode_options *encode, aha_recorder **out_recorder);
aha_result aha_recorder_start(aha_recorder *recorder);
aha_result aha_recorder_start_at_frame(aha_recorder *recorder, uint64_t frame);
aha_result aha_recorder_stop(aha_recorder *recorder);
aha_result aha_recorder_stop_at_frame(aha_recorder *recorder, uint64_t frame);
aha_result aha_recorder_pause(aha_recorder *recorder);
aha_result aha_recorder_resume(aha_recorder *recorder);
aha_result aha_recorder_wait(aha_recorder *recorder, int64_t timeout_ms);
aha_result aha_recorder_get_status(aha_recorder *recorder, aha_recorder_status *status);
aha_result aha_recorder_get_meter(aha_recorder *recorder, aha_recorder_meter *meter);
aha_result aha_recorder_copy_path(aha_recorder *recorder, uint32_t index, char *text, size_t
    capacity, size_t *out_length);
aha_result aha_recorder_load_take(aha_recorder *recorder, const aha_sound_options *options,
    aha_sound **out_sound);
aha_result aha_recovery_open(const char *folder, aha_recovery **out_recovery);
uint32_t aha_recovery_count(aha_recovery *recovery);
aha_result aha_recovery_get_take(aha_recovery *recovery, uint32_t index, aha_recovered_take *take);
aha_result aha_recovery_copy_path(aha_recovery *recovery, uint32_t index, char *text, size_t
    capacity, size_t *out_length);

/* aha/project.h */
aha_result aha_project_create(const char *path, const aha_project_options *options, aha_project
    **out_project);
aha_result aha_project_open(const char *path, const aha_project_options *options, aha_project
    **out_project);
uint32_t aha_project_read_only(aha_project *project);
uint64_t aha_project_revision(aha_project *project);
aha_result aha_project_copy_path(aha_project *project, char *text, size_t capacity, size_t
    *out_length);
aha_result aha_project_get_settings(aha_project *project, aha_project_settings *settings);
aha_result aha_project_set_settings(aha_project *project, const aha_project_settings *settings);
aha_result aha_project_copy_title(aha_project *project, char *text, size_t capacity, size_t
    *out_length);
aha_result aha_project_set_title(aha_project *project, const char *title);
aha_result aha_project_start_edit(aha_project *project, const char *title);
aha_result aha_project_save_edit(aha_project *project);
aha_result aha_project_cancel_edit(aha_project *project);
aha_result aha_project_undo(aha_project *project);
aha_result aha_project_redo(aha_project *project);
aha_result aha_project_copy_undo_title(aha_project *project, char *text, size_t capacity, size_t
    *out_length);
aha_result aha_project_copy_redo_title(aha_project *project, char *text, size_t capacity, size_t
    *out_length);
aha_result aha_project_add_marker(aha_project *project, int64_t time_us, const char *name, aha_id
    *out_id);
aha_result aha_project_set_marker(aha_project *project, aha_id marker, int64_t time_us, const char
    *name);
aha_result aha_project_remove_marker(aha_project *project, aha_id marker);
uint32_t aha_project_marker_count(aha_project *project);
aha_result aha_project_marker_at(aha_project *project, uint32_t index, aha_id *out_id, int64_t
    *out_time_us);
aha_result aha_project_copy_marker_name(aha_project *project, aha_id marker, char *text, size_t
    capacity, size_t *out_length);

/* aha/track.h */
aha_result aha_project_add_track(aha_project *project, const char *path, const aha_track *track,
    aha_id *out_id);
aha_result aha_project_get_track(aha_project *project, aha_id track, aha_track *info);
aha_result aha_project_set_track(aha_project *project, aha_id track, const aha_track *info);
aha_result aha_project_copy_track_name(aha_project *project, aha_id track, char *text, size_t
    capacity, size_t *out_length);
aha_result aha_project_set_track_name(aha_project *project, aha_id track, const char *name);
aha_result aha_project_copy_track_path(aha_project *project, aha_id track, char *text, size_t
    capacity, size_t *out_length);
aha_result aha_project_set_track_path(aha_project *project, aha_id track, const char *path);
aha_result aha_project_get_file_state(aha_project *project, aha_id track, aha_file_state
    *out_state);
aha_result aha_project_remove_track(aha_project *project, aha_id track);
aha_result aha_project_move_track(aha_project *project, aha_id track, uint32_t index);
uint32_t aha_project_track_count(aha_project *project);
aha_result aha_project_track_at(aha_project *project, uint32_t index, aha_id *out_id);
aha_result aha_project_add_bus(aha_project *project, const char *name, const aha_project_bus *bus,
    aha_id *out_id);
aha_result aha_project_get_bus(aha_project *project, aha_id bus, aha_project_bus *info);
aha_result aha_project_set_bus(aha_project *project, aha_id bus, const aha_project_bus *info);
aha_result aha_project_copy_bus_name(aha_project *project, aha_id bus, char *text, size_t capacity,
    size_t *out_length);
aha_result aha_project_set_bus_name(aha_project *project, aha_id bus, const char *name);
aha_result aha_project_remove_bus(aha_project *project, aha_id bus);
aha_result aha_project_move_bus(aha_project *project, aha_id bus, uint32_t index);
uint32_t aha_project_bus_count(aha_project *project);
aha_result aha_project_bus_at(aha_project *project, uint32_t index, aha_id *out_id);
aha_result aha_project_add_effect(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
    aha_effect_kind kind, uint32_t index, aha_id *out_id);
aha_result aha_project_set_effect_impulse(aha_project *project, aha_id effect, const char *path,
    uint32_t normalizes);
aha_result aha_project_copy_effect_impulse_path(aha_project *project, aha_id effect, char *text,
    size_t capacity, size_t *out_length);
aha_result aha_project_get_effect(aha_project *project, aha_id effect, aha_project_effect *info);
aha_result aha_project_get_effect_value(aha_project *project, aha_id effect, uint32_t parameter,
    float *value);
aha_result aha_project_set_effect_value(aha_project *project, aha_id effect, uint32_t parameter,
    float value);
aha_result aha_project_set_effect_bypassed(aha_project *project, aha_id effect, uint32_t bypassed);
aha_result aha_project_remove_effect(aha_project *project, aha_id effect);
aha_result aha_project_move_effect(aha_project *project, aha_id effect, aha_owner_kind owner_kind,
    aha_id owner, uint32_t index);
uint32_t aha_project_effect_count(aha_project *project, aha_owner_kind owner_kind, aha_id owner);
aha_result aha_project_effect_at(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
    uint32_t index, aha_id *out_id);

/* aha/routing.h */
aha_result aha_project_add_send(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
    aha_id destination, const aha_send_options *options, aha_id *out_id);
aha_result aha_project_get_send(aha_project *project, aha_id send, aha_project_send *info);
aha_result aha_project_set_effect_sidechain(aha_project *project, aha_id effect, aha_owner_kind
    key_kind, aha_id key);
aha_result aha_project_duck(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
    aha_owner_kind key_kind, aha_id key, const aha_duck_options *options, aha_id *out_id);

/* aha/lane.h */
aha_result aha_project_add_lane(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
    uint32_t parameter, aha_lane_mode mode, aha_id *out_id);
aha_result aha_project_get_lane(aha_project *project, aha_id lane, aha_lane *info);
aha_result aha_project_set_lane_mode(aha_project *project, aha_id lane, aha_lane_mode mode);
aha_result aha_project_remove_lane(aha_project *project, aha_id lane);
uint32_t aha_project_lane_count(aha_project *project, aha_owner_kind owner_kind, aha_id owner);
aha_result aha_project_lane_at(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
    uint32_t index, aha_id *out_id);
aha_result aha_project_set_point(aha_project *project, aha_id lane, const aha_point *point);
aha_result aha_project_add_points(aha_project *project, aha_id lane, const aha_point *points, size_t
    count);
aha_result aha_project_remove_points(aha_project *project, aha_id lane, int64_t begin_us, int64_t
    end_us, uint64_t *out_count);
aha_result aha_project_replace_points(aha_project *project, aha_id lane, int64_t begin_us, int64_t
    end_us, const aha_point *points, size_t count);
uint64_t aha_project_point_count(aha_project *project, aha_id lane);
aha_result aha_project_copy_points(aha_project *project, aha_id lane, int64_t begin_us, int64_t
    end_us, aha_point *points, size_t capacity, size_t *out_count);

/* aha/session.h */
aha_result aha_session_create(aha_project *project, aha_engine *engine, const aha_session_options
    *options, aha_session **out_session);
aha_result aha_session_update(aha_session *session);
aha_result aha_session_start(aha_session *session, int64_t position_us, int64_t frame);
aha_result aha_session_stop(aha_session *session, int64_t frame);
aha_result aha_session_seek(aha_session *session, int64_t position_us, int64_t frame);
aha_result aha_session_set_loop(aha_session *session, int64_t begin_us, int64_t end_us);
aha_result aha_session_clear_loop(aha_session *session);
int64_t aha_session_position_us(aha_session *session);
uint32_t aha_session_running(aha_session *session);
aha_result aha_session_get_end_us(aha_session *session, int64_t *out_end_us);
aha_result aha_session_get_effect(aha_session *session, aha_id effect, aha_effect **out_effect);
aha_result aha_session_get_fader(aha_session *session, aha_owner_kind owner_kind, aha_id owner,
    aha_effect **out_effect);
aha_result aha_session_release_parameter(aha_session *session, aha_effect *effect, uint32_t
    parameter);
aha_result aha_session_set_track_speed(aha_session *session, aha_id track, double speed);
aha_result aha_session_release_track_speed(aha_session *session, aha_id track);
aha_result aha_session_save_moves(aha_session *session, uint32_t exact, uint32_t *out_count);
uint32_t aha_session_silent_count(aha_session *session);
aha_result aha_session_silent_at(aha_session *session, uint32_t index, aha_id *out_track);
uint64_t aha_session_lost_moves(aha_session *session);

/* aha/bounce.h */
aha_result aha_project_bounce(aha_project *project, const char *path, const aha_bounce_options
    *options, const aha_encode_options *encode, aha_job **out_job);
aha_result aha_project_bounce_stream(aha_project *project, aha_stream *stream, const
    aha_bounce_options *options, const aha_encode_options *encode, aha_job **out_job);

/* aha/plot.h */
aha_result aha_project_plot(aha_project *project, const char *path, const aha_plot_options *options,
    aha_job **out_job);

/* aha/tonality.h */
aha_result aha_tonality_get_major(uint32_t root, aha_tonality *out_tonality);
aha_result aha_tonality_read(const char *text, aha_tonality *out_tonality);
aha_result aha_tonality_copy_text(const aha_tonality *tonality, aha_tonality_text text, char
    *buffer, size_t capacity, size_t *out_length);
aha_result aha_tonality_get_related(const aha_tonality *tonality, aha_relation relation,
    aha_tonality *out_tonality);
aha_result aha_tonality_get_shift(const aha_tonality *from, const aha_tonality *to, int32_t
    *out_semitones);

/* aha/piece.h */
aha_result aha_piece_create(aha_piece **out_piece);
aha_result aha_piece_read(const void *bytes, size_t size, aha_piece **out_piece);
aha_result aha_piece_load(const char *path, aha_piece **out_piece);
aha_result aha_piece_copy_manifest(aha_piece *piece, char *buffer, size_t capacity, size_t
    *out_length);
aha_result aha_piece_save(aha_piece *piece, const char *path);
aha_result aha_piece_load_tags(const char *path, aha_piece **out_piece);
aha_result aha_piece_embed(aha_piece *piece, const char *path);
aha_result aha_piece_copy_text(aha_piece *piece, aha_piece_text text, char *buffer, size_t capacity,
    size_t *out_length);
aha_result aha_piece_set_text(aha_piece *piece, aha_piece_text text, const char *value);
aha_result aha_piece_get_info(aha_piece *piece, aha_piece_info *info);
aha_result aha_piece_set_info(aha_piece *piece, const aha_piece_info *info);
aha_result aha_piece_add_based_on(aha_piece *piece, const char *id);
aha_result aha_piece_clear_based_on(aha_piece *piece);
uint32_t aha_piece_based_on_count(aha_piece *piece);
aha_result aha_piece_copy_based_on(aha_piece *piece, uint32_t index, char *buffer, size_t capacity,
    size_t *out_length);
uint32_t aha_piece_chapter_count(aha_piece *piece);
aha_result aha_piece_chapter_at(aha_piece *piece, uint32_t index, aha_piece_chapter *chapter);
aha_result aha_piece_copy_cover(aha_piece *piece, void *bytes, size_t capacity, size_t *out_length);
aha_result aha_piece_set_cover(aha_piece *piece, const void *bytes, size_t length);
aha_result aha_piece_get_key_change(aha_piece *piece, uint32_t root, aha_key_change *out_change);
uint32_t aha_piece_problem_count(aha_piece *piece);
aha_result aha_piece_problem_at(aha_piece *piece, uint32_t index, aha_piece_problem *problem);

/* aha/analysis.h */
aha_result aha_analysis_load(const char *path, aha_analysis **out_analysis);
aha_result aha_analysis_start(const char *path, aha_analysis **out_analysis, aha_job **out_job);
aha_result aha_analysis_start_stream(aha_stream *stream, aha_analysis **out_analysis, aha_job
    **out_job);
aha_result aha_analysis_start_with(aha_stream *stream, const aha_analysis_options *options,
    aha_analysis **out_analysis, aha_job **out_job);
aha_result aha_analysis_create(const float *frames, uint64_t frame_count, uint32_t channels,
    uint32_t sample_rate, aha_analysis **out_analysis);
aha_result aha_analysis_get_info(aha_analysis *analysis, aha_analysis_info *info);
aha_result aha_analysis_copy_tempos(aha_analysis *analysis, aha_tempo *tempos, uint32_t capacity,
    uint32_t *out_count);
aha_result aha_analysis_copy_onsets(aha_analysis *analysis, aha_onset *onsets, uint32_t capacity,
    uint32_t *out_count);
aha_result aha_analysis_copy_loops(aha_analysis *analysis, aha_loop_points *loops, uint32_t
    capacity, uint32_t *out_count);
aha_result aha_analysis_copy_outline(aha_analysis *analysis, uint32_t channel, aha_outline_bin
    *bins, uint32_t count);
aha_result aha_analysis_fill_piece(aha_analysis *analysis, aha_piece *piece, uint32_t *out_fields);

/* aha/picture.h */
aha_result aha_cover_draw(aha_piece *piece, const char *sound, const char *path);
aha_result aha_cover_check(const char *image, aha_cover_info *info);
aha_result aha_cover_copy(const char *image, const char *path, aha_cover_info *info);
aha_result aha_waveform_draw(const char *sound, const char *path, const aha_strip_options *options);
aha_result aha_spectrogram_draw(const char *sound, const char *path, const aha_strip_options
    *options);

/* aha/client.h */
aha_result aha_client_create(const aha_client_options *options, aha_client **out_client);
aha_result aha_client_next_event(aha_client *client, aha_event *event);
int aha_client_event_fd(aha_client *client);
aha_result aha_handle_url(aha_client *client, const char *url, uint32_t *out_handled);
aha_result aha_client_get_scheme(aha_client *client, const char *scheme, uint32_t
    *out_is_registered);
aha_result aha_client_register_scheme(aha_client *client, const char *scheme, const char *command);
aha_result aha_client_remove_scheme(aha_client *client, const char *scheme);

/* aha/account.h */
aha_result aha_account_open(aha_client *client, const aha_provider *provider, const
    aha_account_options *options, aha_account **out_account);
uint32_t aha_account_is_signed_in(aha_account *account);
aha_result aha_account_sign_in(aha_account *account, const aha_sign_in_options *options, aha_job
    **out_job);
aha_result aha_account_enter_code(aha_account *account, const char *code);
aha_result aha_account_set_token(aha_account *account, const aha_token *token);
aha_result aha_account_refresh(aha_account *account, aha_job **out_job);
aha_result aha_account_sign_out(aha_account *account, aha_job **out_job);
aha_result aha_account_copy_text(aha_account *account, aha_account_text text, char *buffer, size_t
    capacity, size_t *out_length);
aha_store_kind aha_account_store(aha_account *account);
aha_result aha_client_get_account_count(aha_client *client, uint32_t *out_count);
aha_result aha_client_copy_account(aha_client *client, uint32_t index, aha_account_text text, char
    *buffer, size_t capacity, size_t *out_length);

/* aha/request.h */
aha_result aha_request_create(aha_client *client, aha_account *account, const char *method, const
    char *resource, const aha_request_options *options, aha_request **out_request);
aha_result aha_request_add_parameter(aha_request *request, const char *name, const char *value);
aha_result aha_request_add_file(aha_request *request, const char *name, aha_stream *stream, const
    char *file_name, const char *type);
aha_result aha_request_set_header(aha_request *request, const char *name, const char *value);
aha_result aha_request_set_body(aha_request *request, aha_stream *stream, int64_t offset, int64_t
    size, const char *type);
aha_result aha_request_set_sink(aha_request *request, aha_stream *stream);
aha_result aha_request_set_reply_file(aha_request *request, const char *path);
aha_result aha_request_set_range(aha_request *request, int64_t first, int64_t last);
aha_result aha_request_start(aha_request *request, aha_job **out_job);
aha_result aha_request_sign(aha_request *request, char *header_name, size_t name_capacity, char
    *header_value, size_t value_capacity);
void *aha_request_context(aha_request *request);
uint32_t aha_request_status(aha_request *request);
aha_result aha_request_copy_header(aha_request *request, const char *name, char *buffer, size_t
    capacity, size_t *out_length);
aha_result aha_request_copy_body(aha_request *request, void *bytes, size_t capacity, size_t
    *out_length);
aha_result aha_request_read(aha_request *request, void *bytes, size_t capacity, size_t *out_length);
aha_result aha_request_get_progress(aha_request *request, aha_request_progress *progress);

/* aha/remote.h */
aha_result aha_stream_open_remote(aha_client *client, aha_account *account, const char *resource,
    aha_stream **out_stream);

/* aha/destination_kinds.h */
uint32_t aha_piece_refusal_count(aha_piece *piece, aha_destination_kind kind);
aha_result aha_piece_refusal_at(aha_piece *piece, aha_destination_kind kind, uint32_t index,
    aha_piece_problem *problem);
aha_result aha_piece_fit(aha_piece *piece, aha_destination_kind kind, uint32_t *out_fields);
aha_result aha_destination_create_folder(aha_client *client, const char *path, const
    aha_folder_options *options, aha_destination **out_destination);
aha_result aha_destination_create_webdav(aha_client *client, const char *url, const
    aha_webdav_options *options, aha_destination **out_destination);
aha_result aha_destination_create_s3(aha_client *client, const char *bucket, const aha_s3_options
    *options, aha_destination **out_destination);
aha_result aha_destination_create_dropbox(aha_client *client, aha_account *account, const
    aha_dropbox_options *options, aha_destination **out_destination);
aha_result aha_destination_create_soundcloud(aha_client *client, aha_account *account, const
    aha_soundcloud_options *options, aha_destination **out_destination);
aha_result aha_destination_create_allihoopa(aha_client *client, aha_account *account, const
    aha_allihoopa_options *options, aha_destination **out_destination);

/* aha/destination.h */
aha_result aha_destination_create_host(aha_client *client, const char *name, const
    aha_destination_callbacks *callbacks, void *user_data, aha_destroy_fn destroy, aha_destination
    **out_destination);
aha_result aha_destination_get_info(aha_destination *destination, aha_destination_info *info);
aha_result aha_destination_check(aha_destination *destination, aha_job **out_job);
aha_result aha_destination_copy_text(aha_destination *destination, aha_destination_text text, char
    *buffer, size_t capacity, size_t *out_length);
aha_result aha_destination_get_account(aha_destination *destination, aha_account **out_account);
aha_result aha_client_get_destination_count(aha_client *client, uint32_t *out_count);
aha_result aha_client_get_destination(aha_client *client, uint32_t index, aha_destination
    **out_destination);
aha_result aha_client_find_destination(aha_client *client, const char *name, aha_destination
    **out_destination);
aha_result aha_client_load_destinations(aha_client *client, uint32_t *out_count);
aha_result aha_destination_save(aha_destination *destination, aha_store_kind store);
aha_result aha_client_forget_destination(aha_client *client, const char *name);
aha_result aha_destination_remove(aha_destination *destination);

/* aha/drop.h */
aha_result aha_drop_create(aha_destination *destination, aha_piece *piece, const aha_drop_options
    *options, aha_drop **out_drop);
aha_result aha_drop_share(aha_drop *drop, aha_destination *destination, aha_drop **out_drop);
aha_result aha_drop_start(aha_drop *drop, aha_job **out_job);
aha_result aha_drop_send(aha_drop *drop, const char *mix_path, aha_job **out_job);
aha_result aha_drop_answer_file(aha_drop *drop, aha_asset asset, const char *path, const char
    *type);
aha_result aha_drop_answer_bytes(aha_drop *drop, aha_asset asset, const void *bytes, size_t size,
    const char *type);
aha_result aha_drop_answer_stream(aha_drop *drop, aha_asset asset, aha_stream *stream, const char
    *type);
aha_result aha_drop_answer_job(aha_drop *drop, aha_asset asset, aha_job *job, const char *path,
    const char *type);
aha_result aha_drop_answer_none(aha_drop *drop, aha_asset asset);
aha_result aha_drop_answer_error(aha_drop *drop, aha_asset asset, const char *line);
aha_result aha_drop_set_piece(aha_drop *drop, aha_piece *piece);
aha_result aha_drop_set_cover(aha_drop *drop, const char *path);
aha_result aha_drop_commit(aha_drop *drop);
aha_result aha_drop_get_progress(aha_drop *drop, aha_drop_progress *progress);
aha_result aha_drop_copy_text(aha_drop *drop, aha_drop_text text, char *buffer, size_t capacity,
    size_t *out_length);
void *aha_drop_context(aha_drop *drop);
aha_result aha_client_get_drop_count(aha_client *client, uint32_t *out_count);
aha_result aha_client_copy_drop(aha_client *client, uint32_t index, char *buffer, size_t capacity,
    size_t *out_length);
aha_result aha_drop_open(aha_client *client, const char *id, aha_drop **out_drop);
aha_result aha_drop_discard(aha_drop *drop, aha_job **out_job);
aha_result aha_drop_forget(aha_drop *drop);

/* aha/share.h */
aha_result aha_piece_copy_share_text(aha_piece *piece, const char *link, char *buffer, size_t
    capacity, size_t *out_length);
aha_result aha_client_copy_share_link(aha_client *client, aha_network network, aha_piece *piece,
    const char *link, char *buffer, size_t capacity, size_t *out_length);

/* aha/opening.h */
aha_result aha_opening_create(aha_client *client, const char *url, const aha_opening_options
    *options, aha_opening **out_opening, aha_job **out_job);
aha_result aha_opening_get_piece(aha_opening *opening, aha_piece **out_piece);
aha_result aha_opening_copy_text(aha_opening *opening, aha_opening_text text, char *buffer, size_t
    capacity, size_t *out_length);
uint32_t aha_opening_asset_count(aha_opening *opening);
aha_result aha_opening_get_asset(aha_opening *opening, uint32_t index, aha_opening_asset *asset);
aha_result aha_opening_save(aha_opening *opening, aha_asset asset, const char *type, const char
    *path, aha_job **out_job);
aha_result aha_opening_save_manifest(aha_opening *opening, const char *path);
aha_result aha_opening_open_stream(aha_opening *opening, aha_asset asset, const char *type,
    aha_stream **out_stream);
void *aha_opening_context(aha_opening *opening);

/* aha/items.h */
aha_result aha_library_list(aha_library *library, const aha_item_query *query, aha_items
    **out_items);
aha_result aha_items_next(aha_items *items, aha_items **out_items);
aha_result aha_library_get_ancestors(aha_library *library, int64_t number, aha_items **out_items);
aha_result aha_library_get_descendants(aha_library *library, int64_t number, aha_items **out_items);
aha_result aha_library_get_duplicates(aha_library *library, uint32_t count, aha_items **out_items);
uint32_t aha_items_count(aha_items *items);
aha_result aha_items_get(aha_items *items, uint32_t index, aha_item *item);
aha_result aha_items_copy_text(aha_items *items, uint32_t index, aha_item_text text, char *buffer,
    size_t capacity, size_t *out_length);
aha_result aha_items_get_piece(aha_items *items, uint32_t index, aha_piece **out_piece);

/* aha/library.h */
aha_result aha_library_open(const char *path, aha_library **out_library);
aha_result aha_library_copy_path(aha_library *library, char *buffer, size_t capacity, size_t
    *out_length);
aha_result aha_library_get_count(aha_library *library, int64_t *out_count);
aha_result aha_library_get_item(aha_library *library, int64_t number, aha_items **out_items);
aha_result aha_library_find(aha_library *library, const char *place, aha_items **out_items);
aha_result aha_library_check(aha_library *library, int64_t number, aha_items **out_items);
aha_result aha_library_add_file(aha_library *library, const char *path, aha_origin origin, int64_t
    *out_number);
aha_result aha_library_add_piece(aha_library *library, aha_piece *piece, const char *place, const
    char *sha256, aha_origin origin, aha_item_state state, int64_t *out_number);
aha_result aha_library_add_drop(aha_library *library, aha_drop *drop, int64_t *out_number);
aha_result aha_library_forget(aha_library *library, int64_t number);
aha_result aha_library_restore(aha_library *library, int64_t number);
aha_result aha_library_analyze(aha_library *library, int64_t number, aha_job **out_job);

/* aha/scan.h */
aha_result aha_library_scan(aha_library *library, const aha_scan_options *options, aha_report
    **out_report, aha_job **out_job);
aha_result aha_report_get_info(aha_report *report, aha_report_info *info);
aha_result aha_report_copy_line(aha_report *report, uint32_t index, char *buffer, size_t capacity,
    size_t *out_length);
aha_result aha_library_start_watch(aha_library *library, const aha_scan_options *options);
aha_result aha_library_stop_watch(aha_library *library);
aha_result aha_library_get_watch(aha_library *library, aha_watch_status *status);

/* aha/sync.h */
aha_result aha_library_sync(aha_library *library, aha_destination *destination, const
    aha_sync_options *options, aha_report **out_report, aha_job **out_job);
aha_result aha_library_sync_feed(aha_library *library, aha_client *client, const char *url, const
    aha_sync_options *options, aha_report **out_report, aha_job **out_job);
aha_result aha_library_fetch(aha_library *library, aha_client *client, aha_destination *destination,
    int64_t number, const char *path, aha_job **out_job);

/* aha/history.h */
aha_result aha_library_note(aha_library *library, aha_activity activity, int64_t item, int64_t
    duration_ms, int64_t at);
aha_result aha_library_copy_history(aha_library *library, aha_time_scale scale, int64_t first,
    int64_t last, aha_history_bucket *buckets, uint32_t capacity, uint32_t *out_count);
aha_result aha_library_get_first(aha_library *library, aha_time_scale scale, int64_t *out_number);
aha_result aha_library_copy_history_json(aha_library *library, aha_time_scale scale, int64_t first,
    int64_t last, char *buffer, size_t capacity, size_t *out_length);
aha_result aha_library_draw_history(aha_library *library, aha_time_scale scale, int64_t first,
    int64_t last, const char *path, const aha_strip_options *options);
aha_result aha_time_scale_copy_label(aha_time_scale scale, int64_t number, char *buffer, size_t
    capacity, size_t *out_length);
aha_result aha_history_cursor_move(aha_history_cursor *cursor, int64_t count, int64_t *out_moved);
aha_result aha_history_cursor_zoom(aha_history_cursor *cursor, int64_t count, int64_t *out_moved);
aha_result aha_history_cursor_seek(aha_history_cursor *cursor, int64_t at);
