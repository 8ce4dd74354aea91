import AhaBase
import CShims

/// The names in a folder, one after another, in the order that the file system has them.
final class FolderReader {
  struct Entry {
    let name: FilePath
    /// Known without looking at it: otherwise it may be anything.
    let isFile: Bool
  }

  private let path: FilePath
  private let directory: OpaquePointer

  /// Errors: `notFound`, `access`.
  init(_ path: FilePath) throws(AhaError) {
    guard let directory = path.withCString({ opendir($0) }) else {
      throw AhaError.system(shim_errno(), "open \(path.text)")
    }
    (self.path, self.directory) = (path, directory)
  }

  deinit { closedir(directory) }

  /// Nil at the end. Errors: `io`.
  func next() throws(AhaError) -> Entry? {
    while true {
      var failure: Int32 = 0
      guard let entry = shim_next_entry(directory, &failure) else {
        if failure != 0 { throw AhaError.system(failure, "read \(path.text)") }
        return nil
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.baseAddress.map { FilePath($0.assumingMemoryBound(to: CChar.self)) } ?? FilePath("")
      }
      if !name.isDots { return Entry(name: name, isFile: entry.pointee.d_type == UInt8(DT_REG)) }
    }
  }
}
