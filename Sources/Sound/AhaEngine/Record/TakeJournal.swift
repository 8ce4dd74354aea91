import AhaBase
import CShims

/// A small hidden file beside a take that is being recorded. The recording process holds a lock on
/// it, and the file is deleted when the take is complete. A journal without a lock therefore marks
/// an interrupted take.
public final class TakeJournal {
  private static let prefix = "."
  private static let suffix = ".aha-take"

  private let path: FilePath
  let descriptor: Int32

  /// Errors: `state` (another recorder writes that file), those of `open`.
  public init(marking take: FilePath) throws(AhaError) {
    path = take.wrapping(TakeJournal.prefix, after: TakeJournal.suffix)
    descriptor = try FileLock.claim(
      path, to: "record to \(take.text)", busy: "\(take.text) is being recorded already")
  }

  /// Takes over the journal of an interrupted take; nil while the take is still being recorded.
  public init?(left path: FilePath) {
    let opened = path.withCString { shim_open($0, O_RDWR | O_NOFOLLOW, 0) }
    guard opened >= 0 else { return nil }
    let isOurs = flock(opened, LOCK_EX | LOCK_NB) == 0
    guard isOurs, FileStatus.isAt(path, descriptor: opened, followingLinks: false) else {
      FileLock.release(opened)
      return nil
    }
    self.path = path
    descriptor = opened
  }

  deinit { FileLock.release(descriptor) }

  /// The path of the take that belongs to a journal's path; nil if the name is not a journal's.
  public static func take(of name: FilePath) -> FilePath? {
    guard name.hasPrefix("."), name.hasSuffix(".aha-take") else { return nil }
    return name.unwrapping(prefix.utf8.count, after: suffix.utf8.count)
  }

  public struct Progress {
    public var sampleRate = 0
    public var frames: Int64 = 0

    public init(sampleRate: Int = 0, frames: Int64 = 0) {
      self.sampleRate = sampleRate
      self.frames = frames
    }
  }

  /// Writes the progress. Ignores a full disk: the take itself is not affected.
  public func note(_ progress: Progress) {
    let text = "aha-take 1 \(Int64(progress.sampleRate).digits(6)) \(progress.frames.digits(18))\n"
    var copy = text
    copy.withUTF8 { _ = pwrite(descriptor, $0.baseAddress!, $0.count, 0) }
  }

  /// The progress written last; zeros if the journal cannot be read.
  public func progress() -> Progress {
    var bytes = [UInt8](repeating: 0, count: 37)
    let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress!, $0.count, 0) }
    guard got == bytes.count, let rate = number(bytes[11..<17]), let frames = number(bytes[18..<36])
    else { return Progress() }
    return Progress(sampleRate: rate, frames: Int64(frames))
  }

  /// Deletes the journal: the take is complete.
  public func remove() { Disk.remove(path) }

  private func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}
