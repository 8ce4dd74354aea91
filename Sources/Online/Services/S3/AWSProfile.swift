import AhaBase
import AhaNet

/// A profile in the files of Amazon's tools: keys, region, endpoint.
///
/// Source: "Configuration and credential file settings", AWS SDKs and Tools Reference Guide.
struct AWSProfile {
  private static let maxBytes = 1 << 20

  private(set) var keyID = ""
  private(set) var secret: Secret?
  private(set) var sessionToken: Secret?
  private(set) var region = ""
  private(set) var endpoint = ""

  /// Reads `~/.aws/credentials` and `~/.aws/config`, or the files that the environment names.
  /// Errors: `notFound` (neither file has the profile), `unsupported` (it has no keys), `limit`,
  /// and those of reading.
  init(named name: String, environment: Environment = .process) throws(AhaError) {
    var isFound = false
    let sources: [(variable: String, file: String, section: String)] = [
      ("AWS_CONFIG_FILE", "config", name == "default" ? name : "profile \(name)"),
      // Its keys are preferred.
      ("AWS_SHARED_CREDENTIALS_FILE", "credentials", name),
    ]
    for source in sources {
      let home = environment.path(named: "HOME")
      let usual = home.map { $0 / FilePath(".aws") / FilePath(source.file) }
      guard let path = environment.path(named: source.variable) ?? usual, Disk.exists(path)
      else { continue }
      var bytes = try FileStream(reading: path).all(limit: AWSProfile.maxBytes)
      defer { bytes.wipe() }
      if read(bytes, section: source.section) { isFound = true }
    }
    if !isFound { throw AhaError(.notFound, "there is no profile \"\(name.cut)\" of AWS") }
    if keyID.isEmpty || secret == nil {
      throw AhaError(
        .unsupported,
        "the profile \"\(name.cut)\" has no aws_access_key_id with aws_secret_access_key: libaha "
          + "reads neither roles nor single sign-on")
    }
  }

  /// Returns whether the file has the section.
  private mutating func read(_ bytes: [UInt8], section: String) -> Bool {
    var (isFound, isIn) = (false, false)
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      // An indented line belongs to the value above it.
      guard let first = line.first, first > 0x20, first != 0x23, first != 0x3B else { continue }
      if first == UInt8(ascii: "[") {
        let title = line.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        isIn = AWSProfile.words(of: title).elementsEqual(section.array)
        isFound = isFound || isIn
      } else if isIn, let sign = line.firstIndex(of: UInt8(ascii: "=")) {
        set(
          AWSProfile.trimmed(line[..<sign]).text, to: AWSProfile.trimmed(line[(sign + 1)...]))
      }
    }
    return isFound
  }

  private mutating func set(_ key: String, to value: ArraySlice<UInt8>) {
    if value.isEmpty { return }
    switch key.lowered {
    case "aws_access_key_id": keyID = value.text
    case "aws_secret_access_key": secret = AWSProfile.secret(value)
    case "aws_session_token": sessionToken = AWSProfile.secret(value)
    case "region": region = value.text
    case "endpoint_url": endpoint = value.text
    default: break
    }
  }

  private static func secret(_ value: ArraySlice<UInt8>) -> Secret {
    value.withUnsafeBufferPointer { Secret($0) }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 <= 0x20 }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    return text
  }

  /// Words with one space between them.
  private static func words(of text: ArraySlice<UInt8>) -> [UInt8] {
    Array(text.split(whereSeparator: { $0 <= 0x20 }).joined(separator: [0x20]))
  }
}

extension S3Settings {
  /// Sets what is missing to the values of the profile, if one is named.
  mutating func fillFromProfile() throws(AhaError) {
    guard let profile else { return }
    let found = try AWSProfile(named: profile)
    if keyID.isEmpty, secret == nil {
      (keyID, secret) = (found.keyID, found.secret)
      sessionToken = sessionToken ?? found.sessionToken
    }
    if region == S3Settings.usualRegion, !found.region.isEmpty { region = found.region }
    if endpoint.isEmpty { endpoint = found.endpoint }
  }
}
