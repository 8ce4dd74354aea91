import AhaBase
import AhaHash

/// Common head of all pages.
enum PageHead {
  static func style(hue: Int, own: StaticString) -> String {
    ":root{--h:\(hue)}" + PageStyle.common.text + own.text
  }

  /// Writes the head up to the page's own metadata. The Content Security Policy allows this page's
  /// style and script by hash, and images and sounds beside the page, which the script may also
  /// fetch as a whole; everything else is blocked.
  /// Source: Content Security Policy Level 3.
  static func put(
    _ title: String, style: String, script: StaticString, generator: String,
    in page: inout Markup
  ) throws(AhaError) {
    page.put(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      img-src 'self' data:; media-src 'self' blob:; connect-src 'self'; \
      style-src 'sha256-~m'; script-src 'sha256-~m'; \
      base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="~t">
      <title>~t</title>
      <link rel="icon" href="data:image/svg+xml,\
      %3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
      %3Cpath d='M2 6v4M5 3v10M8 5v6M11 1v14M14 6v4' stroke='%237a5cff' stroke-width='2' \
      stroke-linecap='round'/%3E%3C/svg%3E">
      <style>~m</style>

      """, values: [try hash(style.array), try hash(script.array), generator, title, style])
  }

  private static func hash(_ bytes: [UInt8]) throws(AhaError) -> String {
    let hash = try Sha256()
    var failure: AhaError?
    bytes.withUnsafeBytes { bytes in
      do throws(AhaError) { try hash.add(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
    return Base64.text(try hash.digest())
  }
}
