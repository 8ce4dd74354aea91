import CAha
import CCli

/// The folder that stems go to. They come to be in a folder inside, and to their places when all
/// are there.
final class StemFolder {
  private let folder: Bytes
  private let hidden: Bytes
  private let isNew: Bool
  private var rendered: [Bytes] = []

  init(_ folder: Bytes) throws(Failure) {
    self.folder = folder
    let error = withCString(folder) { cli_make_folder($0) }
    isNew = error == 0
    if error != 0, error != EEXIST { throw .system(error, about: folder) }
    var template = folder + Bytes("/.aha-stems-XXXXXX".utf8) + [0]
    let hiddenError = template.withUnsafeMutableBytes {
      cli_make_hidden_folder($0.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
    hidden = Bytes(template.dropLast())
    if hiddenError == 0 { return }
    if isNew { _ = withCString(folder) { cli_remove($0) } }
    throw .system(hiddenError, about: folder)
  }

  /// What was not published is gone.
  deinit {
    for path in rendered { _ = withCString(path) { cli_remove($0) } }
    _ = withCString(hidden) { cli_remove($0) }
    // Fails when something is in it.
    if isNew { _ = withCString(folder) { cli_remove($0) } }
  }

  /// Where a stem is rendered to.
  func path(of name: Bytes) -> Bytes {
    let path = hidden + [0x2f] + name
    rendered.append(path)
    return path
  }

  /// Puts the stems to their places, instead of other files of these names.
  func publish(_ names: [Bytes]) throws(Failure) {
    for name in names {
      let target = folder + [0x2f] + name
      let error = withCString(hidden + [0x2f] + name) { from in
        withCString(target) { cli_rename(from, $0) }
      }
      if error != 0 { throw .system(error, about: target) }
    }
  }
}

extension Failure {
  /// What the system says about the output.
  static func system(_ error: Int32, about path: Bytes) -> Failure {
    let isMissing = error == ENOENT
    return Failure(
      exit: .output, result: aha_result(isMissing ? AHA_ERROR_NOT_FOUND : AHA_ERROR_IO),
      message: shown(path) + ": " + shown(cli_error_text(error)))
  }
}
