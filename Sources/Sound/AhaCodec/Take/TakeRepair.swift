import AhaBase

/// Content of a take's file.
public struct TakeFacts {
  public let format: SourceFormat
  /// At the file's rate.
  public let frames: Int64
}

/// Completes an interrupted file in place: the header gets the length of the samples in the file.
/// Keeps everything that can be decoded.
/// Errors: the stream's; `empty` (no more than a header: the recording ended before its first frame
/// was stored); `damaged`, `unknownFormat`: no frame can be decoded.
public func repairTake(_ stream: any TakeStream) throws(AhaError) -> TakeFacts {
  let length = try stream.length()
  // libsndfile reports a failed allocation as damage, and the caller deletes an empty take. So a
  // second attempt, after a check of the memory, must have the same result.
  for _ in 0..<2 {
    let failure: AhaError
    do throws(AhaError) {
      let facts = try completeHeader(stream)
      if facts.frames > 0 { return facts }
      failure = noFrames(facts.format, name: stream.name)
    } catch {
      guard [.empty, .damaged, .unknownFormat].contains(error.code) else { throw error }
      failure = error
    }
    if length > largestHeader { throw failure }
    try requireMemory(bytes: 1 << 20)
  }
  throw AhaError(.empty, "\(stream.name): the recording ended before its first frame was stored")
}

/// More than any encoder writes before its first frame.
private let largestHeader: Int64 = 65_536

private func completeHeader(_ stream: any TakeStream) throws(AhaError) -> TakeFacts {
  let cursor = try Cursor(reading: stream)
  let source = HeaderBytes(cursor)
  let start = source.read(at: 0, count: 12)
  switch start.prefix(4).text {
  case "RIFF", "RF64": try repairRiff(stream, source: source)
  case "riff": try repairWave64(stream, source: source)
  case "FORM": try repairAiff(stream, source: source)
  case "caff": try repairCaf(stream, source: source)
  case "OggS": try repairOgg(stream, source: source)
  case _ where start.dropFirst(4).prefix(4).text == "ftyp": try repairMovie(stream, source: source)
  default: break
  }
  let facts = try takeFacts(stream)
  if start.prefix(4).text == "fLaC" { try repairFlac(stream, frames: facts.frames) }
  return facts
}

/// Reads the file without changes. Errors: as `repairTake`.
public func takeFacts(_ stream: any TakeStream) throws(AhaError) -> TakeFacts {
  let decoder = try Decoder(stream)
  let frames = try decoder.measureLength { _ in true }
  return TakeFacts(format: decoder.format, frames: frames)
}

/// A header in memory, to change and write back.
private struct Head {
  var bytes: [UInt8]
  /// Bytes of whole frames after the header.
  let content: Int64

  /// - Parameter start: Offset of the samples.
  init?(_ source: HeaderBytes, upTo start: Int64, block: UInt64) {
    guard start > 0, start <= 1 << 20, block > 0, block <= 1 << 20, source.length >= start else {
      return nil
    }
    bytes = source.read(at: 0, count: Int(start))
    guard bytes.count == Int(start) else { return nil }
    let size = Int64(block)
    content = (source.length - start) / size * size
  }

  mutating func put(_ value: UInt64, at offset: Int64, count: Int, bigEndian: Bool = false) {
    for index in 0..<count {
      let target = Int(offset) + (bigEndian ? count - 1 - index : index)
      if bytes.indices.contains(target) { bytes[target] = UInt8(value >> UInt64(8 * index) & 0xFF) }
    }
  }

  mutating func put(_ name: StaticString, at offset: Int) {
    name.withUTF8Buffer { for index in 0..<4 { bytes[offset + index] = $0[index] } }
  }

  /// Replaces a WAV header by an RF64 header of the same size. Returns false if the chunks before
  /// the samples leave no space for the 64-bit sizes.
  mutating func becomeLong(
    _ format: HeaderBytes.Chunk, content: UInt64, frames: UInt64
  ) -> Bool {
    let formatEnd = Int(format.body) + Int(format.size)
    guard format.size <= 64, formatEnd <= bytes.count else { return false }
    let formatChunk = Array(bytes[Int(format.body) - 8..<formatEnd])
    let start = 12 + 8 + 28
    let gap = bytes.count - 8 - start - formatChunk.count
    guard gap == 0 || gap >= 8 else { return false }
    bytes = Array(bytes[..<12]) + [UInt8](repeating: 0, count: bytes.count - 12)
    put("RF64", at: 0)
    put(UInt64(UInt32.max), at: 4, count: 4)
    put("ds64", at: 12)
    put(28, at: 16, count: 4)
    put(UInt64(bytes.count) + content + content % 2 - 8, at: 20, count: 8)
    put(content, at: 28, count: 8)
    put(frames, at: 36, count: 8)
    bytes.replaceSubrange(start..<start + formatChunk.count, with: formatChunk)
    if gap > 0 {
      put("PAD ", at: start + formatChunk.count)
      put(UInt64(gap - 8), at: Int64(start + formatChunk.count + 4), count: 4)
    }
    put("data", at: bytes.count - 8)
    put(UInt64(UInt32.max), at: Int64(bytes.count - 4), count: 4)
    return true
  }

  /// Truncates an incomplete last frame, and writes the header.
  func write(to stream: any TakeStream, padding: Int64 = 1) throws(AhaError) {
    let end = Int64(bytes.count) + content
    let padded = (end + padding - 1) / padding * padding
    try stream.truncate(to: end)
    if padded > end { try stream.truncate(to: padded) }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    try stream.write(UnsafeRawBufferPointer(copy), at: 0)
  }
}

private func repairRiff(_ stream: any TakeStream, source: HeaderBytes) throws(AhaError) {
  var block: UInt64 = 0
  var format: HeaderBytes.Chunk?
  var fact: HeaderBytes.Chunk?
  var data: HeaderBytes.Chunk?
  source.forEachChunk(from: 12, family: .riff) { chunk in
    if chunk.id == "fmt " { format = chunk }
    if chunk.id == "fmt " { block = source.number(at: chunk.body + 12, count: 2) ?? 0 }
    if chunk.id == "fact" { fact = chunk }
    if chunk.id == "data" { data = chunk }
    return data == nil
  }
  guard let data, var head = Head(source, upTo: data.body, block: block) else { return }
  let content = UInt64(head.content)
  let whole = UInt64(data.body) + content + content % 2 - 8
  let frames = content / block
  // The space for 64-bit sizes is the first chunk: ds64, or JUNK while it is not needed.
  let reserve = head.bytes[12..<16].text
  let reserveSize = littleEndian(head.bytes, at: 16, count: 4)
  let hasReserve = (reserve == "ds64" || reserve == "JUNK") && reserveSize >= 28
  if whole > UInt64(UInt32.max), !hasReserve, let format {
    // The file grew past 4 GiB after the last update of its header.
    if head.becomeLong(format, content: content, frames: frames) {
      return try head.write(to: stream, padding: 2)
    }
  }
  let isLong = whole > UInt64(UInt32.max) && hasReserve
  head.put(isLong ? "RF64" : "RIFF", at: 0)
  head.put(isLong ? UInt64(UInt32.max) : min(whole, UInt64(UInt32.max)), at: 4, count: 4)
  if hasReserve {
    head.put(isLong ? "ds64" : "JUNK", at: 12)
    head.put(isLong ? whole : 0, at: 20, count: 8)
    head.put(isLong ? content : 0, at: 28, count: 8)
    head.put(isLong ? frames : 0, at: 36, count: 8)
  }
  if let fact { head.put(min(frames, UInt64(UInt32.max)), at: fact.body, count: 4) }
  let size = isLong ? UInt64(UInt32.max) : min(content, UInt64(UInt32.max))
  head.put(size, at: data.body - 4, count: 4)
  try head.write(to: stream, padding: 2)
}

private func repairWave64(_ stream: any TakeStream, source: HeaderBytes) throws(AhaError) {
  var block: UInt64 = 0
  var data: HeaderBytes.Chunk?
  source.forEachChunk(from: 40, family: .wave64) { chunk in
    if chunk.id == "fmt " { block = source.number(at: chunk.body + 12, count: 2) ?? 0 }
    if chunk.id == "data" { data = chunk }
    return data == nil
  }
  guard let data, var head = Head(source, upTo: data.body, block: block) else { return }
  head.put(UInt64(data.body + head.content), at: 16, count: 8)
  head.put(UInt64(head.content + 24), at: data.body - 8, count: 8)
  try head.write(to: stream, padding: 8)
}

private func repairAiff(_ stream: any TakeStream, source: HeaderBytes) throws(AhaError) {
  var common: HeaderBytes.Chunk?
  var data: HeaderBytes.Chunk?
  source.forEachChunk(from: 12, family: .aiff) { chunk in
    if chunk.id == "COMM" { common = chunk }
    if chunk.id == "SSND" { data = chunk }
    return data == nil
  }
  guard let common, let data else { return }
  let facts = source.read(at: common.body, count: 8)
  guard facts.count == 8 else { return }
  let block = bigEndian(facts, at: 0, count: 2) * ((bigEndian(facts, at: 6, count: 2) + 7) / 8)
  guard var head = Head(source, upTo: data.body + 8, block: block) else { return }
  let content = UInt64(head.content)
  let whole = UInt64(data.body) + content + content % 2
  head.put(min(whole, UInt64(UInt32.max)), at: 4, count: 4, bigEndian: true)
  head.put(content / block, at: common.body + 2, count: 4, bigEndian: true)
  head.put(min(content + 8, UInt64(UInt32.max)), at: data.body - 4, count: 4, bigEndian: true)
  try head.write(to: stream, padding: 2)
}

private func repairCaf(_ stream: any TakeStream, source: HeaderBytes) throws(AhaError) {
  var block: UInt64 = 0
  var data: HeaderBytes.Chunk?
  source.forEachChunk(from: 8, family: .caf) { chunk in
    if chunk.id == "desc" {
      block = UInt64(source.bigEndianWord(at: chunk.body + 16) ?? 0)
    }
    if chunk.id == "data" { data = chunk }
    return data == nil
  }
  // The chunk begins with an edit count.
  guard let data, var head = Head(source, upTo: data.body + 4, block: block) else { return }
  head.put(UInt64(head.content + 4), at: data.body - 8, count: 8, bigEndian: true)
  try head.write(to: stream)
}

/// The length is a 36-bit field in the first metadata block.
private func repairFlac(_ stream: any TakeStream, frames: Int64) throws(AhaError) {
  let source = HeaderBytes(try Cursor(reading: stream))
  guard frames < 1 << 36, var head = Head(source, upTo: 42, block: 1) else { return }
  head.bytes[21] = head.bytes[21] & 0xF0 | UInt8(frames >> 32)
  head.put(UInt64(frames & 0xFFFF_FFFF), at: 22, count: 4, bigEndian: true)
  try head.write(to: stream)
}
