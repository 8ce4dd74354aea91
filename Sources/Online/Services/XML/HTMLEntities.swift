import AhaBase

/// Character references of HTML.
///
/// Source: HTML 4.01, 24 (names); HTML Living Standard, 13.2.5.80 (numbers).
enum HTMLEntities {
  /// Length of the longest name.
  static let maxName = 8

  /// The character of a name, as in "eacute", or number, as in "#233" and "#xE9"; nil if unknown.
  static func character(named name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    if name.first == UInt8(ascii: "#") { return number(name.dropFirst()) }
    guard (2...maxName).contains(name.count) else { return nil }
    if let index = otherNames.firstIndex(of: name) { return Unicode.Scalar(codes[index]) }
    return latinNames.firstIndex(of: name).flatMap { Unicode.Scalar(UInt32(0xA0 + $0)) }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = isHexadecimal ? digits.dropFirst() : digits
    guard (1...7).contains(digits.count),
      let number = UInt32(digits.text, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    // Numbers of the C1 controls mean the characters of windows-1252.
    if (0x80..<0xA0).contains(number) { return Unicode.Scalar(windows1252[Int(number) - 0x80]) }
    return number < 0x20 ? " " : Unicode.Scalar(number)
  }

  private static let latinNames = latin.array.split(separator: 0x20)
  private static let otherNames = others.array.split(separator: 0x20)

  /// U+00A0 to U+00FF.
  private static let latin: StaticString = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc \
    Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute \
    THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave \
    uacute ucirc uuml yacute thorn yuml
    """

  /// The others, by their code points in `codes`.
  private static let others: StaticString = """
    quot amp apos lt gt OElig oelig Scaron scaron Yuml fnof circ tilde Alpha Beta Gamma Delta \
    Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi \
    Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron \
    pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv ensp emsp thinsp zwnj \
    zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil \
    prime Prime lsaquo rsaquo oline frasl euro image weierp real trade alefsym larr uarr rarr \
    darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod \
    sum minus lowast radic prop infin ang and or cap cup int there4 sim cong asymp ne equiv le \
    ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz \
    spades clubs hearts diams
    """

  private static let codes: [UInt32] = [
    34, 38, 39, 60, 62, 338, 339, 352, 353, 376, 402, 710, 732, 913, 914, 915, 916, 917, 918, 919,
    920, 921, 922, 923, 924, 925, 926, 927, 928, 929, 931, 932, 933, 934, 935, 936, 937, 945, 946,
    947, 948, 949, 950, 951, 952, 953, 954, 955, 956, 957, 958, 959, 960, 961, 962, 963, 964, 965,
    966, 967, 968, 969, 977, 978, 982, 8194, 8195, 8201, 8204, 8205, 8206, 8207, 8211, 8212, 8216,
    8217, 8218, 8220, 8221, 8222, 8224, 8225, 8226, 8230, 8240, 8242, 8243, 8249, 8250, 8254,
    8260, 8364, 8465, 8472, 8476, 8482, 8501, 8592, 8593, 8594, 8595, 8596, 8629, 8656, 8657,
    8658, 8659, 8660, 8704, 8706, 8707, 8709, 8711, 8712, 8713, 8715, 8719, 8721, 8722, 8727,
    8730, 8733, 8734, 8736, 8743, 8744, 8745, 8746, 8747, 8756, 8764, 8773, 8776, 8800, 8801,
    8804, 8805, 8834, 8835, 8836, 8838, 8839, 8853, 8855, 8869, 8901, 8968, 8969, 8970, 8971,
    9001, 9002, 9674, 9824, 9827, 9829, 9830,
  ]

  /// Bytes 0x80 to 0x9F. Source: WHATWG, "Encoding", index windows-1252.
  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
