import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// Cancelling does not wait for the hash of a long file.
@Suite final class CancelTests: LibraryRig {
  private func settings() -> ScanSettings {
    // A sparse file.
    truncate(music.write(wav16([1, 2, 3]), to: "long.wav"), 1 << 36)
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    return settings
  }

  /// Waits until this process has opened the file.
  private func isReadSoon() -> Bool {
    let deadline = Instant.after(milliseconds: 30_000)
    while Instant.now().nanoseconds < deadline.nanoseconds {
      for number in 3..<4096 {
        var target = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(number)", &target, target.count - 1)
        let path = String(decoding: target.prefix(max(0, count)).map { UInt8($0) }, as: UTF8.self)
        if path == music.file("long.wav") { return true }
      }
      sched_yield()
    }
    return false
  }

  @Test func aScanThatIsCancelledEndsWithinAFile() throws {
    let (library, job, settings) = (library, Job(), settings())
    let scan = try Background {
      failure {
        var scan = try Scan(library: library, settings: settings, job: job)
        _ = try scan.run()
      }?.code
    }
    #expect(isReadSoon())
    job.cancel()
    #expect(scan.result() == .cancelled)
    // A partly hashed file is no item.
    #expect(try library.count() == 0)
  }

  @Test func aWatchThatIsStoppedEndsWithinAFile() throws {
    let watch = try Watch(library: library, settings: settings())
    #expect(isReadSoon())
    let stopping = try Background {
      watch.stop()
      return true
    }
    #expect(stopping.result() == true)
    #expect(try library.count() == 0)
  }
}
