import AhaBase
import AhaDrop
import AhaNet

/// A checksum that the service keeps with objects.
///
/// It is in a header: the whole body is known before it is sent, so no trailer is needed.
/// Source: "Checking object integrity", Amazon S3 User Guide.
enum S3Checksum: String {
  case sha256, crc64nvme

  /// Name of the header, and of the algorithm in other headers and in documents.
  var header: String { "x-amz-checksum-" + rawValue }
  var algorithm: String { self == .sha256 ? "SHA256" : "CRC64NVME" }
  var element: String { "Checksum" + algorithm }
}

/// Settings of a bucket at Amazon or an S3-compatible service.
public struct S3Settings: DestinationSettings {
  /// The host's name for it; nil: the address.
  public var name: String?
  public var bucket = ""
  /// "https://s3.eu-central-1.amazonaws.com": scheme, host, port, and for some services a path.
  public var endpoint = ""
  public var region: String = S3Settings.usualRegion
  /// The access key's id.
  public var keyID = ""
  /// The secret access key.
  public var secret: Secret?
  /// A file whose first line is the secret access key.
  public var secretFile: FilePath?
  /// Session token of temporary keys.
  public var sessionToken: Secret?
  /// Prefix of all keys; a "/" is added.
  public var prefix = ""
  /// Public URL in front of the drops' folders, with the prefix; "" if it is not public.
  public var publicURL = ""
  /// One of `acls`; "": the bucket's default.
  public var acl = ""
  /// Bytes per part; min 5 MiB.
  public var chunkBytes: Int64 = Int64(FileSource.usualBytes)
  /// True: the bucket is in the host name, not in the path; never so for buckets with a dot.
  public var usesVirtualHost = true
  /// Class of storage, as in "STANDARD_IA"; "": the bucket's default.
  public var storageClass = ""
  /// Server-side encryption, one of `encryptions`; "": the bucket's default.
  public var encryption = ""
  /// Id of the key of "aws:kms"; "": the service's own.
  public var kmsKeyID = ""
  /// Checksum that the service checks and keeps with every object: one of `S3Checksum`; "": none.
  public var checksum = ""
  /// A profile of the AWS files, whose values replace missing ones.
  public var profile: String?
  /// Path of the description of a podcast; "" for none.
  public var feed = ""

  public init() {}

  init(endpoint: String, bucket: String, region: String, keyID: String, secret: Secret) {
    (self.endpoint, self.bucket, self.region) = (endpoint, bucket, region)
    (self.keyID, self.secret) = (keyID, secret)
  }

  public mutating func fill(with form: any SettingsForm) throws(AhaError) {
    try form.text("bucket", in: &bucket)
    try form.text("prefix", in: &prefix)
    try form.text("endpoint", in: &endpoint)
    try form.text("region", in: &region)
    try form.text("key_id", in: &keyID)
    try form.text("public_url", in: &publicURL)
    try form.text("acl", in: &acl)
    try form.text("storage_class", in: &storageClass)
    try form.text("encryption", in: &encryption)
    try form.text("kms_key_id", in: &kmsKeyID)
    try form.text("checksum", in: &checksum)
    try form.flag("virtual_host", in: &usesVirtualHost)
    try form.count("chunk_bytes", in: &chunkBytes, usual: Int64(FileSource.usualBytes))
    try form.text("feed", in: &feed)
  }

  /// Source: "Access control list (ACL) overview", Amazon S3 User Guide: canned ACLs of objects.
  public static let acls: [String] = [
    "private", "public-read", "public-read-write", "authenticated-read", "aws-exec-read",
    "bucket-owner-read", "bucket-owner-full-control",
  ]

  /// Source: "PutObject", Amazon S3 API Reference.
  static let encryptions: [String] = ["AES256", "aws:kms", "aws:kms:dsse"]
  static let usualRegion = "us-east-1"

  /// Lower in tests.
  var leastPart = S3Limits.leastPart

  /// Errors: `invalidArgument`.
  func check() throws(AhaError) {
    guard let url = URLParts(endpoint), url.isHTTP,
      url.query.isEmpty, url.fragment.isEmpty
    else {
      throw AhaError(.invalidArgument, "endpoint \(endpoint.shownURL) is not a URL of a service")
    }
    try S3Settings.checkSegments(of: url.path, what: "endpoint")
    if usesVirtualHost, url.path != "/" {
      throw AhaError(
        .invalidArgument,
        "endpoint \(endpoint.shownURL) has a path, which excludes a bucket in front of the host")
    }
    // The secret key only signs and is never sent; the session token is in every message.
    if sessionToken != nil { try url.requireSafe(for: "the session token") }
    guard S3Settings.isBucket(bucket.array) else {
      throw AhaError(.invalidArgument, "bucket \"\(bucket.cut)\" is not a name of a bucket")
    }
    guard S3Settings.isWord(region.array) else {
      throw AhaError(.invalidArgument, "region \"\(region.cut)\" is not a word")
    }
    guard acl.isEmpty || S3Settings.acls.contains(acl) else {
      throw AhaError(.invalidArgument, "S3 has no ACL \"\(acl.cut)\"")
    }
    if !storageClass.isEmpty, !S3Settings.isWord(storageClass.array.filter { $0 != 0x5F }) {
      throw AhaError(.invalidArgument, "storage class \"\(storageClass.cut)\" is not a word")
    }
    guard encryption.isEmpty || S3Settings.encryptions.contains(encryption) else {
      throw AhaError(.invalidArgument, "S3 has no encryption \"\(encryption.cut)\"")
    }
    guard checksum.isEmpty || usedChecksum != nil else {
      throw AhaError(
        .invalidArgument, "checksum \"\(checksum.cut)\" is neither sha256 nor crc64nvme")
    }
    if !kmsKeyID.isEmpty {
      guard encryption.begins(with: "aws:kms") else {
        throw AhaError(.invalidArgument, "a key of KMS needs the encryption aws:kms")
      }
      guard kmsKeyID.array.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw AhaError(.invalidArgument, "kms_key_id has characters other than visible ASCII")
      }
    }
    _ = try PublicFolder.checked(publicURL)
    guard (leastPart...S3Limits.maxPart).contains(chunkBytes) else {
      throw AhaError(.invalidArgument, "parts of \(chunkBytes) bytes: they are of 5 to 16 MiB")
    }
    try S3Settings.checkSegments(of: prefix, what: "prefix")
    if prefix.utf8.count > 512 { throw AhaError(.invalidArgument, "a prefix of over 512 bytes") }
  }

  /// Rejects `.` and `..` segments, which URL parsers remove.
  private static func checkSegments(of path: String, what: String) throws(AhaError) {
    for part in path.array.split(separator: UInt8(ascii: "/")) {
      let isDots = part.allSatisfy { $0 == UInt8(ascii: ".") } && part.count <= 2
      if isDots || part.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
        throw AhaError(.invalidArgument, "\(what) \"\(path.cut)\" cannot be in keys")
      }
    }
  }

  private static func isBucket(_ name: [UInt8]) -> Bool {
    for byte in name {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95: continue
      default: return false
      }
    }
    return (3...63).contains(name.count) && name.first != 46 && name.last != 46
  }

  static func isWord(_ text: [UInt8]) -> Bool {
    for byte in text where !(48...57).contains(byte) && !(97...122).contains(byte | 32) {
      if byte != UInt8(ascii: "-") { return false }
    }
    return !text.isEmpty && text.count <= 64
  }

  var usedChecksum: S3Checksum? { S3Checksum(rawValue: checksum) }

  /// URL of the bucket, with a trailing "/".
  public var bucketURL: String { bucketURL(in: region) }

  /// As `bucketURL`, in another region, which at Amazon has another host.
  func bucketURL(in region: String) -> String {
    guard let url = URLParts(endpoint) else { return "" }
    let authority = authority(of: url, in: region)
    if !usesVirtualHost || bucket.utf8.contains(UInt8(ascii: ".")) {
      return "\(url.scheme)://\(authority)\(url.path.withSlash)\(bucket)/"
    }
    return "\(url.scheme)://\(bucket).\(authority)/"
  }

  private func authority(of url: URLParts, in region: String) -> String {
    let old = "s3.\(self.region)."
    let rest = url.authority.array.dropFirst(old.utf8.count).text
    guard region != self.region, url.authority.array.starts(with: old.array),
      rest.begins(with: "amazonaws.com")
    else { return url.authority }
    return "s3.\(region).\(rest)"
  }

  /// Bytes per part for a file of this size, so that the count of parts stays within the limit.
  func chunkBytes(for size: Int64) -> Int64 {
    let least = (size + S3Limits.maxParts - 1) / S3Limits.maxParts
    if least <= chunkBytes { return chunkBytes }
    // Parts above `maxAhead` are sent one by one, which takes less memory than five slightly
    // smaller ones.
    let whole = ((max(least, Int64(FileSource.maxAhead) + 1) + (1 << 20) - 1) >> 20) << 20
    return min(whole, S3Limits.maxPart)
  }
}
