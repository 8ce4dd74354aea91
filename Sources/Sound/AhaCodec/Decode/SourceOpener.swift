import AhaBase

/// The library that reads a file, for opening it again.
enum SourceOpener {
  case libsndfile
  case module(DecodeRules)

  /// Returns nil if the library refuses the file. Errors: the stream's.
  func open(_ cursor: Cursor) throws(AhaError) -> (any SourceFile)? {
    _ = cursor.seek(0, from: 0)
    let file: (any SourceFile)?
    switch self {
    case .libsndfile: file = SndFile(reading: cursor)
    case .module(let rules): file = try? ModuleFile(cursor, rules: rules)
    }
    try cursor.throwFailure()
    return file
  }
}

extension Decoder {
  /// libsndfile is first. The module reads other formats, further tracks, chained Ogg, and all that
  /// libsndfile refuses. Errors: the stream's, and as `init`.
  static func choose(
    _ cursor: Cursor, header: HeaderProbe, rules: DecodeRules
  ) throws(AhaError) -> (any SourceFile, SourceOpener) {
    let name = cursor.stream.name
    let needsModule = header.foreign != nil || rules.track > 1
    if needsModule || header.ogg?.isChained == true {
      if !needsModule, let ogg = header.ogg { cursor.pages = try OggCheck(ogg, isChain: true) }
      do throws(ModuleFile.Refusal) {
        return (try openModule(cursor, header: header, rules: rules), .module(rules))
      } catch {
        try cursor.throwFailure()
        if needsModule { throw header.refusal(name, reason: error) }
      }
    }
    cursor.apply(header.repair, rereads: header.ogg != nil || header.flac != nil)
    cursor.flac = header.flac.map { FlacCheck($0.stream) }
    if let ogg = header.ogg { cursor.pages = try OggCheck(ogg, isChain: false) }
    if let file = try SourceOpener.libsndfile.open(cursor) { return (file, .libsndfile) }
    try header.requireLimits(name)
    do throws(ModuleFile.Refusal) {
      return (try openModule(cursor, header: header, rules: rules), .module(rules))
    } catch {
      try cursor.throwFailure()
      throw header.refusal(name, after: error)
    }
  }

  private static func openModule(
    _ cursor: Cursor, header: HeaderProbe, rules: DecodeRules
  ) throws(ModuleFile.Refusal) -> ModuleFile {
    var repair = Repair(header.ogg?.serials ?? [])
    repair.replaced = header.lead
    cursor.apply(repair, rereads: cursor.pages != nil)
    cursor.flac = nil
    let file = try ModuleFile(cursor, rules: rules)
    // Among many bytes a demuxer without a signature finds some that look like its frames.
    if file.isGuess, header.container == nil, header.foreign == nil {
      throw .refused(text: "no format is certain")
    }
    return file
  }
}
