import AhaBase
import CShims

/// Names in a folder, in the order of the file system.
final class FolderReader {
  struct Entry {
    let name: FilePath
    /// True if it is a regular file; false if its type is unknown or another one.
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

  /// Returns nil at the end. Errors: `io`.
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
