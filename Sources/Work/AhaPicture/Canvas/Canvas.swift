import AhaBase
import CShims

/// An opaque picture to draw on; the origin is at the top left.
///
/// Coordinates are in pixels: the first pixel is from 0 to 1. Shapes are clipped at the edges; NaN
/// coordinates are not drawn.
/// Shape: `height` rows of `width` pixels of three bytes: red, green, blue.
/// Threads: one at a time.
public final class Canvas {
  public static let sides = 16...8192

  public let width, height: Int
  let pixels: UnsafeMutablePointer<UInt8>

  /// Errors: `invalidArgument` (a side), `outOfMemory`.
  public init(width: Int, height: Int, background: Color) throws(AhaError) {
    for side in [width, height] where !Canvas.sides.contains(side) {
      throw AhaError(.invalidArgument, "the picture side \(side) is outside of 16 to 8192 pixels")
    }
    guard let memory = malloc(width * height * 3) else {
      throw AhaError(.outOfMemory, "no memory for a picture of \(width) x \(height)")
    }
    (self.width, self.height) = (width, height)
    pixels = memory.bindMemory(to: UInt8.self, capacity: width * height * 3)
    for index in 0..<width * height { put(background, at: pixels + 3 * index) }
  }

  deinit { free(pixels) }

  /// The color of a pixel; nil outside.
  public func color(x: Int, y: Int) -> Color? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    let pixel = pixels + 3 * (y * width + x)
    return Color(UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2]))
  }

  /// Sets a pixel; ignores pixels outside.
  func set(x: Int, y: Int, color: Color) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    put(color, at: pixels + 3 * (y * width + x))
  }

  private func put(_ color: Color, at pixel: UnsafeMutablePointer<UInt8>) {
    (pixel[0], pixel[1], pixel[2]) = (color.red, color.green, color.blue)
  }

  /// Blends a color over a pixel, which must be inside. `coverage`: covered share of the pixel.
  func blend(_ color: Color, x: Int, y: Int, coverage: Float) {
    let pixel = pixels + 3 * (y * width + x)
    let share = color.alpha * coverage
    if share >= 0.999 { return put(color, at: pixel) }
    pixel[0] = Canvas.mix(pixel[0], above: color.red, share: share)
    pixel[1] = Canvas.mix(pixel[1], above: color.green, share: share)
    pixel[2] = Canvas.mix(pixel[2], above: color.blue, share: share)
  }

  private static func mix(_ below: UInt8, above: UInt8, share: Float) -> UInt8 {
    UInt8(clamping: Int32(Float(below) + (Float(above) - Float(below)) * share + 0.5))
  }

  /// Fills a rectangle with anti-aliased edges.
  public func fill(_ area: Rectangle, color: Color) {
    let (left, right) = (clamped(area.left, side: width), clamped(area.right, side: width))
    let (top, bottom) = (clamped(area.top, side: height), clamped(area.bottom, side: height))
    guard left < right, top < bottom else { return }
    for y in Int(top)..<Int(bottom.rounded(.up)) {
      let tall = min(bottom, Float(y + 1)) - max(top, Float(y))
      for x in Int(left)..<Int(right.rounded(.up)) {
        blend(color, x: x, y: y, coverage: tall * (min(right, Float(x + 1)) - max(left, Float(x))))
      }
    }
  }

  /// A coordinate, limited to the picture; NaN is 0.
  func clamped(_ value: Float, side: Int) -> Float {
    value > 0 ? min(value, Float(side)) : 0
  }
}

/// An axis-parallel rectangle.
public struct Rectangle: Equatable, Sendable {
  public var left, top, right, bottom: Float

  public init(left: Float, top: Float, right: Float, bottom: Float) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  public init(_ left: Float, top: Float, width: Float, height: Float) {
    self.init(left: left, top: top, right: left + width, bottom: top + height)
  }

  public var width: Float { right - left }
  public var height: Float { bottom - top }
  public var middle: Float { (top + bottom) / 2 }
}

public struct CanvasPoint: Equatable, Sendable {
  public var x, y: Float

  public init(x: Float, y: Float) { (self.x, self.y) = (x, y) }
}
