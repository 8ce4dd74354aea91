import CShims

/// A color in Oklab, a perceptually uniform space.
///
/// Source: B. Ottosson, A perceptual color space for image processing, 2020 (Oklab).
struct OklabColor {
  /// 0 (black) to 1 (white).
  var lightness: Float
  /// Axes from green to red, and from blue to yellow.
  var a, b: Float

  init(_ lightness: Float, chroma: Float, hue degrees: Float) {
    let angle = degrees * .pi / 180
    (self.lightness, a, b) = (lightness, chroma * cosf(angle), chroma * sinf(angle))
  }

  init(_ color: Color) {
    let red = OklabColor.linear(color.red)
    let green = OklabColor.linear(color.green)
    let blue = OklabColor.linear(color.blue)
    let long = cbrtf(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = cbrtf(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrtf(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
  }

  /// Linear interpolation to another color.
  func mixed(with other: OklabColor, share: Float) -> OklabColor {
    var mixed = self
    mixed.lightness += share * (other.lightness - lightness)
    mixed.a += share * (other.a - a)
    mixed.b += share * (other.b - b)
    return mixed
  }

  /// The color at 0...1 on a gradient of equidistant colors.
  static func between(_ colors: [OklabColor], share: Float) -> OklabColor {
    let way = max(0, min(share, 1)) * Float(colors.count - 1)
    let first = min(Int(way), colors.count - 2)
    return colors[first].mixed(with: colors[first + 1], share: way - Float(first))
  }

  /// In sRGB; a color out of gamut loses chroma until it fits.
  var color: Color {
    var tried = self
    for _ in 0..<24 {
      if let color = tried.shown(allowance: 0.002) { return color }
      tried.a *= 0.92
      tried.b *= 0.92
    }
    (tried.a, tried.b) = (0, 0)
    return tried.shown(allowance: 2) ?? Color(0)
  }

  private func shown(allowance: Float) -> Color? {
    let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let middle = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    let red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    let green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    let blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    let (lowest, highest) = (min(red, green, blue), max(red, green, blue))
    guard lowest >= -allowance, highest <= 1 + allowance else { return nil }
    var color = Color(0)
    color.red = OklabColor.encoded(red)
    color.green = OklabColor.encoded(green)
    color.blue = OklabColor.encoded(blue)
    return color
  }

  private func cube(_ value: Float) -> Float { value * value * value }

  // MARK: Linear light

  /// The linear light of an sRGB value, 0...1.
  static func linear(_ value: UInt8) -> Float {
    let share = Float(value) / 255
    return share <= 0.04045 ? share / 12.92 : powf((share + 0.055) / 1.055, 2.4)
  }

  /// The sRGB value of linear light, clamped to 0...1.
  static func encoded(_ light: Float) -> UInt8 {
    let light = max(0, min(light, 1))
    let share = light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
    return UInt8(share * 255 + 0.5)
  }
}
