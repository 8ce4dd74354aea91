/// The sound of a drop in the format of --format, in a temporary folder of its own.
final class ConvertedSound {
  let path: Bytes
  private let folder: Bytes

  /// Nil without --format. Errors: an option does not fit the format, those of files.
  static func wanted(for sound: Bytes, arguments: Arguments) throws(Failure) -> ConvertedSound? {
    if arguments.has("--format") { return try ConvertedSound(of: sound, arguments: arguments) }
    let options = encodingOptions.dropFirst() + levelOptions
    if let option = options.first(where: { arguments.has($0.name) }) {
      throw arguments.usage(option.name + " is for --format FORMAT")
    }
    return nil
  }

  private init(of sound: Bytes, arguments: Arguments) throws(Failure) {
    let output = try OutputFile(arguments, called: "FORMAT", at: sound)
    folder = try makeTemporaryFolder(in: environment("TMPDIR") ?? "/tmp".array, named: "aha-drop-")
    path = folder + [0x2f] + stem(of: sound) + output.format.ending.array
    try write(sound, encode: output.encode)
  }

  deinit {
    remove(path.c)
    remove(folder.c)
  }

  private func write(_ sound: Bytes, encode: aha_encode_options) throws(Failure) {
    let rate = try fileInfo(sound, engine: Handle.engine()).sample_rate
    var (options, load) = (aha_engine_options_init(), aha_sound_options_init())
    options.sample_rate = (8000...192_000).contains(rate) ? rate : 48_000
    load.mode = aha_sound_mode(AHA_SOUND_STREAMED)
    let engine = try Handle.engine(options)
    let source = try Handle(.input, about: sound) {
      aha_sound_load(engine.pointer, sound.c, &load, $0)
    }
    var encode = encode
    let job = try Handle(.output, about: sound) {
      aha_sound_save(source.pointer, path.c, &encode, $0)
    }
    try console.finish(job, side: .output, about: sound)
  }

  /// Writes the tags of the piece and its cover. Formats without tags stay as they are.
  func embed(piece: PieceFile, cover: Bytes?) throws(Failure) {
    if let cover { try piece.setCover(cover) }
    let result = aha_piece_embed(piece.pointer, path.c)
    if Int(result) != AHA_ERROR_UNKNOWN_FORMAT { try check(result, .output, about: path) }
  }
}
