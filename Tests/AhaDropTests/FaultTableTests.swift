import AhaBase
import AhaJSON
import AhaNet
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop
@testable import AhaServices

/// A service whose server replies with faults on command.
protocol FaultyUnderTest: DestinationUnderTest {
  var faulty: TestServer { get }
}

extension S3UnderTest: FaultyUnderTest { var faulty: TestServer { server } }
extension NextcloudUnderTest: FaultyUnderTest { var faulty: TestServer { server } }
extension DropboxUnderTest: FaultyUnderTest { var faulty: TestServer { server } }
extension SoundCloudUnderTest: FaultyUnderTest { var faulty: TestServer { server } }
extension AllihoopaUnderTest: FaultyUnderTest { var faulty: TestServer { server } }

/// One message of a drop meets a fault: each fault at each message of each service.
@Suite struct FaultTableTests {
  struct Service: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any FaultyUnderTest
  }

  static let services = [
    Service(testDescription: "s3") { try S3UnderTest() },
    Service(testDescription: "nextcloud") { try NextcloudUnderTest() },
    Service(testDescription: "dropbox") { try DropboxUnderTest() },
    Service(testDescription: "soundcloud") { try SoundCloudUnderTest() },
    Service(testDescription: "allihoopa") { try AllihoopaUnderTest() },
  ]

  static let faults = [
    "{\"status\":401}", "{\"status\":403}", "{\"status\":404}", "{\"status\":409}",
    "{\"status\":423}", "{\"status\":429}", "{\"status\":500}", "{\"status\":503}",
    "{\"status\":507}",
    // The reply is slow, cut, or lost; the message is cut.
    "{\"fault\":\"SlowLoris\",\"bytes_per_second\":2000}", "{\"fault\":\"Cut\",\"after_bytes\":10}",
    "{\"fault\":\"Reset\"}", "{\"fault\":\"Reset\",\"upload_bytes\":1000}",
  ]

  private let folder = TemporaryFolder()

  private func drop(_ process: DropProcess, _ destination: any Destination) throws -> Drop {
    let bytes = patterned((1 << 16) + 5)
    return try process.drop(destination, FilePath(folder.write(bytes, to: "mix.wav")))
  }

  private func requests(_ server: TestServer) throws -> Int64 {
    try server.ask("{\"do\":\"statistics\"}").integer("requests") ?? 0
  }

  /// The content at the destination after a finished drop.
  private func isWhole(_ drop: Drop, _ target: any FaultyUnderTest) throws -> Bool {
    try target.bytes(.mixStem, of: drop) == patterned((1 << 16) + 5)
  }

  /// One message meets the fault. The drop is done at once, or interrupted; then another process
  /// completes it. A service that cannot say whether a piece was made is never asked twice.
  private func check(_ fault: String, at message: Int64, _ target: any FaultyUnderTest) throws {
    let place = "\(fault) at message \(message)"
    let process = try DropProcess(folder)
    try target.faulty.fault("\"skip\":\(message),\"reply\":\(fault)")
    let first = try drop(process, try target.make())
    let error = try process.run(first).error
    process.end()
    try target.faulty.command("{\"do\":\"clear\"}")
    guard let error else { return #expect(try isWhole(first, target), "\(place)") }
    if first.destination?.kind.uncertainCreation != nil, first.stage == .failed {
      return #expect(error.line.contains("is not asked again"), "\(place): \(error.line)")
    }
    #expect(first.stage == .broken, "\(place): \(error.line)")
    let (second, resumed) = try DropProcess.reopen(first.id, at: target.make(), in: folder)
    let failure = try second.run(resumed).error
    guard failure == nil else {
      return #expect(Bool(false), "\(place): \(error.line), then \(failure?.line ?? "")")
    }
    #expect(try isWhole(resumed, target), "\(place)")
  }

  @Test(arguments: services) func aDropCompletesAfterAFaultAtEachMessage(service: Service) throws {
    var target = try service.make()
    let process = try DropProcess(folder)
    let before = try requests(target.faulty)
    #expect(try process.run(drop(process, try target.make())).error == nil)
    let count = try requests(target.faulty) - before
    #expect(count >= Int64(target.messages))
    // A fault that is waited for meets each fifth message, the next fault the one after it; the
    // soak takes all.
    let takesAll = getenv("AHA_SOAK") != nil
    for (index, fault) in Self.faults.enumerated() {
      for message in 0..<count where takesAll || index < 5 || Int(message) % 5 == index % 5 {
        try check(fault, at: message, target)
      }
      // A refused token is spent.
      if index == 0 { target = try service.make() }
    }
  }
}
