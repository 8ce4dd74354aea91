import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Changes the user for files, of the calling thread alone. Glibc's module lacks <sys/fsuid.h>.
@_silgen_name("setfsuid") @discardableResult
private func setfsuid(_ user: UInt32) -> Int32

/// One step of a drop into a folder meets a fault: each fault at each step.
@Suite struct FolderFaultTests {
  enum Fault: String, CaseIterable {
    case fullDisk, noPermission, readOnly, vanished, nameTaken

    var codes: [ResultCode] {
      switch self {
      case .fullDisk: [.diskFull]
      case .noPermission: [.access]
      case .readOnly: [.access, .io]
      case .vanished: [.notFound]
      case .nameTaken: [.exists, .isDirectory]
      }
    }
  }

  static let steps: [WatchedDestination.Step] = [.place, .chunk(0), .chunk(1), .page]
  private let work = TemporaryFolder()
  private let disk = TemporaryFolder()
  private var target: String { disk.file("drops") }
  private let bytes = patterned(150_000)

  private func destination() throws -> WatchedDestination {
    WatchedDestination(
      try FolderDestination(settings: FolderSettings(path: target, chunkBytes: 1 << 16)))
  }

  private func cause(_ fault: Fault, at step: WatchedDestination.Step) {
    switch fault {
    case .fullDisk: fill()
    // Root alone writes in the folder; the thread's user for files is another one.
    case .noPermission: setfsuid(65_534)
    case .readOnly:
      // Until its exec, a child of another test keeps this test's files open.
      _ = waitUntil {
        let result = mount("", disk.path, "", UInt(MS_REMOUNT | MS_RDONLY), "")
        return result == 0 || Self.survives(fault, step)
      }
    case .vanished: rename(target, disk.file("away"))
    case .nameTaken:
      let name = taken(at: step)
      disk.makeFolder(name)
      disk.write([1], to: name + "/mine")
    }
  }

  /// No child of another test keeps the file, whose space must be free afterwards.
  private func fill() {
    let block = [UInt8](repeating: 1, count: 4096)
    guard let file = fopen(disk.file("other"), "we") else { return }
    while fwrite(block, block.count, 1, file) == 1, fflush(file) == 0 {}
    fclose(file)
  }

  private func repair(_ fault: Fault, at step: WatchedDestination.Step) {
    switch fault {
    case .fullDisk: unlink(disk.file("other"))
    case .noPermission: break
    case .readOnly: mount("", disk.path, "", UInt(MS_REMOUNT), "")
    case .vanished: rename(disk.file("away"), target)
    case .nameTaken:
      disk.removeFolder(taken(at: step) + "/mine")
      disk.removeFolder(taken(at: step))
    }
  }

  /// A name that a folder of another program has when the step wants it.
  private func taken(at step: WatchedDestination.Step) -> String {
    switch step {
    case .place: "drops/night-train"
    case .chunk: "drops/night-train/Night Train.wav"
    case .page: "drops/night-train/index.html"
    }
  }

  /// The drop is done at once, or interrupted; then another process completes it.
  @Test(.enabled(if: SmallDisk.isPossible), arguments: Fault.allCases, Self.steps.indices)
  func aDropCompletesAfterAFaultAtEachStep(fault: Fault, index: Int) throws {
    let step = Self.steps[index]
    try #require(mount("tmpfs", disk.path, "tmpfs", 0, "size=1m,mode=755") == 0)
    defer { umount2(disk.path, 2) }
    disk.makeFolder("drops")
    let first = try DropProcess(work)
    let faulty = try destination()
    faulty.enter = { if $0 == step { cause(fault, at: step) } }
    faulty.leave = { setfsuid(0) }
    let drop = try first.drop(faulty, FilePath(work.write(bytes, to: "mix.wav")))
    let error = try first.run(drop).error
    first.end()
    if let error {
      #expect(fault.codes.contains(error.code), "\(error.code): \(error.line)")
      #expect(drop.stage == .broken && !error.line.isEmpty)
      repair(fault, at: step)
      let (second, resumed) = try DropProcess.reopen(drop.id, at: destination(), in: work)
      if let failure = try second.run(resumed).error {
        return #expect(Bool(false), "\(error.line), then \(failure.line)")
      }
    }
    let place = fault == .nameTaken && step == .place ? "night-train-2" : "night-train"
    #expect(disk.bytes(of: "drops/\(place)/Night Train.wav") == bytes)
    #expect(disk.bytes(of: "drops/\(place)/piece.json") != nil)
    if place == "night-train-2" { #expect(disk.bytes(of: "drops/night-train/mine") == [1]) }
    // A fault that nothing met would prove nothing.
    #expect(error != nil || Self.survives(fault, step))
  }

  /// Faults that need no second attempt.
  private static func survives(_ fault: Fault, _ step: WatchedDestination.Step) -> Bool {
    switch fault {
    case .nameTaken: step == .place
    // The folder is made again; an open file is written wherever it is.
    case .vanished: step == .place
    // A file that is open for writing keeps the disk writable.
    case .readOnly: step != .place && step != .page
    case .noPermission: step != .place && step != .page
    case .fullDisk: false
    }
  }
}
