import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

/// Memory of a host: exactly its samples, so that AddressSanitizer finds a read beyond them.
private final class HostMemory {
  let left, right: UnsafeMutablePointer<Float>
  let frames: Int
  private(set) var released = 0
  var whenReleased: () -> Void = {}

  init(_ samples: [Float]) {
    frames = samples.count
    left = HostMemory.copy(samples)
    right = HostMemory.copy(samples.map { -$0 })
  }

  deinit {
    free(left)
    free(right)
  }

  private static func copy(_ samples: [Float]) -> UnsafeMutablePointer<Float> {
    let memory = malloc(4 * samples.count)!.assumingMemoryBound(to: Float.self)
    memory.update(from: samples, count: samples.count)
    return memory
  }

  func release() {
    released += 1
    whenReleased()
  }

  var interleaved: [Float] { (0..<frames).flatMap { [left[$0], right[$0]] } }
}

@Suite struct BorrowTests {
  private func borrow(_ memory: HostMemory, _ rig: Rig) throws -> Sound {
    try rig.engine.makeSound(
      borrowing: Floats(memory.left, count: memory.frames),
      right: Floats(memory.right, count: memory.frames)
    ) { memory.release() }
  }

  @Test(arguments: [1, 3, 17, 700, 5003])
  func borrowedMemorySoundsAsACopyDoes(frames: Int) throws {
    let memory = HostMemory(Signal.music(frames: frames, channels: 1))
    let heard = try [true, false].map { isBorrowed in
      let rig = try Rig()
      let sound = try isBorrowed ? borrow(memory, rig) : rig.sound(memory.interleaved, channels: 2)
      // Steady in a batch of four and alone, at speeds with both filters, reversed and looped.
      for _ in 0..<5 { try rig.player(sound).start() }
      for speed in [0.37, 1.6, 11] {
        try rig.player(sound) { ($0.speed, $0.isReversed) = (speed, true) }.start()
        try rig.player(sound) { ($0.speed, $0.loopCount, $0.quality) = (speed, 2, .fast) }.start()
        try rig.player(sound) { ($0.speed, $0.loopCount) = (speed, 2) }.start()
      }
      return rig.render(frames + 4000, blocks: [1, 7, 64, 512])
    }
    #expect(heard[0] == heard[1] && heard[0].contains { $0 != 0 })
    #expect(memory.released == 1)
  }

  @Test func samplesAreReadInPlace() throws {
    let (rig, memory) = (try Rig(), HostMemory(Signal.noise(count: 1000)))
    let sound = try borrow(memory, rig)
    #expect(sound.samples(of: 0) == UnsafePointer(memory.left))
    #expect(sound.samples(of: 1) == UnsafePointer(memory.right))
    #expect(sound.samples(of: 2) == nil)
    #expect(try sound.memoryBytes() == 0)
    let streamed = try rig.streamed(Signal.noise(count: 1000))
    #expect(streamed.samples(of: 0) == nil)
    let mono = try rig.engine.makeSound(
      borrowing: Floats(memory.left, count: 10), right: nil
    ) {}
    #expect(mono.channels == 1 && mono.samples(of: 1) == nil)
  }

  @Test func memoryIsReleasedAfterTheLastPlayerAndCanCallTheEngine() throws {
    let (rig, memory) = (try Rig(), HostMemory(Signal.noise(count: 4000)))
    memory.whenReleased = { _ = try? rig.engine.makeBus(into: rig.master) }
    var player: Player? = try rig.player(borrow(memory, rig))
    try player?.start()
    rig.render(1000)
    #expect(memory.released == 0)
    player?.release()
    player = nil
    // It fades out and retires.
    rig.render(1000)
    _ = try rig.engine.makeBus(into: rig.master)
    #expect(memory.released == 1)
    memory.whenReleased = {}
  }

  @Test func invalidSamplesAreSilencedInACopy() throws {
    for place in [0, 7, 8, 1000] {
      let (rig, memory) = (try Rig(), HostMemory(Signal.noise(count: 1001)))
      memory.right[place] = place == 7 ? .infinity : .nan
      let sound = try borrow(memory, rig)
      #expect(memory.released == 1)
      #expect(sound.samples(of: 1)?[place] == 0)
      #expect(sound.samples(of: 0)?[place] == memory.left[place])
    }
  }
}
