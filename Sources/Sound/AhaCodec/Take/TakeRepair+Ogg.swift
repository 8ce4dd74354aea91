import AhaBase

/// Truncates an Ogg file after its last complete page, and marks that page as the end of stream.
/// Source: RFC 3533, section 6.
func repairOgg(_ stream: any TakeStream, source: HeaderBytes) throws(AhaError) {
  let size = min(source.length, 3 * OggPage.largest)
  let start = source.length - size
  let bytes = source.read(at: start, count: Int(size))
  guard bytes.count == Int(size), let last = OggPage.all(bytes).last else { return }
  var page = Array(bytes[last])
  page[5] |= 4
  OggPage.seal(&page)
  try stream.truncate(to: start + Int64(last.upperBound))
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: page.count, alignment: 1)
  defer { copy.deallocate() }
  copy.copyBytes(from: page)
  try stream.write(UnsafeRawBufferPointer(copy), at: start + Int64(last.lowerBound))
}
