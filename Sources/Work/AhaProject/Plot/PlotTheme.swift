import AhaPicture

/// The colors of a plot. The contrast of text is at least 4.5:1, that of lines 3:1.
struct PlotTheme {
  let background, panel, border, grid, text, faint, marker, missing: Color
  private let tracks: [Color]

  func color(ofTrack number: Int) -> Color { tracks[number % tracks.count] }

  static func theme(isDark: Bool) -> PlotTheme { isDark ? dark : light }

  private static let light = PlotTheme(
    background: Color(0xF3F5F8), panel: Color(0xFFFFFF), border: Color(0xCFD6DF),
    grid: Color(0xE4E8EE), text: Color(0x1A2230), faint: Color(0x566273), marker: Color(0xC0272D),
    missing: Color(0x9AA5B4),
    tracks: [
      0x1F63C4, 0x0A7D73, 0xB5530B, 0x7B3DBB, 0x3C7C1C, 0xB6264F, 0x7F5A14, 0x43627F,
    ].map { Color($0) })

  private static let dark = PlotTheme(
    background: Color(0x12161D), panel: Color(0x1B212B), border: Color(0x323C4B),
    grid: Color(0x272F3B), text: Color(0xE9EDF3), faint: Color(0x9DAABB), marker: Color(0xFF7C80),
    missing: Color(0x6E7B8C),
    tracks: [
      0x6EA8FF, 0x43C8BD, 0xF3A253, 0xC298F6, 0x8CCC69, 0xF68CA9, 0xD9B46B, 0xA4B9D0,
    ].map { Color($0) })
}
