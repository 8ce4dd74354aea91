import AhaBase
import AhaCodec

/// The loaded files of an engine: several loads of one file share its samples.
///
/// Each load owns a `Share`. The last one removes the file, so the table keeps no samples alive.
/// Threads: any.
final class SharedSounds {
  /// A file in one state, and the options that shape its samples.
  struct Key: Hashable {
    private let file: FileStatus.ID
    private let length, modified, changed: Int64
    private let mode: Sound.Mode
    private let keepsRate, keepsChannels, acceptsDamage: Bool
    private let readAhead, track: Int
    private let maxFrames, maxBytes: Int64

    /// A time of a file has steps of two seconds on some file systems: a file that has changed
    /// since may change again without a new time. Units: seconds.
    private static let youngest: Int64 = 2

    /// Nil for a stream that is no file, and for a file that was changed just now.
    init?(_ stream: any ByteStream, _ options: Sound.Options) {
      guard let status = (stream as? FileStream)?.fileStatus,
        secondsSince1970() - status.modified / 1_000_000_000 > Key.youngest
      else { return nil }
      file = status.id
      (length, modified, changed) = (status.length, status.modified, status.changed)
      (mode, readAhead) = (options.mode, options.readAheadMilliseconds)
      (keepsRate, keepsChannels) = (options.keepsRate, options.keepsChannels)
      (acceptsDamage, track) = (options.rules.acceptsDamage, options.rules.track)
      (maxFrames, maxBytes) = (options.rules.maxFrames, options.rules.maxBytes)
    }
  }

  /// The part of one load in a file; sounds, players and one-shots keep it as long as the samples.
  final class Share {
    private let sounds: SharedSounds
    private let key: Key

    init(_ sounds: SharedSounds, _ key: Key) { (self.sounds, self.key) = (sounds, key) }

    deinit { sounds.endShare(key) }
  }

  private struct File {
    /// Nil while its first load decodes it.
    var loaded: Sound.Loaded?
    var shares = 0
  }

  private let lock = Lock()
  private let changed: Condition
  // Invariant: accessed with the lock held.
  private var files: [Key: File] = [:]

  init() { changed = Condition(lock) }

  /// Of files. For tests.
  var count: Int { lock.locked { files.count } }

  /// The content of a file, which only the first load decodes; simultaneous ones wait for it, and
  /// decode it themselves if it fails. Errors: those of `decode`, `cancelled`.
  func load(
    _ key: Key, until cancellation: Cancellation, decode: () throws(AhaError) -> Sound.Loaded
  ) throws(AhaError) -> Sound.Loaded {
    if let loaded = try find(key, until: cancellation) { return loaded }
    do throws(AhaError) {
      let loaded = try decode()
      var stored = loaded
      stored.reader = nil
      set(File(loaded: stored, shares: 1), for: key)
      return loaded.shared(by: Share(self, key))
    } catch {
      set(nil, for: key)
      throw error
    }
  }

  /// The content that another load has decoded. Nil: the caller decodes it. Errors: `cancelled`.
  private func find(
    _ key: Key, until cancellation: Cancellation
  ) throws(AhaError) -> Sound.Loaded? {
    lock.lock()
    defer { lock.unlock() }
    while let file = files[key] {
      if let loaded = file.loaded {
        files[key]?.shares += 1
        return loaded.shared(by: Share(self, key))
      }
      if cancellation.isWanted || !changed.waitUnlessEnding(until: nil) {
        throw AhaError(.cancelled, "loading was cancelled")
      }
    }
    files[key] = File()
    return nil
  }

  private func set(_ file: File?, for key: Key) {
    lock.locked {
      files[key] = file
      changed.signalAll()
    }
  }

  private func endShare(_ key: Key) {
    let former = lock.locked { () -> File? in
      files[key]?.shares -= 1
      return files[key]?.shares == 0 ? files.removeValue(forKey: key) : nil
    }
    // Released outside the lock: freeing many samples takes a while.
    withExtendedLifetime(former) {}
  }
}

extension Sound.Loaded {
  fileprivate func shared(by share: SharedSounds.Share) -> Sound.Loaded {
    var copy = self
    copy.share = share
    return copy
  }
}
