import AhaBase
import CCrypto

/// SHA-256, by libcrypto.
///
/// Source: FIPS 180-4.
public final class Sha256 {
  /// Bytes of a digest; `textLength` is the length of its hexadecimal text.
  public static let digestBytes = 32
  public static let textLength = 64

  private let context: OpaquePointer

  /// Errors: `outOfMemory`, `unsupported` (libcrypto is not installed).
  public init() throws(AhaError) {
    try Crypto.load()
    guard let made = EVP_MD_CTX_new() else { throw AhaError(.outOfMemory, "SHA-256") }
    context = made
    try require(EVP_DigestInit_ex(context, EVP_sha256(), nil))
  }

  deinit { EVP_MD_CTX_free(context) }

  /// A copy of the hash state. Errors: `outOfMemory`.
  public func copy() throws(AhaError) -> Sha256 {
    let copy = try Sha256()
    try require(EVP_MD_CTX_copy_ex(copy.context, context))
    return copy
  }

  private func require(_ result: Int32) throws(AhaError) {
    if result != 1 { throw AhaError(.system, "libcrypto has no SHA-256") }
  }

  public func add(_ bytes: UnsafeRawBufferPointer) throws(AhaError) {
    guard bytes.count > 0 else { return }
    try require(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
  }

  /// The digest of all added bytes. Call it once.
  public func digest() throws(AhaError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Sha256.digestBytes)
    let result = bytes.withUnsafeMutableBufferPointer {
      EVP_DigestFinal_ex(context, $0.baseAddress, nil)
    }
    try require(result)
    return bytes
  }

  public static func digest(of bytes: UnsafeRawBufferPointer) throws(AhaError) -> [UInt8] {
    let hash = try Sha256()
    try hash.add(bytes)
    return try hash.digest()
  }

  /// The digest of a whole stream, as 64 lower-case hexadecimal letters.
  /// - Parameter isCancelled: Checked after every 256 KiB.
  /// Errors: those of the stream, `cancelled`. Thread: any; reads the whole stream.
  public static func text<Stream: ByteStream>(
    of stream: Stream, isCancelled: () -> Bool = { false }
  ) throws(AhaError) -> String {
    let hash = try Sha256()
    try withMemory(bytes: 1 << 18) { (chunk) throws(AhaError) in
      var offset: Int64 = 0
      while true {
        let got = try stream.read(into: chunk, at: offset)
        if got == 0 { break }
        if isCancelled() { throw AhaError(.cancelled, "cancelled while a file was read") }
        try hash.add(UnsafeRawBufferPointer(rebasing: chunk[..<got]))
        offset += Int64(got)
      }
    }
    return hexadecimal(try hash.digest())
  }

  public static func hexadecimal(_ bytes: [UInt8]) -> String {
    let letters = "0123456789abcdef".array
    var text: [UInt8] = []
    for byte in bytes {
      text.append(letters[Int(byte >> 4)])
      text.append(letters[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digest of 64 lower-case hexadecimal letters; nil if the text is anything else.
  public static func bytes(_ text: String) -> [UInt8]? {
    let letters = text.array
    guard letters.count == textLength else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: letters.count, by: 2) {
      guard let high = digit(letters[index]), let low = digit(letters[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case 48...57: letter - 48
    case 97...102: letter - 87
    default: nil
    }
  }
}
