import AhaBase
import AhaCodec
import AhaHash
import AhaPiece

/// Reads a file's format, tags and hash.
enum SoundProbe {
  /// Max reads of a file that changes meanwhile.
  private static let maxTries = 3

  static func item(for found: TreeWalk.Found, hashes: Bool) -> LibraryItem {
    item(for: found, hashes: hashes, job: nil) ?? LibraryItem(place: found.path, origin: .folder)
  }

  /// An undecodable file is an item too, with a reason. A file that changes all the time gets no
  /// mark, so the next scan reads it again. Nil when the job is cancelled.
  static func item(for found: TreeWalk.Found, hashes: Bool, job: Job?) -> LibraryItem? {
    var mark = found.mark
    for _ in 0..<maxTries {
      guard
        let item = read(
          found: TreeWalk.Found(path: found.path, mark: mark), hashes: hashes, job: job)
      else {
        return nil
      }
      guard let status = FileStatus(found.path) else { return item }
      if FileMark(status) == mark { return item }
      mark = FileMark(status)
    }
    return read(found: TreeWalk.Found(path: found.path, mark: FileMark()), hashes: false, job: job)
  }

  private static func read(
    found: TreeWalk.Found, hashes: Bool, job: Job?
  ) -> LibraryItem? {
    if job?.isCancelled ?? false { return nil }
    var item = LibraryItem(place: found.path, origin: .folder)
    item.mark = found.mark
    item.title = title(of: found.path)
    do throws(AhaError) {
      let stream = try FileStream(reading: found.path)
      if hashes { item.sha256 = try Sha256.text(of: stream) { job?.isCancelled ?? false } }
      item.sound = SoundFacts(try Decoder.format(of: stream))
      item.state = .playable
      readTags(of: stream, into: &item)
    } catch {
      if error.code == .cancelled { return nil }
      item.state = found.path.isGone ? .missing : .undecodable
      item.reason = error.line
      // Its permissions may change without a change of the file.
      if error.code == .access || error.code == .io { item.mark = FileMark() }
    }
    return item
  }

  /// True if its start is decodable now; a newer libaha may support more formats.
  static func isSound(_ path: FilePath) -> Bool {
    do throws(AhaError) {
      _ = try Decoder.format(of: try FileStream(reading: path))
      return true
    } catch {
      return false
    }
  }

  /// File name without its ending.
  static func title(of path: FilePath) -> String {
    let name = path.name
    let text = name.text.array
    guard let dot = text.lastIndex(of: 0x2E), dot > 0 else { return name.text }
    return text[..<dot].text
  }

  /// Tags are optional, and malformed tags do not make a sound unplayable.
  private static func readTags(of stream: FileStream, into item: inout LibraryItem) {
    guard let piece = try? Piece(taggedIn: stream), let draft = try? piece.draft() else { return }
    item.release = piece.release
    if draft != withoutTags { item.adopt(piece, manifest: draft) }
  }

  private static let withoutTags = (try? Piece().draft()) ?? ""
}

extension SoundFacts {
  init(_ format: SourceFormat) {
    (container, encoding) = (format.container, format.encoding)
    (sampleRate, channels) = (format.sampleRate, format.channels)
    // As the header claims; playback measures the real length.
    let frames = max(0, min(format.claimedFrames, 1 << 40))
    length = sampleRate > 0 ? frames * 1_000_000 / Int64(sampleRate) : 0
  }
}
