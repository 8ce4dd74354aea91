import AhaStore

/// The tables of a project. docs/project-file.md contains the same text; a test compares them.
enum ProjectSchema {
  /// "AhaP".
  static let applicationID: Int32 = 0x4168_6150

  /// Each migration leads from one version to the next.
  static var schema: Schema {
    var first = ""
    for table in firstTables { first += "\(table);\n" }
    return Schema(
      title: "a project of libaha", applicationID: applicationID,
      migrations: [
        first + firstRows,
        "\(impulse);\n\(plugin);\n\(send);\n\(sidechain);\n\(varispeed);\n",
        "\(clip);\n\(follow);\n",
      ], oldestReadable: 1, former: [("lane", formerLane)])
  }

  static let firstRows = """
    INSERT INTO project (id) VALUES (1);
    INSERT INTO bus (id, name, rank) VALUES (1, 'master', 0);
    INSERT INTO history (id) VALUES (1);
    """

  /// The tables whose changes can be undone.
  static let recorded: [StaticString] = [
    "project", "bus", "track", "effect", "effect_value", "impulse", "plugin", "send", "sidechain",
    "varispeed", "clip", "follow", "lane", "point", "marker",
  ]

  /// The tables of version 1.
  private static var firstTables: [String] {
    [project, bus, track, effect, effectValue, lane, point, marker, step, history]
  }

  private static let project = """
    CREATE TABLE project (
      id            INTEGER PRIMARY KEY CHECK (id = 1),
      title         TEXT NOT NULL DEFAULT '' CHECK (length(title) <= 1000),
      tempo_bpm     REAL NOT NULL DEFAULT 120 CHECK (tempo_bpm BETWEEN 1 AND 1000),
      beats_per_bar INTEGER NOT NULL DEFAULT 4 CHECK (beats_per_bar BETWEEN 1 AND 64),
      beat_unit     INTEGER NOT NULL DEFAULT 4 CHECK (beat_unit IN (1, 2, 4, 8, 16, 32)),
      sample_rate   INTEGER NOT NULL DEFAULT 48000 CHECK (sample_rate BETWEEN 8000 AND 192000)
    ) STRICT
    """

  private static let bus = """
    CREATE TABLE bus (
      id      INTEGER PRIMARY KEY CHECK (id > 0),        -- 1: the master
      name    TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 1000),
      parent  INTEGER REFERENCES bus CHECK (id <> 1 OR parent IS NULL),  -- NULL: the master
      gain_db REAL NOT NULL DEFAULT 0 CHECK (gain_db BETWEEN -120 AND 24),  -- -120: silence
      pan     REAL NOT NULL DEFAULT 0 CHECK (pan BETWEEN -1 AND 1),
      muted   INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
      soloed  INTEGER NOT NULL DEFAULT 0 CHECK (soloed IN (0, 1)),
      rank    INTEGER NOT NULL                           -- order in lists
    ) STRICT
    """

  private static let track = """
    CREATE TABLE track (
      id            INTEGER PRIMARY KEY CHECK (id > 0),
      name          TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 1000),
      bus           INTEGER NOT NULL DEFAULT 1 REFERENCES bus,
      path          TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 4095),  -- from the folder
      hash          TEXT NOT NULL CHECK (length(hash) = 64),  -- SHA-256 of the file, hexadecimal
      file_bytes    INTEGER NOT NULL CHECK (file_bytes >= 0),
      file_time_ns  INTEGER NOT NULL,                    -- since 1970
      start_us      INTEGER NOT NULL DEFAULT 0 CHECK (start_us BETWEEN 0 AND 31536000000000),
      loop_begin_us INTEGER NOT NULL DEFAULT 0 CHECK (loop_begin_us BETWEEN 0 AND 31536000000000),
      loop_end_us   INTEGER NOT NULL DEFAULT 0 CHECK (loop_end_us BETWEEN 0 AND 31536000000000),
      loop_count    INTEGER NOT NULL DEFAULT 0           -- jumps back; 0: no loop, -1: for ever
                    CHECK (loop_count BETWEEN -1 AND 4294967294),
      gain_db       REAL NOT NULL DEFAULT 0 CHECK (gain_db BETWEEN -120 AND 24),  -- -120: silence
      pan           REAL NOT NULL DEFAULT 0 CHECK (pan BETWEEN -1 AND 1),
      muted         INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
      soloed        INTEGER NOT NULL DEFAULT 0 CHECK (soloed IN (0, 1)),
      rank          INTEGER NOT NULL,                    -- order in lists
      CHECK (loop_count = 0 OR loop_begin_us < loop_end_us)
    ) STRICT
    """

  private static let effect = """
    CREATE TABLE effect (
      id       INTEGER PRIMARY KEY CHECK (id > 0),
      track    INTEGER REFERENCES track ON DELETE CASCADE,
      bus      INTEGER REFERENCES bus ON DELETE CASCADE,
      kind     TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),  -- as in `aha effects`
      bypassed INTEGER NOT NULL DEFAULT 0 CHECK (bypassed IN (0, 1)),
      rank     INTEGER NOT NULL,                         -- order in the chain
      CHECK ((track IS NULL) <> (bus IS NULL))
    ) STRICT
    """

  private static let effectValue = """
    CREATE TABLE effect_value (
      effect    INTEGER NOT NULL REFERENCES effect ON DELETE CASCADE,
      parameter TEXT NOT NULL CHECK (length(parameter) BETWEEN 1 AND 100),
      value     REAL NOT NULL,                           -- in the parameter's unit
      PRIMARY KEY (effect, parameter)
    ) STRICT, WITHOUT ROWID
    """

  /// Since version 2.
  private static let impulse = """
    CREATE TABLE impulse (
      effect       INTEGER PRIMARY KEY REFERENCES effect ON DELETE CASCADE,  -- a convolution
      path         TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 4095),  -- from the folder
      hash         TEXT NOT NULL CHECK (length(hash) = 64),  -- as in a track
      file_bytes   INTEGER NOT NULL CHECK (file_bytes >= 0),
      file_time_ns INTEGER NOT NULL,
      normalized   INTEGER NOT NULL DEFAULT 1 CHECK (normalized IN (0, 1))
    ) STRICT
    """

  /// In place of `impulse`, in a file of version 1 that is only read.
  static let emptyImpulse =
    "CREATE TEMP TABLE impulse (effect, path, hash, file_bytes, file_time_ns, normalized)"

  /// Since version 2.
  private static let plugin = """
    CREATE TABLE plugin (
      effect INTEGER PRIMARY KEY REFERENCES effect ON DELETE CASCADE,  -- of the kind 'lv2'
      uri    TEXT NOT NULL CHECK (length(uri) BETWEEN 1 AND 4095),
      state  TEXT NOT NULL DEFAULT '' CHECK (length(state) <= 16777216)  -- Turtle; '': the default
    ) STRICT
    """

  /// In place of `plugin`, in a file of version 1 that is only read.
  static let emptyPlugin = "CREATE TEMP TABLE plugin (effect, uri, state)"

  /// Since version 2.
  private static let send = """
    CREATE TABLE send (
      bus          INTEGER PRIMARY KEY REFERENCES bus ON DELETE CASCADE,  -- into its parent
      track        INTEGER REFERENCES track ON DELETE CASCADE,  -- the source,
      source       INTEGER REFERENCES bus ON DELETE CASCADE,    -- or this one
      before_fader INTEGER NOT NULL DEFAULT 0 CHECK (before_fader IN (0, 1)),
      CHECK ((track IS NULL) <> (source IS NULL))
    ) STRICT
    """

  /// Since version 2.
  private static let sidechain = """
    CREATE TABLE sidechain (
      effect INTEGER PRIMARY KEY REFERENCES effect ON DELETE CASCADE,  -- a compressor or gate
      track  INTEGER REFERENCES track ON DELETE CASCADE,  -- the key,
      bus    INTEGER REFERENCES bus ON DELETE CASCADE,    -- or this one
      CHECK ((track IS NULL) <> (bus IS NULL))
    ) STRICT
    """

  /// Since version 2. A track without a row plays forwards, at speed 1.
  private static let varispeed = """
    CREATE TABLE varispeed (
      track    INTEGER PRIMARY KEY REFERENCES track ON DELETE CASCADE,
      speed    REAL NOT NULL CHECK (speed BETWEEN 0.05 AND 16),  -- the pitch changes with it
      reversed INTEGER NOT NULL DEFAULT 0 CHECK (reversed IN (0, 1))
    ) STRICT
    """

  /// Since version 3. A track without a row plays its whole sound.
  private static let clip = """
    CREATE TABLE clip (
      track          INTEGER PRIMARY KEY REFERENCES track ON DELETE CASCADE,
      begin_us       INTEGER NOT NULL                    -- of the sound, as recorded
                     CHECK (begin_us BETWEEN 0 AND 31536000000000),
      end_us         INTEGER NOT NULL                    -- 0: the sound's end
                     CHECK (end_us BETWEEN 0 AND 31536000000000),
      fade_in_us     INTEGER NOT NULL CHECK (fade_in_us BETWEEN 0 AND 31536000000000),
      fade_in_curve  INTEGER NOT NULL CHECK (fade_in_curve BETWEEN 0 AND 3),  -- see below
      fade_out_us    INTEGER NOT NULL CHECK (fade_out_us BETWEEN 0 AND 31536000000000),
      fade_out_curve INTEGER NOT NULL CHECK (fade_out_curve BETWEEN 0 AND 3),
      CHECK (end_us = 0 OR begin_us < end_us)
    ) STRICT
    """

  /// Since version 3. A track without a row does not follow the tempo of the project.
  private static let follow = """
    CREATE TABLE follow (
      track     INTEGER PRIMARY KEY REFERENCES track ON DELETE CASCADE,
      tempo_bpm REAL NOT NULL CHECK (tempo_bpm BETWEEN 1 AND 1000)  -- of its sound
    ) STRICT
    """

  /// In place of tables of version 3, in an older file that is only read.
  static let emptyClip = """
    CREATE TEMP TABLE clip (track, begin_us, end_us, fade_in_us, fade_in_curve, fade_out_us,
      fade_out_curve);
    CREATE TEMP TABLE follow (track, tempo_bpm)
    """

  /// In place of tables of version 2, in a file of version 1 that is only read.
  static let emptyLinks = """
    CREATE TEMP TABLE send (bus, track, source, before_fader);
    CREATE TEMP TABLE sidechain (effect, track, bus);
    CREATE TEMP TABLE varispeed (track, speed, reversed)
    """

  private static let lane = lane("or gain_db, pan...")
  /// Up to 0.9.0.
  private static let formerLane = lane("or 'gain_db', 'pan'")

  private static func lane(_ comment: String) -> String {
    """
    CREATE TABLE lane (
      id        INTEGER PRIMARY KEY CHECK (id > 0),
      effect    INTEGER REFERENCES effect ON DELETE CASCADE,
      track     INTEGER REFERENCES track ON DELETE CASCADE,
      bus       INTEGER REFERENCES bus ON DELETE CASCADE,
      parameter TEXT NOT NULL CHECK (length(parameter) BETWEEN 1 AND 100),  -- \(comment)
      mode      TEXT NOT NULL DEFAULT 'read'
                CHECK (mode IN ('off', 'read', 'touch', 'latch', 'write')),
      CHECK ((effect IS NOT NULL) + (track IS NOT NULL) + (bus IS NOT NULL) = 1),
      UNIQUE (effect, parameter), UNIQUE (track, parameter), UNIQUE (bus, parameter)
    ) STRICT
    """
  }

  private static let point = """
    CREATE TABLE point (
      lane    INTEGER NOT NULL REFERENCES lane ON DELETE CASCADE,
      time_us INTEGER NOT NULL CHECK (time_us BETWEEN 0 AND 31536000000000),
      value   REAL NOT NULL CHECK (value BETWEEN -1e9 AND 1e9),  -- in the parameter's unit
      curve   INTEGER NOT NULL CHECK (curve BETWEEN 0 AND 3),    -- to the next point, see below
      PRIMARY KEY (lane, time_us)
    ) STRICT, WITHOUT ROWID
    """

  private static let marker = """
    CREATE TABLE marker (
      id      INTEGER PRIMARY KEY CHECK (id > 0),
      time_us INTEGER NOT NULL CHECK (time_us BETWEEN 0 AND 31536000000000),
      name    TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 1000)
    ) STRICT
    """

  private static let step = """
    CREATE TABLE step (
      id        INTEGER PRIMARY KEY                      -- no gaps; the greatest is the newest
                CHECK (id BETWEEN 1 AND 1000000000000),
      title     TEXT NOT NULL CHECK (length(title) <= 1000),
      end_bytes INTEGER NOT NULL CHECK (end_bytes >= 0),  -- of the changes of all steps so far
      hash      BLOB NOT NULL CHECK (length(hash) = 32),  -- SHA-256 of the changes
      changes   BLOB NOT NULL                            -- a changeset of SQLite's session \
    extension
    ) STRICT
    """

  private static let history = """
    CREATE TABLE history (
      id   INTEGER PRIMARY KEY CHECK (id = 1),
      done INTEGER NOT NULL DEFAULT 0                    -- the last step that is not undone
           CHECK (done BETWEEN 0 AND 1000000000000)
    ) STRICT
    """
}
