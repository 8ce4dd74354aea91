import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite("Writing behind a render")
struct WriteBehindTests {
  /// What the thread has written. Invariant: the test reads it after the end of the thread.
  private final class Written: @unchecked Sendable {
    var samples: [Float] = []
    var calls = 0
  }

  @Test func keepsAllFramesInTheirOrder() throws {
    let (written, source) = (Written(), Signal.noise(count: 2 * 150_000))
    let behind = try WriteBehind(channels: 2) { (frames, count) throws(AhaError) in
      for index in 0..<2 * count { written.samples.append(frames[index]) }
    }
    try source.withBuffer { buffer in
      var done = 0
      for count in [1, 4096, 0, 4097, 100_000, 512, 41_294] {
        try behind.write(buffer + 2 * done, count: count)
        done += count
      }
    }
    try behind.finish()
    #expect(written.samples == source)
  }

  @Test func endsWithTheErrorOfAWrite() throws {
    let written = Written()
    let behind = try WriteBehind(channels: 1) { (_, _) throws(AhaError) in
      written.calls += 1
      if written.calls == 3 { throw AhaError(.diskFull, "no space for block 3") }
    }
    let samples = Signal.noise(count: 4096)
    let error = samples.withBuffer { buffer in
      failure { for _ in 0..<1000 { try behind.write(buffer, count: 4096) } }
    }
    #expect(error?.code == .diskFull && error?.line == "no space for block 3")
    #expect(failure { try behind.finish() }?.code == .diskFull)
    #expect(written.calls == 3)
  }

  /// As of a cancelled job.
  @Test func dropsTheQueueAtAFailure() throws {
    let (queue, written) = (try SlotQueue(channels: 1), Written())
    try Signal.noise(count: 4096).withBuffer { buffer in
      for _ in 0..<6 { try queue.add(buffer, count: 4096) }
    }
    queue.serve { (_, _) throws(AhaError) in
      written.calls += 1
      if written.calls == 2 { queue.end(failure: AhaError(.cancelled, "not finished")) }
    }
    #expect(written.calls == 2)
  }
}
