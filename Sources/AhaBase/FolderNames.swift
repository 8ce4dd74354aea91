import CShims

/// The names in a folder, one after the other, in no order: there may be any number of them.
///
/// Threads: one at a time.
public final class FolderNames {
  private let directory: OpaquePointer

  /// Errors: `notFound`, `access`.
  public init(_ folder: FilePath) throws(AhaError) {
    guard let directory = folder.withCString({ opendir($0) }) else {
      throw AhaError.system(shim_errno(), "open \(folder.text)")
    }
    self.directory = directory
  }

  deinit { closedir(directory) }

  /// Nil at the end.
  public func next() -> FilePath? {
    guard let entry = readdir(directory) else { return nil }
    return withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      FilePath(bytes.bindMemory(to: CChar.self).baseAddress!)
    }
  }
}
