import AhaBase

/// How a camera was held.
///
/// Source: EXIF 2.3, tag 0x0112 (Orientation).
enum PictureOrientation: Int {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, turnedLeft, transversed, turnedRight

  /// The point in the file's square for a point in the upright one.
  func source(x: Int, y: Int, side: Int) -> (x: Int, y: Int) {
    let (right, below) = (side - 1 - x, side - 1 - y)
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right, y)
    case .upsideDown: (right, below)
    case .flipped: (x, below)
    case .transposed: (y, x)
    case .turnedLeft: (y, right)
    case .transversed: (below, right)
    case .turnedRight: (below, x)
    }
  }

  /// Reads the first directory of the TIFF in an Exif segment. Upright if it says nothing usable.
  init(exif bytes: UnsafeRawBufferPointer) {
    self =
      PictureOrientation.read(from: bytes).flatMap { PictureOrientation(rawValue: $0) } ?? .upright
  }

  private static func read(from bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 14, bytes.starts(with: Array("Exif\0\0".utf8)) else { return nil }
    let tiff = UnsafeRawBufferPointer(rebasing: bytes[6...])
    let isLittle = tiff[0] == UInt8(ascii: "I")
    func number(at offset: Int, count: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - count else { return nil }
      let part = tiff[offset..<(offset + count)]
      return isLittle
        ? part.reversed().reduce(0) { $0 << 8 | Int($1) }
        : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let start = number(at: 4, count: 4), let entries = number(at: start, count: 2) else {
      return nil
    }
    for entry in 0..<min(entries, 200) {
      let offset = start + 2 + 12 * entry
      if number(at: offset, count: 2) == 0x0112 { return number(at: offset + 8, count: 2) }
    }
    return nil
  }
}

extension SquareScaler {
  /// Scales the square in the middle of a picture to a cover.
  /// - Parameter forEachRow: Calls its argument for each row from the top: four bytes per pixel.
  /// Errors: `outOfMemory`, those of `forEachRow`.
  static func cover(
    of width: Int, height: Int, orientation: PictureOrientation = .upright,
    forEachRow: ((Int, UnsafePointer<UInt8>) -> Void) throws(AhaError) -> Void
  ) throws(AhaError) -> PNGFile {
    let side = min(width, height)
    let scaler = try SquareScaler(from: side, to: CoverImage.side)
    let (left, top) = ((width - side) / 2, (height - side) / 2)
    try forEachRow { y, row in
      if y >= top, y < top + side { scaler.add(row: row + 4 * left) }
    }
    let png = try PNGFile(scaler.canvas().turned(to: orientation), title: "")
    while try png.encode() {}
    return png
  }
}

extension Canvas {
  /// A square, upright. Errors: `outOfMemory`.
  fileprivate func turned(to orientation: PictureOrientation) throws(AhaError) -> Canvas {
    if orientation == .upright { return self }
    let turned = try Canvas(width: width, height: height, background: Color(0))
    for y in 0..<height {
      for x in 0..<width {
        let from = orientation.source(x: x, y: y, side: width)
        if let color = color(x: from.x, y: from.y) { turned.set(x: x, y: y, color: color) }
      }
    }
    return turned
  }
}
