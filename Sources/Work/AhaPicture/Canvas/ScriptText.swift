import AhaBase
import CPango

/// A text in any script, drawn through Pango: centered lines on a transparent bitmap.
///
/// Source: docs/decisions/0051-pango-draws-other-scripts.md.
/// Threads: one at a time.
final class ScriptText {
  let width, height: Int
  private let blocks = MemoryBlocks()
  /// Premultiplied 0xAARRGGBB.
  private let pixels: Buffer<UInt32>

  /// Nil if Pango is not installed, or no font has one of the letters.
  /// - Parameters:
  ///   - size: Of the font, in pixels.
  ///   - lines: Max count of lines; a longer text ends with an ellipsis.
  /// Errors: `outOfMemory`.
  init?(
    _ text: String, width: Int, height: Int, size: Float, lines: Int32, isBold: Bool, color: Color
  ) throws(AhaError) {
    do throws(AhaError) { try LateLibrary.load(late_load_pango) } catch { return nil }
    (self.width, self.height) = (width, height)
    let pixels: Buffer<UInt32> = try blocks.claim(
      repeating: 0, count: width * height, of: "pixels")
    self.pixels = pixels
    let result = text.withCString { text in
      var wanted = cpango_text()
      (wanted.text, wanted.is_bold, wanted.size) = (text, isBold ? 1 : 0, Double(size))
      (wanted.lines, wanted.color) = (lines, color.hex)
      return cpango_draw(&wanted, pixels.base, Int32(width), Int32(height))
    }
    if result == CPANGO_MEMORY { throw AhaError(.outOfMemory, "no memory for a text of a cover") }
    if result != CPANGO_OK { return nil }
  }

  /// Blends it over a canvas, clipped at its edges.
  func draw(on canvas: Canvas, left: Int, top: Int) {
    for y in max(0, -top)..<max(0, -top, min(height, canvas.height - top)) {
      for x in max(0, -left)..<max(0, -left, min(width, canvas.width - left)) {
        canvas.blend(premultiplied: pixels[y * width + x], x: left + x, y: top + y)
      }
    }
  }
}

extension Canvas {
  /// Blends a premultiplied 0xAARRGGBB over a pixel, which must be inside.
  fileprivate func blend(premultiplied color: UInt32, x: Int, y: Int) {
    let rest = 255 - color >> 24
    if rest == 255 { return }
    let pixel = pixels + 3 * (y * width + x)
    for part in 0..<3 {
      let above = color >> (16 - 8 * UInt32(part)) & 255
      pixel[part] = UInt8(clamping: above + (UInt32(pixel[part]) * rest + 127) / 255)
    }
  }
}

extension Color {
  fileprivate var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
