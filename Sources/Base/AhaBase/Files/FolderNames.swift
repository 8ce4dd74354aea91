import CShims

/// Iterates over the names in a folder, unsorted, without holding all of them in memory.
///
/// Threads: one at a time.
public final class FolderNames {
  private let folder: FilePath
  private let directory: OpaquePointer

  /// Errors: `notFound`, `access`.
  public init(_ folder: FilePath) throws(AhaError) {
    guard let directory = folder.withCString({ opendir($0) }) else {
      throw AhaError.system(shim_errno(), "open \(folder.text)")
    }
    (self.folder, self.directory) = (folder, directory)
  }

  deinit { closedir(directory) }

  /// Returns nil at the end. Errors: `io`.
  public func next() throws(AhaError) -> FilePath? {
    var failure: Int32 = 0
    guard let entry = shim_next_entry(directory, &failure) else {
      if failure != 0 { throw AhaError.system(failure, "read \(folder.text)") }
      return nil
    }
    return withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      FilePath(bytes.bindMemory(to: CChar.self).baseAddress!)
    }
  }
}
