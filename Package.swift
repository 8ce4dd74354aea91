// swift-tools-version: 6.1
// Two builds of one source: Embedded (AHA_EMBEDDED=1: the installed library and the command) and
// hosted (the tests). docs/decisions/0001-two-builds.md says why.
import PackageDescription

let embedded = Context.environment["AHA_EMBEDDED"] == "1"
/// A hosted library to try a change with: `make quick`.
let isQuick = Context.environment["AHA_QUICK"] == "1"
/// Another processor: scripts/build names the folders of its C headers, and links.
let cross = Context.environment["AHA_CROSS"]
#if arch(arm64)
  let isARM = true
#else
  let isARM = cross == "aarch64"
#endif

/// The floors of Sources/, from the lowest up. A module imports modules of its own floor and of
/// lower floors; scripts/rooms checks that.
let floors = [
  "C": [
    "CAha", "CShims", "CSndfile", "CSoxr", "CEbur128", "CSQLite", "CCrypto", "CJansson", "CExpat",
    "CPng", "CJpeg", "CCurl", "CIdn2", "CLilv", "CPango", "CPortAudio", "CModule", "CCli",
  ],
  "Base": ["AhaBase", "AhaStore", "AhaJSON", "AhaHash"],
  "Sound": ["AhaDSP", "AhaCodec", "AhaDevice", "AhaAnalysis", "AhaEngine", "AhaPlugin"],
  "Work": ["AhaPiece", "AhaPicture", "AhaProject", "AhaConvert"],
  "Online": ["AhaNet", "AhaPage", "AhaDrop", "AhaOpen", "AhaLibrary", "AhaSync", "AhaServices"],
  "API": ["AhaArguments", "AhaSoundABI", "AhaOnlineABI", "libaha", "aha-cli"],
]

func folder(of module: String) -> String {
  let floor = floors.first { $0.value.contains(module) }?.key ?? ""
  // Its folders are the services.
  return "Sources/\(floor)/\(module == "AhaServices" ? "Services" : module)"
}

let swift: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    // @_noLocks checks the called functions, so modules are compiled as a whole, with -c release in
    // both builds. The hosted build is for tests.
    .unsafeFlags(
      // gdb reads no .debug_names of lld: it holds one index for each module.
      embedded
        ? [
          "-wmo", "-enforce-exclusivity=unchecked", "-Xfrontend", "-function-sections", "-Xllvm",
          "-accel-tables=Disable",
        ]
        : isQuick ? [] : ["-enable-testing"]),
  ]
  + (embedded ? [.enableExperimentalFeature("Embedded")] : [])

/// The Unicode tables that Embedded Swift needs to compare and hash strings. The path is
/// relative to the toolchain's library folder, which the compiler passes to the linker with `-L`.
#if arch(arm64)
  let unicodeTables = "../embedded/aarch64-unknown-linux-gnu/libswiftUnicodeDataTables.a"
#else
  let unicodeTables = "../embedded/x86_64-unknown-linux-gnu/libswiftUnicodeDataTables.a"
#endif

/// Options of the linker, for any processor: scripts/build reads them here. A file of their own
/// would not do: SwiftPM caches this manifest, and does not see that a file it reads has changed.
let linking = [
  "--version-script=build/generated/aha.map",
  "-soname=libaha.so.1",
  "--gc-sections",
  "-zdefs",
  "-znow",
  "-zrelro",
  "-znoexecstack",
  "-znodelete",
]
/// For the shared library only: on an ordinary target they would also apply to the test bundle. lld
/// is part of the toolchain.
let libraryLinking: [LinkerSetting] = [
  .unsafeFlags(
    linking.flatMap { ["-Xlinker", $0] } + ["-use-ld=lld"]
      + (embedded ? ["-Xlinker", "-l:\(unicodeTables)"] : []))
]

/// Embedded Swift compiles the code of a module again into each module that uses it. Copies of the
/// modules below AhaSoundABI and AhaOnlineABI would double the size without a benefit.
let inner: [SwiftSetting] =
  embedded ? [.unsafeFlags(["-Xfrontend", "-emit-empty-object-file"])] : []

/// Functions of the Embedded runtime that CShims replaces. Inlining would bypass the replacements.
let replaced =
  (["swift_slowAlloc", "swift_deallocPartialClassInstance"]
  + (isARM ? ["swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n"] : [])).flatMap { name in
    ["noinline", "optnone"].flatMap { ["-Xllvm", "-force-attribute=\(name):\($0)"] }
  }

/// Embedded Swift marks all functions as nounwind. LLVM then omits unwind tables, except in modules
/// that contain C functions, so the code of sound is one module, and that of online another:
/// docs/decisions/0031-a-debugger-sees-through.md.
let outer: [SwiftSetting] =
  embedded
  ? [.unsafeFlags(["-Xfrontend", "-enable-single-module-llvm-emission"] + replaced)] : []

let plain: [SwiftSetting] = embedded ? [] : [.unsafeFlags(["-Onone"])]

/// - Parameter isWaiting: The module mostly waits for disks and networks. In tests it is not
///   optimized, because that takes longer than running it.
func module(
  _ name: String, _ dependencies: [Target.Dependency], links: [String] = [],
  isWaiting: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: folder(of: name),
    swiftSettings: swift + (name.hasSuffix("ABI") ? outer : inner)
      + (isWaiting || isQuick && name != "AhaDSP" ? plain : []),
    linkerSettings: links.map { .linkedLibrary($0) })
}

/// Tests are not optimized, because that takes longer than running them. Tests that repeat the
/// arithmetic are the exception.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], linking: [String] = [],
  isArithmetic: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies,
    swiftSettings: isArithmetic ? swift : swift + plain,
    linkerSettings: linking.isEmpty ? [] : [.unsafeFlags(linking.flatMap { ["-Xlinker", $0] })])
}

/// valgrind 3.19 of Debian 12 stops at clang's DWARF 5; swiftc writes DWARF 4.
let debugging: CSetting = .unsafeFlags(["-gdwarf-4"])

/// A C module whose library is loaded on the first call of one of its functions.
func late(_ name: String) -> Target {
  .target(
    name: name, dependencies: ["CShims"], path: folder(of: name), cSettings: [debugging])
}

let common: [Target] = [
  .systemLibrary(name: "CAha", path: folder(of: "CAha")),
  .systemLibrary(
    name: "CSndfile", path: folder(of: "CSndfile"), pkgConfig: cross != nil ? nil : "sndfile",
    providers: [.apt(["libsndfile1-dev"])]),
  .target(
    name: "CShims", path: folder(of: "CShims"),
    cSettings: [debugging] + (embedded ? [.define("AHA_EMBEDDED")] : []),
    linkerSettings: [.linkedLibrary("m")]),
  // portaudio19-dev supplies the declarations; the library itself is loaded on first use.
  late("CPortAudio"),
  // Their -dev packages supply the declarations; the libraries themselves are loaded on first use:
  // docs/packaging.md.
  late("CEbur128"), late("CSQLite"), late("CCrypto"), late("CJansson"), late("CExpat"),
  late("CCurl"), late("CIdn2"), late("CPng"), late("CJpeg"), late("CSoxr"), late("CLilv"),
  late("CPango"),
  // Loads libaha's own modules, which are built beside it by scripts/build.
  late("CModule"),
  module("AhaBase", ["CShims"]),
  module("AhaDSP", ["AhaBase", "CShims"]),
  module(
    "AhaCodec", ["AhaBase", "CModule", "CShims", "CSndfile", "CSoxr"], links: ["sndfile"]),
  module("AhaEngine", ["AhaBase", "AhaDSP", "AhaCodec", "AhaDevice", "AhaAnalysis", "CShims"]),
  module("AhaPlugin", ["AhaBase", "AhaDSP", "AhaEngine", "CLilv", "CShims"], isWaiting: true),
  module(
    "AhaAnalysis", ["AhaBase", "AhaDSP", "AhaCodec", "CEbur128", "CShims"]),
  module(
    "AhaPicture",
    ["AhaBase", "AhaDSP", "AhaCodec", "AhaPiece", "CJpeg", "CPango", "CPng", "CShims"]),
  module("AhaDevice", ["AhaBase", "CPortAudio", "CShims"]),
  module("AhaHash", ["AhaBase", "CCrypto", "CShims"], isWaiting: true),
  module("AhaJSON", ["AhaBase", "CJansson"], isWaiting: true),
  module("AhaPiece", ["AhaBase", "AhaCodec", "AhaHash", "AhaJSON"], isWaiting: true),
  module("AhaPage", ["AhaBase", "AhaHash", "AhaJSON", "AhaPiece"], isWaiting: true),
  module(
    "AhaNet", ["AhaBase", "AhaHash", "AhaJSON", "CCurl", "CIdn2", "CShims"],
    isWaiting: true),
  module(
    "AhaOpen", ["AhaBase", "AhaHash", "AhaJSON", "AhaPiece", "AhaPage", "AhaNet", "CShims"],
    isWaiting: true),
  module("AhaStore", ["AhaBase", "CShims", "CSQLite"], isWaiting: true),
  module(
    "AhaDrop",
    [
      "AhaBase", "AhaHash", "AhaJSON", "AhaNet", "AhaPage", "AhaPiece", "AhaStore", "CShims",
    ], isWaiting: true),
  module(
    "AhaLibrary",
    ["AhaBase", "AhaCodec", "AhaHash", "AhaJSON", "AhaPiece", "AhaStore", "CShims"],
    isWaiting: true),
  module(
    "AhaSync",
    [
      "AhaBase", "AhaJSON", "AhaNet", "AhaPage", "AhaPiece", "AhaDrop",
      "AhaOpen", "AhaLibrary", "CShims",
    ], isWaiting: true),
  module(
    "AhaServices",
    [
      "AhaBase", "AhaDrop", "AhaHash", "AhaJSON", "AhaLibrary", "AhaNet", "AhaOpen", "AhaPage",
      "AhaPicture", "AhaPiece", "AhaSync", "CExpat", "CShims",
    ], isWaiting: true),
  module(
    "AhaProject",
    [
      "AhaBase", "AhaDSP", "AhaCodec", "AhaEngine", "AhaPlugin", "AhaHash", "AhaPicture",
      "AhaPiece", "AhaStore",
    ], isWaiting: true),
  module(
    "AhaConvert", ["AhaBase", "AhaDSP", "AhaCodec", "AhaEngine", "AhaPiece"],
    isWaiting: true),
  module(
    "AhaArguments",
    [
      "CAha", "CShims", "AhaBase", "AhaCodec", "AhaPiece", "AhaPicture",
    ]),
  module(
    "AhaSoundABI",
    [
      "CAha", "CShims", "AhaArguments", "AhaBase", "AhaDSP", "AhaCodec", "AhaEngine", "AhaPlugin",
      "AhaDevice", "AhaProject", "AhaConvert", "AhaAnalysis", "AhaPiece", "AhaPicture",
    ]),
  module(
    "AhaOnlineABI",
    [
      "CAha", "CShims", "AhaArguments", "AhaBase", "AhaCodec", "AhaPiece", "AhaPicture", "AhaPage",
      "AhaNet", "AhaDrop", "AhaOpen", "AhaLibrary", "AhaSync", "AhaServices",
    ]),
]

let installed: [Target] = [
  .target(
    name: "libaha", dependencies: ["AhaOnlineABI", "AhaSoundABI"], path: folder(of: "libaha"),
    swiftSettings: swift + inner, linkerSettings: libraryLinking),
  .target(
    name: "CCli", path: folder(of: "CCli"), cSettings: [debugging],
    linkerSettings: [.linkedLibrary("m")]),
  .executableTarget(
    name: "aha-cli", dependencies: ["AhaBase", "CAha", "CCli"], path: folder(of: "aha-cli"),
    // Not optimized, it would be compiled in 25 seconds less, and have three times the size. The
    // linker folds equal functions.
    swiftSettings: swift + [.unsafeFlags(["-Osize"])],
    linkerSettings: [
      .unsafeFlags([
        "-Xlinker", "build/generated/stub/libaha.so", "-Xlinker", "-l:\(unicodeTables)",
        "-use-ld=lld", "-Xlinker", "--icf=all", "-Xlinker", "-znow",
      ])
    ]),
]

let hosted: [Target] = [
  .target(
    name: "AhaTestSupport", dependencies: ["AhaBase", "AhaCodec", "AhaJSON", "CShims"],
    path: "Tests/AhaTestSupport", swiftSettings: swift),
  tests("AhaBaseTests", ["AhaBase", "AhaTestSupport"]),
  tests("AhaDSPTests", ["AhaDSP", "AhaTestSupport"], isArithmetic: true),
  tests("ConformanceTests", ["AhaDSP", "AhaTestSupport"], isArithmetic: true),
  tests("AhaCodecTests", ["AhaCodec", "AhaBase", "AhaTestSupport"]),
  tests(
    "AhaAnalysisTests", ["AhaAnalysis", "AhaDSP", "AhaCodec", "AhaBase", "AhaTestSupport"],
    isArithmetic: true),
  tests(
    "AhaPictureTests",
    ["AhaPicture", "CPng", "AhaCodec", "AhaPiece", "AhaBase", "AhaTestSupport"]),
  tests(
    "AhaEngineTests",
    ["AhaEngine", "AhaBase", "AhaCodec", "AhaDevice", "AhaDSP", "AhaTestSupport"]),
  tests(
    "AhaPluginTests", ["AhaPlugin", "AhaEngine", "AhaDSP", "AhaBase", "AhaTestSupport"]),
  tests("AhaDeviceTests", ["AhaDevice", "AhaEngine", "AhaBase", "CShims", "AhaTestSupport"]),
  tests(
    "AhaConvertTests",
    ["AhaConvert", "AhaCodec", "AhaDSP", "AhaEngine", "AhaBase", "AhaTestSupport"]),
  tests("AhaPieceTests", ["AhaPiece", "AhaJSON", "AhaBase", "AhaTestSupport"]),
  tests("AhaPageTests", ["AhaPage", "AhaPiece", "AhaJSON", "AhaBase", "AhaTestSupport"]),
  // libcurl calls the tests' own getaddrinfo, which can delay its answer.
  tests(
    "AhaNetTests", ["AhaNet", "AhaJSON", "AhaBase", "CShims", "AhaTestSupport"],
    linking: ["--export-dynamic-symbol=getaddrinfo"]),
  tests(
    "AhaDropTests",
    [
      "AhaServices", "AhaDrop", "AhaPage", "AhaStore", "AhaNet", "AhaPiece", "AhaHash", "AhaJSON",
      "AhaBase", "AhaTestSupport",
    ]),
  tests(
    "AhaOpenTests",
    [
      "AhaServices", "AhaSync", "AhaOpen", "AhaNet", "AhaPage", "AhaPiece", "AhaHash", "AhaJSON",
      "AhaBase", "CShims", "AhaTestSupport",
    ]),
  tests(
    "AhaLibraryTests",
    ["AhaLibrary", "AhaPiece", "AhaStore", "AhaCodec", "AhaBase", "AhaTestSupport"]),
  tests(
    "AhaSyncTests",
    [
      "AhaServices", "AhaSync", "AhaLibrary", "AhaDrop", "AhaNet", "AhaPage", "AhaPiece", "AhaJSON",
      "AhaCodec", "AhaStore", "AhaHash", "AhaBase", "AhaTestSupport",
    ]),
  tests("AhaStoreTests", ["AhaStore", "AhaHash", "AhaBase", "AhaTestSupport"]),
  tests(
    "AhaProjectTests",
    [
      "AhaProject", "AhaStore", "AhaHash", "AhaEngine", "AhaAnalysis", "AhaCodec", "AhaDSP",
      "AhaBase", "AhaPicture", "AhaPiece", "AhaTestSupport",
    ]),
  tests(
    "AhaABITests",
    [
      "AhaArguments", "AhaOnlineABI", "AhaSoundABI", "AhaDevice", "AhaDrop", "AhaLibrary",
      "AhaServices", "CAha", "AhaTestSupport",
    ]),
]

/// Arithmetic has no threads and is slow under the thread sanitizer: AHA_TESTS=jobs omits it.
/// Modules that work in jobs, with the threads of lower modules, are slow too: AHA_TESTS=threads,
/// which scripts/check uses, omits them; scripts/soak includes them. To build the tests of some
/// modules only, name them: AHA_TESTS="AhaNetTests AhaSyncTests".
let arithmetic = [
  "AhaDSPTests", "ConformanceTests", "AhaAnalysisTests", "AhaPageTests", "AhaPieceTests",
  "AhaPictureTests", "AhaCodecTests",
]
let working = [
  "AhaDropTests", "AhaOpenTests", "AhaSyncTests", "AhaLibraryTests", "AhaProjectTests",
  "AhaConvertTests",
]
/// Names of test runs, with the tests that each omits.
let lanes = ["threads": arithmetic + working, "jobs": arithmetic]
let wanted = Set((Context.environment["AHA_TESTS"] ?? "").split(separator: " ").map(String.init))
let omitted = wanted.flatMap { lanes[$0] ?? [] }
let tested = hosted.filter { !omitted.contains($0.name) }

/// Targets with all their dependencies.
func needed(_ names: Set<String>, of targets: [Target]) -> [Target] {
  var all = names
  for target in targets.reversed() where all.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies { all.insert(name) }
  }
  return all == names ? targets.filter { all.contains($0.name) } : needed(all, of: targets)
}

let ours = common + (embedded ? installed : isQuick ? [installed[0]] : tested)

let package = Package(
  name: "aha",
  products: (embedded || isQuick
    ? [.library(name: "aha", type: .dynamic, targets: ["libaha"])] : [])
    + (embedded ? [.executable(name: "aha-cli", targets: ["aha-cli"])] : []),
  targets: wanted.isSubset(of: lanes.keys) ? ours : needed(wanted, of: ours))
