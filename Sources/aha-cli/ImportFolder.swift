import CCli

/// A folder that comes to be with all its files, or not at all.
final class ImportFolder {
  private let parent: Bytes
  private let hidden: Bytes
  private var files: [Bytes] = []
  private var isPublished = false

  /// - Parameter name: What it is called until it is whole.
  init(in parent: Bytes, _ name: Bytes) throws(Failure) {
    self.parent = parent
    hidden = parent + [0x2f] + name
    let error = withCString(hidden) { cli_make_folder($0) }
    // What was not made here is not removed here.
    isPublished = error != 0
    if error != 0 { throw .system(error, about: hidden) }
  }

  deinit {
    if isPublished { return }
    for path in files { _ = withCString(path) { cli_remove($0) } }
    _ = withCString(hidden) { cli_remove($0) }
  }

  /// Where a file is written to.
  func path(of name: Bytes) -> Bytes {
    let path = hidden + [0x2f] + name
    files.append(path)
    return path
  }

  func copy(_ source: Bytes, as name: Bytes) throws(Failure) {
    let target = path(of: name)
    let error = withCString(source) { from in withCString(target) { cli_copy_file(from, $0) } }
    if error != 0 { throw .system(error, about: source) }
  }

  func write(_ bytes: Bytes, as name: Bytes) throws(Failure) {
    let target = path(of: name)
    let error = withCString(target) { cli_write_file($0, bytes, bytes.count) }
    if error != 0 { throw .system(error, about: target) }
  }

  func publish(as name: Bytes) throws(Failure) {
    let target = parent + [0x2f] + name
    let error = withCString(hidden) { from in withCString(target) { cli_rename(from, $0) } }
    if error != 0 { throw .system(error, about: target) }
    isPublished = true
  }
}
