import AhaBase
import AhaJSON
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Regions, paths, classes of storage, encryption, checksums and profiles of S3.
@Suite(.serialized) struct S3OptionTests {
  nonisolated(unsafe) private static let shared = Result { try S3Tests.Server() }
  let server: S3Tests.Server
  let rig: DestinationRig

  init() throws { (server, rig) = (try Self.shared.get().renewed(), try DestinationRig()) }

  private func set(_ settings: String) throws {
    try server.command("{\"do\":\"settings\",\(settings)}")
  }

  @Test(arguments: [10, 11 << 20]) func theRegionOfTheFirstRefusalIsUsed(size: Int) throws {
    let destination = try server.destination { $0.region = "us-east-1" }
    _ = try destination.check(via: rig.call)
    let sent = try rig.send(rig.bytes(size), to: destination, at: "p")
    let receipt = try destination.create(rig.content([sent]), at: "p", via: rig.call)
    #expect(try rig.client.transport.send(HTTPRequest("GET", receipt.url)).status == 200)
  }

  @Test func aServiceThatNamesRegionAfterRegionIsNotFollowed() throws {
    var count = 0
    let lock = Lock()
    try withConnections({ connection in
      while let head = connection.head() {
        _ = connection.body(of: head)
        let number = lock.locked { () -> Int in
          count += 1
          return count
        }
        let body = "<Error><Code>AuthorizationHeaderMalformed</Code><Region>r-\(number)</Region>"
        connection.answer(400, [], Array((body + "</Error>").utf8))
      }
    }) { raw in
      let destination = try server.destination { $0.endpoint = raw.url("") }
      let error = failure { _ = try destination.check(via: rig.call) }
      #expect(error?.code == .refused && error?.line.contains("region r-2") == true)
      #expect(lock.locked { count } == 2)
    }
  }

  @Test func anotherRegionAtAmazonHasAnotherHost() {
    var settings = S3Settings()
    (settings.bucket, settings.endpoint) = ("b-1", "https://s3.us-east-1.amazonaws.com")
    #expect(settings.bucketURL(in: "eu-west-1") == "https://b-1.s3.eu-west-1.amazonaws.com/")
    settings.endpoint = "https://s3.us-east-1.example.com"
    #expect(settings.bucketURL(in: "eu-west-1") == "https://b-1.s3.us-east-1.example.com/")
  }

  @Test(arguments: [10, 11 << 20]) func anEndpointMayHaveAPath(size: Int) throws {
    try set("\"root\":\"/storage/v1/s3\"")
    let destination = try server.destination { $0.endpoint += "/storage/v1/s3/" }
    #expect(destination.address.hasSuffix("/storage/v1/s3/drops/"))
    let sent = try rig.send(rig.bytes(size), to: destination, at: "p")
    let receipt = try destination.create(rig.content([sent]), at: "p", via: rig.call)
    #expect(try rig.client.transport.send(HTTPRequest("GET", receipt.url)).status == 200)
    for wrong in ["/?a", "/#a"] {
      #expect(
        failure { _ = try server.destination { $0.endpoint += wrong } }?.code == .invalidArgument)
    }
    let isInHost = failure {
      _ = try server.destination {
        $0.endpoint += "/s3"
        $0.usesVirtualHost = true
      }
    }
    #expect(isInHost?.code == .invalidArgument)
  }

  @Test(arguments: [10, 11 << 20], ["sha256", "crc64nvme"])
  func objectsHaveTheirClassKeyAndChecksum(size: Int, checksum: String) throws {
    try set("\"need_checksums\":true")
    let bare = try server.destination()
    let error = failure { _ = try rig.send(rig.bytes(size), to: bare, at: "q") }
    #expect(error?.line.contains("set it to sha256") == true, "\(error?.line ?? "")")
    let destination = try server.destination {
      ($0.storageClass, $0.encryption, $0.kmsKeyID) = ("STANDARD_IA", "aws:kms", "arn:aws:kms:x")
      $0.checksum = checksum
    }
    let sent = try rig.send(rig.bytes(size), to: destination, at: "p")
    _ = try destination.create(rig.content([sent]), at: "p", via: rig.call)
    let files = try server.ask("{\"do\":\"files\"}").text(indent: 0)
    #expect(files.split(separator: "STANDARD_IA").count == 4)
    #expect(files.split(separator: "arn:aws:kms:x").count == 4)
    #expect(files.contains("x-amz-checksum-" + checksum))
  }

  @Test func valuesThatS3DoesNotHaveAreRefused() throws {
    for change: (inout S3Settings) -> Void in [
      { $0.storageClass = "A B" }, { $0.checksum = "md5" }, { $0.encryption = "aes" },
      { $0.kmsKeyID = "k" },
      { ($0.encryption, $0.kmsKeyID) = ("aws:kms", "a\r\nb: c") },
    ] {
      #expect(failure { _ = try server.destination(change) }?.code == .invalidArgument)
    }
  }

  // MARK: Profiles

  private func profile(
    _ name: String, credentials: String, config: String = ""
  ) throws -> AWSProfile {
    let folder = TemporaryFolder()
    folder.write(Array(credentials.utf8), to: "credentials", mode: 0o600)
    folder.write(Array(config.utf8), to: "config")
    return try AWSProfile(
      named: name,
      environment: Environment([
        "AWS_SHARED_CREDENTIALS_FILE": folder.file("credentials"),
        "AWS_CONFIG_FILE": folder.file("config"),
      ]))
  }

  @Test func aProfileIsReadFromBothFiles() throws {
    let found = try profile(
      "work",
      credentials: """
        # comment
        [default]
        aws_access_key_id = wrong
        aws_secret_access_key = wrong
        [ work ]
        aws_access_key_id=AKIA
        aws_secret_access_key =  s3cr=et/
        aws_session_token = token
        """,
      config:
        "[profile  work]\r\nregion = eu-west-1\r\ns3 =\r\n  region = no\r\n"
        + "endpoint_url=http://h:1\r\n"
    )
    #expect(found.keyID == "AKIA" && found.secret?.text == "s3cr=et/")
    #expect(found.sessionToken?.text == "token")
    #expect(found.region == "eu-west-1" && found.endpoint == "http://h:1")
  }

  @Test func aProfileWithoutKeysOrAnUnknownOneIsAnError() throws {
    let files = "[a]\nrole_arn = x\naws_access_key_id = key-secret\n=\n[\n]\nnot a line\n"
    let noKeys = failure { _ = try profile("a", credentials: files) }
    #expect(noKeys?.code == .unsupported && noKeys?.line.contains("key-secret") == false)
    #expect(failure { _ = try profile("b", credentials: files) }?.code == .notFound)
    #expect(failure { _ = try profile("b", credentials: "") }?.code == .notFound)
  }
}
