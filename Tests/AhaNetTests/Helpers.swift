import AhaBase
import AhaTestSupport
import Foundation

/// Counts from any thread.
final class Counter: @unchecked Sendable {
  private let lock = Lock()
  private var count = 0

  @discardableResult
  func next() -> Int {
    lock.locked {
      count += 1
      return count
    }
  }

  var value: Int { lock.locked { count } }
}

/// Runs a command and returns what it printed. Errors: it could not, or it failed.
@discardableResult
func run(_ command: [String], in folder: String = "/tmp") throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw AhaError(.system, "\(command[0]) ended with \(process.terminationStatus)")
  }
  return Array(bytes)
}

/// So many zeros, as gzip packs them.
func gzip(zeros count: Int) throws -> [UInt8] {
  try run(["sh", "-c", "head -c \(count) /dev/zero | gzip -9"])
}
