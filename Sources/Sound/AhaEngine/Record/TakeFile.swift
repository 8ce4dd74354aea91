import AhaBase
import AhaCodec

/// Disk access of a recorder; tests replace it.
struct RecorderWorld {
  var space: (FilePath) -> Disk.Space? = { Disk.space(of: $0) }
  var create: (FilePath) throws(AhaError) -> any TakeStream = { (path) throws(AhaError) in
    try FileStream(creating: path, named: path.text, mode: 0o666)
  }
}

/// One file of a take, from its first byte to its last.
/// Threads: one at a time.
final class TakeFile {
  let path: FilePath
  private let settings: EncodeSettings
  private let stream: any TakeStream
  private let journal: TakeJournal
  private let encoder: Encoder
  /// Count of source frames.
  private(set) var frames: Int64 = 0
  /// The file's name is on the disk.
  private var isNameSynced = false

  /// Creates the file and its mark. Errors: `exists`, `state` (another recorder writes to it),
  /// `notFound`, `access`, `diskFull`.
  init(
    _ path: FilePath, settings: EncodeSettings, replaces: Bool, world: RecorderWorld
  ) throws(AhaError) {
    self.path = path
    self.settings = settings
    try path.folder.requireSafeLinks()
    journal = try TakeJournal(marking: path)
    do throws(AhaError) {
      try TakeFile.clearPath(at: path, replaces: replaces)
      stream = try world.create(path)
    } catch {
      // Deletes it unless it belongs to an interrupted take that can still be recovered.
      if !Disk.exists(path) || journal.progress().sampleRate == 0 { journal.remove() }
      throw error
    }
    journal.note(TakeJournal.Progress(sampleRate: settings.sampleRate))
    do throws(AhaError) {
      encoder = try Encoder(stream, settings: settings)
    } catch {
      Disk.remove(path)
      journal.remove()
      throw error
    }
  }

  private static func clearPath(at path: FilePath, replaces: Bool) throws(AhaError) {
    guard Disk.exists(path) else { return }
    guard replaces else { throw AhaError(.exists, "\(path.text) exists already") }
    if try ReplacementFile.mode(for: path) != nil { Disk.remove(path) }
  }

  func write(_ samples: Floats, count: Int) throws(AhaError) {
    try encoder.write(samples, count: count)
    frames += Int64(count)
  }

  /// Bytes written so far.
  var bytes: Int64 { encoder.bytes }

  /// Makes the written frames survive the end of the process.
  func checkpoint(header: Bool) throws(AhaError) { try encoder.checkpoint(header: header) }

  /// Makes the written frames survive a power failure. Notes the count of frames recorded.
  func synchronize(recorded: Int64) throws(AhaError) {
    journal.note(TakeJournal.Progress(sampleRate: settings.sampleRate, frames: recorded))
    try stream.synchronize()
    if !isNameSynced { try synchronizeName() }
  }

  /// Writes the file's name to the disk, unless the file was moved.
  private func synchronizeName() throws(AhaError) {
    do throws(AhaError) {
      if isAtPath { try Disk.synchronize(path.folder) }
    } catch {
      // The file may have been moved, or its folder removed, between the two calls.
      if isAtPath { throw error }
    }
    isNameSynced = true
  }

  var isAtPath: Bool { stream.isAt(path) }

  /// True after a write failed: no more frames can be written.
  var isBroken: Bool { encoder.streamFailure != nil }

  /// Completes the file.
  func finish() throws(AhaError) {
    try encoder.finish()
    try stream.synchronize()
    journal.remove()
    try synchronizeName()
  }

  /// Completes a file that was moved or deleted; ignores errors.
  func completeElsewhere() {
    do throws(AhaError) {
      try finish()
    } catch {
      _ = salvage()
    }
  }

  /// Reads the file back and verifies it. Errors: `verify`.
  func check() throws(AhaError) {
    try verify(stream, settings: settings, frames: encoder.framesWritten)
  }

  /// Deletes the file of a take without frames.
  func discard() {
    encoder.abandon()
    if isAtPath { Disk.remove(path) }
    journal.remove()
  }

  /// Repairs the file after a failed write; returns the count of source frames in it. Deletes a
  /// file without frames.
  func salvage() -> Int64 {
    encoder.abandon()
    var stored: Int64 = 0
    var isWhole = true
    do throws(AhaError) {
      stored = try repairTake(stream).frames
    } catch {
      if error.code == .empty, isAtPath { Disk.remove(path) }
      // An M4A in fragments can be read, and is completed once the disk has space.
      if error.code == .diskFull, settings.container == .m4a, let facts = try? takeFacts(stream) {
        (stored, isWhole) = (facts.frames, false)
      }
    }
    try? stream.synchronize()
    if isWhole { journal.remove() }
    try? synchronizeName()
    let (scaled, overflow) = stored.multipliedReportingOverflow(by: Int64(settings.sampleRate))
    return overflow ? frames : scaled / Int64(settings.outputRate)
  }
}
