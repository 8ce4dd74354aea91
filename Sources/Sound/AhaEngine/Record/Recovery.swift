import AhaBase
import AhaCodec

/// Finds and repairs interrupted takes in a folder.
public final class Recovery {
  public struct Take {
    public let path: FilePath
    /// Nil if the file has no decodable content.
    public let facts: TakeFacts?
    /// Frames that the recorder received but that are not in the file, at the file's rate; without
    /// `facts`, at the recorder's.
    public let lost: Int64
    /// The reason if `facts` is nil; `empty`: the file was deleted; `unknownFormat`: the file is no
    /// take.
    public let failure: AhaError?
  }

  public let takes: [Take]

  /// Finds and repairs interrupted takes; skips takes in progress. Errors: `notFound`, `access`.
  /// Threads: any; takes long.
  public init(in folder: FilePath) throws(AhaError) {
    var found: [Take] = []
    for name in try Disk.names(in: folder) {
      guard let take = TakeJournal.take(of: name),
        let journal = TakeJournal(left: folder / name)
      else { continue }
      if let take = Recovery.recover(folder / take, journal: journal) { found.append(take) }
    }
    takes = found
  }

  /// Nil if the file no longer exists.
  private static func recover(_ path: FilePath, journal: TakeJournal) -> Take? {
    guard Disk.exists(path) else {
      journal.remove()
      return nil
    }
    let progress = journal.progress()
    do throws(AhaError) {
      let stream = try FileStream(changing: path)
      let facts = try repairTake(stream)
      try stream.synchronize()
      try Disk.synchronize(path.folder)
      journal.remove()
      return Take(
        path: path, facts: facts, lost: max(0, noted(progress, facts: facts) - facts.frames),
        failure: nil)
    } catch {
      // The journal stays only if a later attempt may succeed on this disk.
      if [.empty, .unknownFormat, .damaged].contains(error.code) { journal.remove() }
      guard error.code == .empty else {
        return Take(path: path, facts: nil, lost: progress.frames, failure: error)
      }
      return emptyTake(path, error: error, recorded: progress.frames)
    }
  }

  /// Deletes a file without frames, unless its journal lists recorded frames, or another file
  /// replaced it.
  private static func emptyTake(_ path: FilePath, error: AhaError, recorded: Int64) -> Take {
    guard recorded > 0 else {
      guard beginsAsTake(path) else {
        let line = "\(path.text): this is no take, and it stays"
        return Take(path: path, facts: nil, lost: 0, failure: AhaError(.unknownFormat, line))
      }
      Disk.remove(path)
      return Take(path: path, facts: nil, lost: 0, failure: error)
    }
    let line = "\(path.text): no frame can be decoded of the \(recorded) that were recorded"
    return Take(path: path, facts: nil, lost: recorded, failure: AhaError(.damaged, line))
  }

  /// First bytes of take files, and the bytes that follow them.
  private static var heads: [(start: StaticString, offset: Int, word: StaticString)] {
    [
      ("RIFF", 8, "WAVE"), ("RF64", 8, "WAVE"), ("riff", 24, "wave"), ("FORM", 8, "AIF"),
      ("caff", 0, ""), ("fLaC", 0, ""), ("OggS", 0, ""), ("ID3", 0, ""),
    ]
  }

  /// True if the first bytes, as far as they exist, are those of a take.
  private static func beginsAsTake(_ path: FilePath) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 28)
    let got = bytes.withUnsafeMutableBytes { bytes -> Int? in
      try? FileStream(reading: path).read(into: bytes, at: 0)
    }
    guard let got else { return false }
    bytes.removeLast(bytes.count - got)
    for head in heads where mayHave(bytes, word: head.start, at: 0) {
      if mayHave(bytes, word: head.word, at: head.offset) { return true }
    }
    // M4A is written at once as far as this; a zero alone is another file.
    if bytes.count >= 8, mayHave(bytes, word: "\u{0}\u{0}\u{0} ftyp", at: 0) { return true }
    // MPEG: 11 bits of ones, any version, layer III.
    return bytes[0] == 0xFF && (bytes.count == 1 || bytes[1] & 0xE6 == 0xE2)
  }

  /// True if the bytes have the word there, as far as they exist.
  private static func mayHave(_ bytes: [UInt8], word: StaticString, at offset: Int) -> Bool {
    let wanted = word.array
    for index in wanted.indices where offset + index < bytes.count {
      if bytes[offset + index] != wanted[index] { return false }
    }
    return true
  }

  private static func noted(_ progress: TakeJournal.Progress, facts: TakeFacts) -> Int64 {
    guard progress.sampleRate > 0 else { return 0 }
    let scaled = Double(progress.frames) * Double(facts.format.sampleRate)
    return Int64(min(scaled / Double(progress.sampleRate), 1e18))
  }
}
