import Glibc

/// A folder for a test, deleted with all its content. Keep it in a property of the suite.
public final class TemporaryFolder {
  public let path: String

  public init() {
    var template = Array("/tmp/aha-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder: error \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chmod(path, 0o755)  // tests of permissions read it as another user
  }

  deinit { remove(Array(path.utf8CString)) }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  public func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) -> String {
    let descriptor = creat(file(name), mode)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      fatalError("\(file(name)) could not be written: error \(errno)")
    }
    fchmod(descriptor, mode)
    close(descriptor)
    return file(name)
  }

  public func makeFolder(_ name: String) { mkdir(file(name), 0o755) }

  public func removeFolder(_ name: String) { remove(Array(file(name).utf8CString)) }

  public func exists(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

  public func move(_ name: String, to other: String) { rename(file(name), file(other)) }

  /// Content of a file; nil: the file does not exist.
  public func bytes(of name: String) -> [UInt8]? {
    let descriptor = open(file(name), O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Sorted names of all files; bytes that are not UTF-8 appear as U+FFFD.
  public var names: [String] {
    TemporaryFolder.entries(Array(path.utf8CString)).map { name in
      String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }.sorted()
  }

  private static func entries(_ folder: [CChar]) -> [[CChar]] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [[CChar]] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.bindMemory(to: CChar.self).prefix { $0 != 0 }) + [0]
      }
      if name != Array(".".utf8CString) && name != Array("..".utf8CString) { names.append(name) }
    }
    return names
  }

  private func remove(_ path: [CChar]) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      for name in TemporaryFolder.entries(path) {
        remove(Array(path.dropLast()) + [CChar(UInt8(ascii: "/"))] + name)
      }
    }
    _ = Glibc.remove(path)
  }
}
