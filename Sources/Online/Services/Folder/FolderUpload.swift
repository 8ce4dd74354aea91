import AhaBase
import AhaDrop
import AhaHash
import CShims

/// Copy of a file into a folder, under a temporary name until it is complete.
final class FolderUpload: AssetUpload {
  private let target: FilePath
  private let partial: FilePath
  private let size: Int64
  private let chunkBytes: Int
  private var file: FileStream?
  /// A resumed copy is compared with the source before it is finished.
  private var isResumed = false
  private(set) var confirmed: Int64

  /// Resumes with the existing part. Errors: those of files.
  init(asset: DropAsset, in folder: FilePath, chunkBytes: Int) throws(AhaError) {
    target = folder / FilePath(asset.name)
    partial = target.wrapping(".", after: ".part")
    (size, self.chunkBytes) = (asset.size, chunkBytes)
    if FileStatus(target, followingLinks: false) != nil {
      // Only a complete file has the final name.
      confirmed = asset.size
      return
    }
    if let status = FileStatus(partial, followingLinks: false), status.kind == .file {
      let file = try FileStream(changing: partial)
      // Counts complete chunks only.
      let there = min(status.length, asset.size)
      confirmed = there / Int64(chunkBytes) * Int64(chunkBytes)
      try file.truncate(to: confirmed)
      (self.file, isResumed) = (file, confirmed > 0)
    } else {
      file = try FileStream(creating: partial, named: target.text, mode: 0o666)
      confirmed = 0
    }
  }

  /// The partial file itself is the state.
  var state: String { "part" }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    guard let file else { return .sent }
    if !file.isAt(partial) { return .lost("\(partial.text) is gone") }
    let chunk = try source.chunk(at: confirmed, count: chunkBytes)
    var failure: AhaError?
    chunk.withBytes { bytes in
      do throws(AhaError) { try file.write(bytes, at: confirmed) } catch { failure = error }
    }
    if let failure {
      // Frees the space of the incomplete chunk.
      try? file.truncate(to: confirmed)
      throw failure
    }
    file.startWriteback(at: confirmed, count: Int64(chunk.count))
    call.moved(Int64(chunk.count))
    confirmed += Int64(chunk.count)
    return .sent
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    guard let file else { return target.name.text }
    try file.synchronize()
    if try file.length() != size {
      throw AhaError(.io, "\(partial.text) is not of \(size) bytes: another program changed it")
    }
    if isResumed { try compare(file, with: source) }
    try Disk.replace(target, by: partial)
    self.file = nil
    return target.name.text
  }

  /// Compares the file with the source: a power failure can lose data that was not synced.
  private func compare(_ file: FileStream, with source: FileSource) throws(AhaError) {
    let there = try Sha256.text(of: file)
    if there == Sha256.hexadecimal(try source.digest()) { return }
    Disk.remove(partial)
    throw AhaError(
      .io, "\(partial.text) differs from the sent bytes: the next attempt sends it again")
  }
}
