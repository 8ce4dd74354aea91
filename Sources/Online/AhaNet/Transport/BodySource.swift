import AhaBase

/// The body of a request, assembled from pieces and readable from any offset.
///
/// Forms are assembled here and not by libcurl, so that they are read, paused and restarted like
/// every other body.
final class BodySource {
  private enum Bytes {
    case memory([UInt8])
    case secret(Secret)
    case stream(any ByteStream, offset: Int64)
  }

  private struct Piece {
    let bytes: Bytes
    let count: Int64
  }

  private var pieces: [Piece] = []
  private(set) var count: Int64 = 0
  /// True if the network thread may read it: no piece blocks longer than a disk read.
  private(set) var isQuick = true
  /// The whole body, if it is read ahead.
  private(set) var paced: (any PacedBody)?
  /// Content-Type, for a form.
  private(set) var type: String?

  /// Errors: `invalidArgument`, and those of a stream's `length`.
  init(_ body: HTTPBody) throws(AhaError) {
    switch body {
    case .none: break
    case .bytes(let bytes): add(bytes)
    case .secret(let secret):
      count = Int64(secret.count)
      pieces.append(Piece(bytes: .secret(secret), count: count))
    case .stream(let stream, let offset, let count): try add(stream, at: offset, count: count)
    case .paced(let body, let count): (paced, self.count) = (body, max(0, count))
    case .form(let parts): try add(parts)
    }
  }

  private func add(_ bytes: [UInt8]) {
    pieces.append(Piece(bytes: .memory(bytes), count: Int64(bytes.count)))
    count += Int64(bytes.count)
  }

  private func add(
    _ stream: any ByteStream, at offset: Int64, count: Int64
  ) throws(AhaError) {
    let (total, isTooMuch) = self.count.addingReportingOverflow(max(count, 0))
    guard offset >= 0, count >= 0, !isTooMuch, stream.canRead,
      !offset.addingReportingOverflow(count).overflow
    else {
      throw AhaError(.invalidArgument, "no body of \(count) bytes at \(offset) of \(stream.name)")
    }
    pieces.append(Piece(bytes: .stream(stream, offset: offset), count: count))
    self.count = total
    if !stream.isQuick { isQuick = false }
  }

  private func add(_ parts: [FormPart]) throws(AhaError) {
    let boundary = "aha-\(UInt64.random(in: .min ... .max))\(UInt64.random(in: .min ... .max))"
    for part in parts {
      add(Array("--\(boundary)\r\n\(try part.head())\r\n".utf8))
      switch part.content {
      case .text(let text): add(Array(text.utf8))
      case .bytes(let bytes): add(bytes)
      case .stream(let stream): try add(stream, at: 0, count: stream.length())
      }
      add([13, 10])
    }
    add(Array("--\(boundary)--\r\n".utf8))
    type = "multipart/form-data; boundary=\(boundary)"
  }

  /// Bytes of a body that is read ahead; nil if they are not in memory yet. Errors: those of the
  /// source, `io` if it ends early.
  func read(
    from body: any PacedBody, into bytes: UnsafeMutableRawBufferPointer, at offset: Int64,
    notify: @escaping () -> Void
  ) throws(AhaError) -> Int? {
    let size = Int(min(Int64(bytes.count), max(0, count - offset)))
    if size == 0 { return 0 }
    let target = UnsafeMutableRawBufferPointer(rebasing: bytes[..<size])
    guard let got = try body.read(into: target, at: offset, notify: notify) else { return nil }
    if (1...size).contains(got) { return got }
    throw AhaError(.io, "a body ended at byte \(offset) of \(count)")
  }

  /// Fills the buffer up to the end of a piece; returns 0 at the end of the body. Errors: those of
  /// a stream, `io` if it ends early.
  func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    var start: Int64 = 0
    for piece in pieces {
      let end = start + piece.count
      if offset < end { return try read(piece, into: bytes, at: offset - start) }
      start = end
    }
    return 0
  }

  private func read(
    _ piece: Piece, into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    let size = Int(min(Int64(bytes.count), piece.count - offset))
    let target = UnsafeMutableRawBufferPointer(rebasing: bytes[..<size])
    switch piece.bytes {
    case .memory(let source):
      source.withUnsafeBytes {
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)...].prefix(size)))
      }
      return size
    case .secret(let secret):
      let source = UnsafeRawBufferPointer(secret.bytes)
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[Int(offset)...].prefix(size)))
      return size
    case .stream(let stream, let first):
      let got = try stream.read(into: target, at: first + offset)
      guard (1...size).contains(got) else {
        throw AhaError(.io, "\(stream.name) ended at byte \(first + offset), before its body did")
      }
      return got
    }
  }
}

extension FormPart {
  /// Part header with line ends. Source: RFC 8187, 3.2. Errors: `invalidArgument`.
  fileprivate func head() throws(AhaError) -> String {
    var head = "Content-Disposition: form-data; name=\"\(quoted(name, asciiOnly: false))\""
    if let fileName {
      head += "; filename=\"\(quoted(fileName, asciiOnly: true))\""
      // For servers that read it. The name before is for all others.
      if !fileName.utf8.allSatisfy({ $0 < 0x80 }) {
        head += "; filename*=UTF-8''" + Percent.encoded(fileName)
      }
    }
    head += "\r\n"
    if let type {
      let header = HTTPHeader("Content-Type", type)
      try header.check()
      head += "\(header.name): \(type)\r\n"
    }
    return head
  }
}

/// Percent-encodes quotes and line ends, as browsers do.
///
/// Source: the HTML standard, 4.10.21.8 Multipart form data.
private func quoted(_ text: String, asciiOnly: Bool) -> String {
  var bytes: [UInt8] = []
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22: bytes += [0x25, 0x32, 0x32]
    case 0x0D: bytes += [0x25, 0x30, 0x44]
    case 0x0A: bytes += [0x25, 0x30, 0x41]
    case 0x00..<0x20, 0x7F: bytes.append(0x5F)
    case 0x80... where asciiOnly: bytes.append(0x5F)
    default: for unit in String(scalar).utf8 { bytes.append(unit) }
    }
  }
  return bytes.text
}
