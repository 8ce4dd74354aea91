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
    case .module(let rules): file = try? ModuleFile(cursor, rules)
    }
    try cursor.throwFailure()
    return file
  }
}

extension Decoder {
  /// libsndfile is first; the module reads other formats, further tracks and chained Ogg.
  /// Errors: the stream's, and as `init`.
  static func choose(
    _ cursor: Cursor, _ header: HeaderProbe, _ rules: DecodeRules
  ) throws(AhaError) -> (any SourceFile, SourceOpener) {
    let needsModule = header.foreign != nil || rules.track > 1
    if needsModule || header.ogg?.isChained == true {
      cursor.apply(Repair(header.ogg?.serials ?? []))
      let file = try openModule(cursor, header, rules, isOptional: !needsModule)
      if let file { return (file, .module(rules)) }
    }
    cursor.apply(header.repair)
    cursor.flac = header.flac.map { FlacCheck($0.stream) }
    if let ogg = header.ogg { cursor.pages = try OggCheck(ogg) }
    if let file = try SourceOpener.libsndfile.open(cursor) { return (file, .libsndfile) }
    let refusal = header.refusal(cursor.stream.name)
    if header.mayBeForeign {
      cursor.apply(Repair())
      cursor.flac = nil
      let file = try openModule(cursor, header, rules, isOptional: true)
      if let file { return (file, .module(rules)) }
    }
    throw refusal
  }

  /// - Parameter isOptional: Nil instead of an error if the module is missing or refuses.
  private static func openModule(
    _ cursor: Cursor, _ header: HeaderProbe, _ rules: DecodeRules, isOptional: Bool
  ) throws(AhaError) -> (any SourceFile)? {
    let reason: ModuleFile.Refusal
    do throws(ModuleFile.Refusal) {
      return try ModuleFile(cursor, rules)
    } catch {
      reason = error
    }
    try cursor.throwFailure()
    if isOptional { return nil }
    throw header.refusal(cursor.stream.name, reason)
  }
}
