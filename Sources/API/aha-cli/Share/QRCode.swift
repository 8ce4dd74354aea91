extension Option {
  static var qr: Option { Option("--qr", "show each link as a QR code, for a phone") }
}

/// Shows a link as a QR code: two rows of modules in a line. Not for programs.
func showQR(of url: Bytes) {
  if url.isEmpty || console.isJSON { return }
  var reason = Bytes(repeating: 0, count: 200)
  var width: Int32 = 0
  let modules = reason.withUnsafeMutableBufferPointer { reason in
    reason.withMemoryRebound(to: CChar.self) {
      cli_make_qr(url.c, &width, $0.baseAddress!, $0.count)
    }
  }
  guard let modules else {
    let line = Bytes(reason.prefix { $0 != 0 })
    return console.warn("no QR code: \(shown(line))")
  }
  defer { free(modules) }
  // Scanners need a margin of four modules.
  let (margin, side) = (4, Int(width))
  if side + 2 * margin > Int(cli_columns(1)), isatty(1) != 0 {
    return console.warn(
      "no QR code: the link needs \(side + 2 * margin) columns, and the terminal has fewer")
  }
  func isDark(_ row: Int, _ column: Int) -> Bool {
    let isInside = row >= 0 && row < side && column >= 0 && column < side
    return isInside && modules[row * side + column] & 1 != 0
  }
  for row in stride(from: -margin, to: side + margin, by: 2) {
    var line = isatty(1) != 0 ? "\u{1B}[97;40m" : ""
    for column in -margin..<(side + margin) {
      // The light modules are drawn: terminals are dark, or are here.
      switch (isDark(row, column), isDark(row + 1, column)) {
      case (false, false): line += "█"
      case (false, true): line += "▀"
      case (true, false): line += "▄"
      case (true, true): line += " "
      }
    }
    console.print(isatty(1) != 0 ? line + "\u{1B}[0m" : line)
  }
}
